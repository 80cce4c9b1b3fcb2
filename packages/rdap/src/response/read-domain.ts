/** Reads a server's response about a domain name into the parts of a report. */

import { domainToASCII } from 'node:url';
import type { RdapReport } from '../report.ts';
import type { DomainResponse, Entity } from './shapes.ts';
import { cardText, domainShape, entityShape } from './shapes.ts';
import { toEppStatuses } from './statuses.ts';
import type { WithholdableField } from './withheld.ts';
import { isPlaceholder, readRedactions, saysWithheld, withholdable } from './withheld.ts';

/** What one server says; `asOf` and `sources` belong to the look-up. */
export type DomainData = Omit<RdapReport, 'asOf' | 'sources'>;

export type ReadDomain =
  | { kind: 'domain'; data: DomainData; relatedUrl: URL | undefined }
  /** An error in the body of a response with status 200. */
  | { kind: 'error'; status: number }
  | { kind: 'malformed' };

const maxEntityDepth = 3;
const maxNameLength = 200;
const minYear = 1970;
const maxYear = 2200;

/** `body` is the response as text; `name` is in A-labels and lower case. */
export function readDomain(body: string, name: string): ReadDomain {
  const response = parseResponse(body);
  if (!response) return { kind: 'malformed' };
  if (response.errorCode !== undefined) return { kind: 'error', status: response.errorCode };
  if (response.objectClassName?.toLowerCase() !== 'domain') return { kind: 'malformed' };
  const answered = toName(response.ldhName) ?? toName(response.unicodeName);
  if (answered !== name) return { kind: 'malformed' };
  return { kind: 'domain', data: toData(response, name), relatedUrl: findRelated(response) };
}

function parseResponse(body: string): DomainResponse | undefined {
  try {
    const parsed = domainShape.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function toData(response: DomainResponse, name: string): DomainData {
  const entity = findRegistrar(response.entities, maxEntityDepth);
  const { dsData, delegationSigned } = response.secureDNS ?? {};
  const signed = delegationSigned ?? ((dsData?.length ?? 0) > 0 || undefined);
  const withheld = readRedactions(response.redacted ?? []);
  const data: DomainData = {
    name,
    ...present({
      registrar: entity && readRegistrar(entity),
      registeredAt: latest(response, ['registration', 'reregistration']),
      registryExpiresAt: earliest(response, ['expiration']),
      registrarExpiresAt: earliest(response, ['registrar expiration']),
      lastTransferAt: latest(response, ['transfer']),
      statuses: response.status && toEppStatuses(response.status),
      nameservers: readNameservers(response),
      ds: dsData,
    }),
    dnssec: signed === undefined ? 'UNKNOWN' : signed ? 'SIGNED' : 'UNSIGNED',
    withheld: [],
  };
  if (entity && !data.registrar?.name && hidesName(entity)) withheld.add('registrar');
  if (saysWithheld(response))
    for (const field of ['registrar', 'registeredAt', 'registryExpiresAt', 'nameservers'] as const)
      if (data[field] === undefined) withheld.add(field);
  return omitWithheld(data, withheld);
}

/** A redacted field may still have a value, which replaces the real one and is never shown. */
function omitWithheld(data: DomainData, fields: ReadonlySet<WithholdableField>): DomainData {
  const shown = {
    ...data,
    withheld: withholdable.filter((field) => fields.has(field)) as string[],
  };
  for (const field of fields) delete shown[field];
  if (!fields.has('ds')) return shown;
  return { ...shown, dnssec: 'UNKNOWN', withheld: [...shown.withheld, 'dnssec'] };
}

type Fields<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(fields: T): Fields<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Fields<T>;
}

/** Entities may be nested in others, so the registrar is searched level by level. */
function findRegistrar(
  entities: readonly unknown[] | undefined,
  depth: number,
): Entity | undefined {
  if (!entities || depth === 0) return undefined;
  const parsed = entities.flatMap((each) => {
    const entity = entityShape.safeParse(each);
    return entity.success ? [entity.data] : [];
  });
  const isRegistrar = ({ roles = [] }: Entity) =>
    roles.some((role) => role.toLowerCase() === 'registrar');
  const found = parsed.find(isRegistrar);
  if (found) return found;
  const inner = parsed.flatMap((each) => each.entities ?? []);
  return findRegistrar(inner, depth - 1);
}

function readRegistrar(entity: Entity): RdapReport['registrar'] {
  const name = cleanName(cardText(entity, 'fn')) ?? cleanName(cardText(entity, 'org'));
  const id = entity.publicIds?.find(({ type }) => /^iana registrar id$/i.test(type.trim()));
  const ianaId = /^\d{1,7}$/.test(id?.identifier ?? '') ? Number(id?.identifier) : undefined;
  const registrar = present({ name, ianaId });
  return Object.keys(registrar).length > 0 ? registrar : undefined;
}

/** A name that can be shown: one line, without control and format characters; undefined for a placeholder. */
function cleanName(text: string | undefined): string | undefined {
  const plain = text
    ?.replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength);
  return plain && !isPlaceholder(plain) ? plain : undefined;
}

function hidesName(entity: Entity): boolean {
  return saysWithheld(entity) || isPlaceholder(cardText(entity, 'fn') ?? '');
}

function datesOf({ events }: DomainResponse, actions: readonly string[]): Date[] {
  return (events ?? []).flatMap(({ eventAction, eventDate }) =>
    actions.includes(eventAction.trim().toLowerCase()) ? (readDate(eventDate) ?? []) : [],
  );
}

const latest = (response: DomainResponse, actions: readonly string[]) =>
  datesOf(response, actions).sort((one, other) => other.getTime() - one.getTime())[0];
const earliest = (response: DomainResponse, actions: readonly string[]) =>
  datesOf(response, actions).sort((one, other) => one.getTime() - other.getTime())[0];

/** A date of RFC 3339. One without a time zone is read as UTC; anything else is undefined. */
function readDate(text: string): Date | undefined {
  const plain = text.trim();
  if (
    !/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i.test(plain)
  )
    return undefined;
  const hasZone = plain.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(plain.slice(10));
  const date = new Date(hasZone ? plain : `${plain}Z`);
  const year = date.getUTCFullYear();
  return year >= minYear && year <= maxYear ? date : undefined;
}

function readNameservers({ nameservers }: DomainResponse): string[] | undefined {
  const names = nameservers?.flatMap(
    ({ ldhName, unicodeName }) => toName(ldhName) ?? toName(unicodeName) ?? [],
  );
  return names && [...new Set(names)].sort();
}

/** A name in A-labels and lower case, without final dot; undefined when it is none. */
export function toName(text: string | undefined): string | undefined {
  const ascii = domainToASCII((text ?? '').trim().replace(/\.$/, ''));
  const isName = /^[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})+$/.test(ascii);
  return isName && ascii.length <= 253 ? ascii : undefined;
}

/** The same name at the registrar's server. */
function findRelated({ links }: DomainResponse): URL | undefined {
  const link = (links ?? []).find(
    ({ rel, type, href }) =>
      rel?.toLowerCase() === 'related' &&
      /^application\/rdap\+json\b/i.test(type ?? '') &&
      URL.canParse(href),
  );
  return link && new URL(link.href);
}
