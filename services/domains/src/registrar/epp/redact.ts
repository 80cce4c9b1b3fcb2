/** Redacts frames for logs: only elements that are known to be harmless keep their text. */

import type { XmlElement } from './xml.ts';
import { readXml } from './xml.ts';

/** Names, dates, states and ids of EPP, domain, host and fee elements. Never pw, authInfo, value, msg. */
const harmlessText = new Set(
  (
    'name hostObj hostName clTRID svTRID trStatus reID reDate acID acDate exDate crID crDate upID upDate ' +
    'trDate qDate curExpDate period roid clID objURI extURI svID svDate version lang currency fee objID class ' +
    'keyTag alg digestType digest'
  ).split(' '),
);
const harmlessAttributes = new Set(
  'op code s avail count id msgID unit hosts name standard'.split(' '),
);
const minSecretLength = 3;
const maxRedactedLength = 4_000;

/**
 * A redacted outline of a frame. `secrets` are removed from harmless elements too, because a server may repeat them
 * there. Anything that is not XML is described only by its length.
 */
export function redactFrame(xml: string, secrets: readonly string[]): string {
  try {
    return removeSecrets(redactElement(readXml(xml)), secrets).slice(0, maxRedactedLength);
  } catch {
    return `(${Buffer.byteLength(xml)} octets that are not readable)`;
  }
}

/** Removes every secret above the minimum length, exact or trimmed, from a string. */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets.flatMap((each) => [each, each.trim()])) {
    if (secret.length >= minSecretLength) clean = clean.replaceAll(secret, '[cut]');
  }
  return clean;
}

/** The redacted outline of one element, of any length. */
export function redactElement(element: XmlElement): string {
  // A contact's name and address.
  if (element.name === 'postalInfo') return element.name;
  const attributes = Object.entries(element.attributes)
    .filter(([name]) => harmlessAttributes.has(name))
    .map(([name, value]) => ` ${name}=${value}`);
  const inner = element.children.map(redactElement).join(' ');
  const text = element.text !== '' && harmlessText.has(element.name) ? element.text : '';
  const content = inner || text;
  return `${element.name}${attributes.join('')}${content === '' ? '' : `(${content})`}`;
}
