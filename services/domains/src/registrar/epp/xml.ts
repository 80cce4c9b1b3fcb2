/** The XML that EPP needs: escaping, and a strict parser without document types and entities. */

import { XMLParser } from 'fast-xml-parser';

export class InvalidXmlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidXmlError';
  }
}

export interface XmlElement {
  /** Without prefix, because servers choose their own. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text inside, in order, trimmed. */
  readonly text: string;
}

/** Characters that XML 1.0 cannot represent, including lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
const maxDepth = 40;

/** True if XML can represent the string. */
export function isXmlText(text: string): boolean {
  return !forbiddenCharacters.test(text);
}

/** Escapes element content and attribute values in double quotes. */
export function escapeXml(text: string): string {
  if (!isXmlText(text)) throw new InvalidXmlError('XML cannot represent these characters.');
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // References are resolved below: only XML's own, and none inside CDATA.
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Parses a document and returns its root element. Throws InvalidXmlError for invalid XML and document types. */
export function readXml(xml: string): XmlElement {
  // Checked before parsing: without a document type there are no entities to expand or fetch.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new InvalidXmlError('A document type is not accepted.');
  let nodes: unknown;
  try {
    nodes = parser.parse(xml, true);
  } catch {
    throw new InvalidXmlError('This is not well-formed XML.');
  }
  const roots = elementsOf(nodes, 0);
  const [root] = roots;
  if (!root || roots.length !== 1)
    throw new InvalidXmlError('There is not exactly one root element.');
  return root;
}

/** The first child with this name, then that one's, and so on. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

export function findElements(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text at a path, or undefined. */
export function findText(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const text = find(element, ...path)?.text;
  return text === '' ? undefined : text;
}

/** An element is `{ name: [children], ':@': attributes }` in the parser's ordered form. */
function elementsOf(nodes: unknown, depth: number): XmlElement[] {
  if (depth > maxDepth) throw new InvalidXmlError('The elements are nested too deeply.');
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown) => {
    if (!isRecord(node)) return [];
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined || name === '#text' || name === '#cdata' || name.startsWith('?')) {
      return [];
    }
    const content = node[name];
    const children = elementsOf(content, depth + 1);
    return [
      { name, attributes: attributesOf(node[':@']), children, text: textOf(content, 0).trim() },
    ];
  });
}

function textOf(nodes: unknown, depth: number): string {
  if (!Array.isArray(nodes) || depth > maxDepth) return '';
  let text = '';
  for (const node of nodes) {
    if (!isRecord(node)) continue;
    if ('#cdata' in node) text += cdataOf(node['#cdata']);
    else if ('#text' in node) text += resolveReferences(String(node['#text']));
    else
      for (const [key, inner] of Object.entries(node))
        if (key !== ':@') text += textOf(inner, depth + 1);
  }
  return text;
}

/** The parser wraps the content of a CDATA section in one text node, which is used unchanged. */
function cdataOf(nodes: unknown): string {
  if (!Array.isArray(nodes)) return '';
  return nodes.map((node: unknown) => (isRecord(node) ? String(node['#text'] ?? '') : '')).join('');
}

const namedReferences: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Resolves the five named and the numeric references (XML 1.0 section 4.1); rejects any other. */
function resolveReferences(text: string): string {
  return text.replaceAll(/&([^;\s]{0,12};?)/g, (_, reference: string) => {
    const name = reference.replace(/;$/, '');
    const number = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
    const point = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : 0;
    const found =
      number && point <= 0x10_ffff ? String.fromCodePoint(point) : namedReferences.get(name);
    if (!reference.endsWith(';') || found === undefined || !isXmlText(found)) {
      throw new InvalidXmlError('There is an unknown entity reference.');
    }
    return found;
  });
}

function attributesOf(given: unknown): Record<string, string> {
  if (!isRecord(given)) return {};
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, resolveReferences(String(value))]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
