/** Which fields of a report the server withheld: by RFC 9537, or by the remarks that older servers send. */

import type { DomainResponse, Entity, Redaction } from './shapes.ts';

/** Fields of a report that a server can withhold. */
export const withholdable = [
  'registrar',
  'registeredAt',
  'registryExpiresAt',
  'registrarExpiresAt',
  'lastTransferAt',
  'statuses',
  'nameservers',
  'ds',
] as const;
export type WithholdableField = (typeof withholdable)[number];

const fieldsOfEvents: Readonly<Record<string, WithholdableField>> = {
  registration: 'registeredAt',
  reregistration: 'registeredAt',
  expiration: 'registryExpiresAt',
  'registrar expiration': 'registrarExpiresAt',
  transfer: 'lastTransferAt',
};

const fieldsOfMembers: Readonly<Record<string, WithholdableField>> = {
  status: 'statuses',
  nameservers: 'nameservers',
  secureDNS: 'ds',
};

/** Names of redacted data, by which a redaction without a usable path is understood. */
const fieldsOfNames: Readonly<Record<string, WithholdableField>> = {
  registrar: 'registrar',
  'registrar name': 'registrar',
  'sponsoring registrar': 'registrar',
  'creation date': 'registeredAt',
  'registration date': 'registeredAt',
  'expiration date': 'registryExpiresAt',
  'expiry date': 'registryExpiresAt',
  'registry expiry date': 'registryExpiresAt',
  'registrar registration expiration date': 'registrarExpiresAt',
  'transfer date': 'lastTransferAt',
  'last transfer date': 'lastTransferAt',
  'domain status': 'statuses',
  'name server': 'nameservers',
  'name servers': 'nameservers',
  nameservers: 'nameservers',
};

/** The fields that the items of `redacted` name; data of contacts names none. */
export function readRedactions(redacted: readonly Redaction[]): Set<WithholdableField> {
  const fields = redacted.flatMap(({ name, ...paths }) => {
    const path = paths.prePath ?? paths.postPath ?? paths.replacementPath;
    const label = (name?.type ?? name?.description ?? '').trim().toLowerCase();
    return (path && fieldOfPath(path)) || fieldsOfNames[label] || [];
  });
  return new Set(fields);
}

/** The field that a JSONPath leads to (RFC 9535), in dot or bracket notation. */
function fieldOfPath(path: string): WithholdableField | undefined {
  const plain = path.replaceAll(/\s+/g, '').replaceAll('"', "'");
  const event = /^\$(?:\.events|\['events'\])\[\?.*eventAction.*?==\s*'([^']+)'/.exec(
    path.replaceAll('"', "'"),
  )?.[1];
  if (event !== undefined) return fieldsOfEvents[event.toLowerCase()];
  if (/^\$(?:\.entities|\['entities'\])\[.*'registrar'/.test(plain)) {
    // The whole entity, or its name or id; its address and telephone are not in a report.
    const ofReport = /'registrar'\)?\)?\]$|vcardArray(?:'\])?$|'fn'|publicIds/.test(plain);
    return ofReport ? 'registrar' : undefined;
  }
  const member = /^\$(?:\.|\[')(\w+)/.exec(plain)?.[1] ?? '';
  return fieldsOfMembers[member];
}

/** Whether a text stands for a value that the server withholds. */
export function isPlaceholder(text: string): boolean {
  return /\b(?:redacted|data protected|not disclosed|withheld|statutory masking)\b/i.test(text);
}

/** Whether an object's remarks say that data was left out (RFC 9083 section 10.2.1 and older practice). */
export function saysWithheld({ remarks }: Pick<DomainResponse | Entity, 'remarks'>): boolean {
  return (remarks ?? []).some(
    ({ title = '', type = '' }) =>
      isPlaceholder(title) || /^object (?:redacted|truncated) due to/i.test(type),
  );
}
