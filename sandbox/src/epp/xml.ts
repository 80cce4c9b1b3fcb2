/**
 * Parses EPP's XML into elements with resolved namespaces. Strict: whatever a schema would reject among the
 * values that a command reads is a syntax error (result code 2001).
 */

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RegistryError } from '../registry/registry-error.ts';

export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** Attributes without a prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Own text with white space collapsed, as xs:token has it. */
  readonly text: string;
}

type RawNode = Record<string, unknown>;
type Scope = Readonly<Record<string, string>>;

const maxDepth = 16;
/** Characters that XML 1.0 forbids; repeating one would make the response invalid. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
const attribute = '@_';
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: attribute,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Entities are decoded below: the parser would leave numeric ones as they are.
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Parses a document and returns its root element. Throws 2001 for anything that is not well-formed. */
export function readXml(bytes: Buffer): XmlElement {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw syntaxError('The frame is not UTF-8.');
  }
  if (forbidden.test(text)) throw syntaxError('The frame has a character that XML forbids.');
  if (text.includes('<!')) {
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw syntaxError('A document type is not accepted.');
  }
  if (XMLValidator.validate(text) !== true) throw syntaxError('The frame is not well-formed XML.');
  const nodes = (parser.parse(text) as RawNode[]).filter((node) => tagOf(node) !== '#text');
  const [root] = nodes;
  if (!root || nodes.length !== 1) throw syntaxError('The frame has no single root element.');
  return elementOf(root, {}, 0);
}

export function syntaxError(reason: string): RegistryError {
  return new RegistryError(2001, reason);
}

function tagOf(node: RawNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '#text';
}

function elementOf(node: RawNode, outer: Scope, depth: number): XmlElement {
  if (depth > maxDepth) throw syntaxError('The elements are nested too deeply.');
  const tag = tagOf(node);
  const raw = (node[':@'] ?? {}) as Record<string, string>;
  const attributes: Record<string, string> = Object.create(null);
  const scope: Record<string, string> = Object.assign(Object.create(null), outer);
  for (const [key, value] of Object.entries(raw)) {
    const name = key.slice(attribute.length);
    if (name === 'xmlns') scope[''] = decodeEntities(value);
    else if (name.startsWith('xmlns:')) scope[name.slice(6)] = decodeEntities(value);
    else if (!name.includes(':')) attributes[name] = decodeEntities(value).trim();
  }
  const content = (node[tag] ?? []) as RawNode[];
  const children: XmlElement[] = [];
  let text = '';
  for (const child of content) {
    const kind = tagOf(child);
    if (kind === '#text') text += decodeEntities(String(child['#text']));
    else if (kind === '#cdata')
      text += ((child['#cdata'] ?? []) as RawNode[]).map((n) => n['#text']).join('');
    else children.push(elementOf(child, scope, depth + 1));
  }
  const [prefix, name] = tag.includes(':') ? split(tag) : ['', tag];
  const namespace = scope[prefix];
  if (namespace === undefined) throw syntaxError(`The element ${tag} is in no namespace.`);
  return {
    namespace,
    name,
    attributes,
    children,
    text: text.trim().replaceAll(/[\t\n\r ]+/g, ' '),
  };
}

function split(tag: string): [string, string] {
  const colon = tag.indexOf(':');
  return [tag.slice(0, colon), tag.slice(colon + 1)];
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  return text.replaceAll(/&([^;\s&]{0,12});?/g, (all, entity: string) => {
    const known = entities.get(entity);
    if (known !== undefined && all.endsWith(';')) return known;
    const digits = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity);
    const code = digits ? Number.parseInt(digits[1] ?? digits[2] ?? '', digits[1] ? 16 : 10) : -1;
    const sign = code < 0 || code > 0x10ffff ? '\0' : String.fromCodePoint(code);
    if (forbidden.test(sign)) throw syntaxError('The frame has an unknown entity.');
    return sign;
  });
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/**
 * The children of a sequence, by name, after checking that each is in the parent's namespace, known, and
 * in the schema's order.
 */
export function sequence(
  parent: XmlElement,
  names: readonly string[],
): { one(name: string): XmlElement | undefined; all(name: string): XmlElement[] } {
  let reached = 0;
  for (const child of parent.children) {
    const place = child.namespace === parent.namespace ? names.indexOf(child.name) : -1;
    if (place < reached) throw syntaxError(`The element ${child.name} is not allowed here.`);
    reached = place;
  }
  const all = (name: string) => parent.children.filter((child) => child.name === name);
  return {
    all,
    one(name) {
      const found = all(name);
      if (found.length > 1) throw syntaxError(`The element ${name} appears twice.`);
      return found[0];
    },
  };
}

/** The only child element, such as the object of a command. */
export function onlyChild(parent: XmlElement): XmlElement {
  const [child] = parent.children;
  if (!child || parent.children.length > 1) {
    throw syntaxError(`The element ${parent.name} holds exactly one element.`);
  }
  return child;
}

/** The text of a required element. Throws 2003 when it is missing. */
export function requiredText(element: XmlElement | undefined, name: string): string {
  if (element && element.text !== '') return element.text;
  throw new RegistryError(2003, `The parameter ${name} is missing.`);
}
