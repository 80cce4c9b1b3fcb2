/** Frames as they may be logged: elements whose text is known to be harmless keep it, all others lose it. */

import type { XmlElement } from './xml.ts';
import { readXml } from './xml.ts';

/** Names, dates, states and ids of EPP, domain, host and fee elements. Never pw, authInfo, value, msg. */
const harmlessText = new Set(
  (
    'name hostObj hostName clTRID svTRID trStatus reID reDate acID acDate exDate crID crDate upID upDate ' +
    'trDate qDate curExpDate period roid clID objURI extURI svID svDate version lang currency fee objID class'
  ).split(' '),
);
const harmlessAttributes = new Set(
  'op code s avail count id msgID unit hosts name standard'.split(' '),
);
const minSecretLength = 3;
const maxRedactedLength = 4_000;

/**
 * A sketch of a frame without anything confidential. `secrets` are cut out even of harmless places,
 * where a careless server may repeat them. What is not XML is described by its length alone.
 */
export function redactFrame(xml: string, secrets: readonly string[]): string {
  try {
    return removeSecrets(redactElement(readXml(xml)), secrets).slice(0, maxRedactedLength);
  } catch {
    return `(${Buffer.byteLength(xml)} octets that are not readable)`;
  }
}

/** The text with every secret of some length cut out, as it is or trimmed. */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets.flatMap((each) => [each, each.trim()])) {
    if (secret.length >= minSecretLength) clean = clean.replaceAll(secret, '[cut]');
  }
  return clean;
}

/** The same of one element, however long. */
export function redactElement(element: XmlElement): string {
  const attributes = Object.entries(element.attributes)
    .filter(([name]) => harmlessAttributes.has(name))
    .map(([name, value]) => ` ${name}=${value}`);
  const inner = element.children.map(redactElement).join(' ');
  const text = element.text !== '' && harmlessText.has(element.name) ? element.text : '';
  const content = inner || text;
  return `${element.name}${attributes.join('')}${content === '' ? '' : `(${content})`}`;
}
