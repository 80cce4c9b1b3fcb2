/** What RDAP servers respond about a domain (RFC 9083): the registry's, and that of its registrar. Pure. */

import { createHash } from 'node:crypto';
import type { Domain } from '../records.ts';
import { displayedStatuses, otherRegistrar } from '../registry/domain.ts';
import { rgpStatus } from '../registry/expiry-phases.ts';

export interface ResponseContext {
  readonly now: Date;
  /** The address of the response itself. */
  readonly selfUrl: string;
  /** The same name at the registrar's server; null: this is the registrar's server. */
  readonly registrarUrl: string | null;
}

type Json = Readonly<Record<string, unknown>>;

export function domainResponse(domain: Domain, context: ResponseContext): Json {
  const { now, selfUrl, registrarUrl } = context;
  const isRegistry = registrarUrl !== null;
  const { ds = [] } = domain;
  return {
    rdapConformance: [
      'rdap_level_0',
      'icann_rdap_response_profile_1',
      'icann_rdap_technical_implementation_guide_1',
      'redacted',
    ],
    objectClassName: 'domain',
    handle: domain.roid,
    // Registries differ in the case of names, and clients must not.
    ldhName: isRegistry ? domain.name.toUpperCase() : domain.name,
    links: [
      link(selfUrl, { rel: 'self', href: selfUrl }),
      ...(registrarUrl ? [link(selfUrl, { rel: 'related', href: registrarUrl })] : []),
    ],
    status: toRdapStatuses(domain, now),
    events: eventsOf(domain, { now, isRegistry }),
    entities: [registrarEntity(domain.registrar), registrantEntity],
    nameservers: domain.nameservers.map((name) => ({
      objectClassName: 'nameserver',
      ldhName: isRegistry ? name.toUpperCase() : name,
    })),
    secureDNS: { delegationSigned: ds.length > 0, ...(ds.length > 0 && { dsData: ds }) },
    notices: [
      {
        title: 'Terms of Use',
        description: ['Simulated data of a sandbox.'],
      },
    ],
    redacted: redactedContacts,
  };
}

export function errorResponse(errorCode: number, title: string): Json {
  return { rdapConformance: ['rdap_level_0'], errorCode, title, description: [title] };
}

function link(value: string, { rel, href }: { rel: string; href: string }): Json {
  return { value, rel, href, type: 'application/rdap+json' };
}

/** RDAP writes EPP's statuses as words, and `ok` as `active` (RFC 8056). */
function toRdapStatuses(domain: Domain, now: Date): string[] {
  const grace = rgpStatus(domain, now);
  const statuses = new Set([...displayedStatuses(domain, now), ...(grace ? [grace] : [])]);
  return [...statuses].map((status) =>
    status === 'ok'
      ? 'active'
      : status.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
}

function eventsOf(domain: Domain, { now, isRegistry }: { now: Date; isRegistry: boolean }): Json[] {
  const event = (eventAction: string, eventDate: string | null) =>
    eventDate === null ? [] : [{ eventAction, eventDate }];
  return [
    ...event('registration', domain.createdAt),
    ...event('expiration', domain.expiresAt),
    // This registry does not renew automatically, so both expire on the same day.
    ...(isRegistry ? [] : event('registrar expiration', domain.expiresAt)),
    ...event('transfer', domain.transferredAt),
    ...event('last changed', domain.updatedAt),
    ...event('last update of RDAP database', now.toISOString()),
  ];
}

function registrarEntity(registrar: string): Json {
  const id = String(registrarId(registrar));
  return {
    objectClassName: 'entity',
    handle: id,
    roles: ['registrar'],
    publicIds: [{ type: 'IANA Registrar ID', identifier: id }],
    vcardArray: vcard(['fn', {}, 'text', registrar]),
    entities: [
      {
        objectClassName: 'entity',
        roles: ['abuse'],
        vcardArray: vcard(
          ['fn', {}, 'text', ''],
          ['tel', { type: 'voice' }, 'uri', 'tel:+1.2025550100'],
          ['email', {}, 'text', 'abuse@registrar.example'],
        ),
      },
    ],
  };
}

const firstDerivedId = 9000;
const derivedIds = 900;

/** IANA reserves 9998 for tests; other registrars have an invented number that follows from the name. */
function registrarId(registrar: string): number {
  if (registrar === otherRegistrar) return 9998;
  const digest = createHash('sha256').update(registrar).digest();
  return firstDerivedId + (digest.readUInt32BE(0) % derivedIds);
}

const vcard = (...properties: unknown[]) => [
  'vcard',
  [['version', {}, 'text', '4.0'], ...properties],
];

const registrantEntity: Json = {
  objectClassName: 'entity',
  handle: '',
  roles: ['registrant'],
  vcardArray: vcard(['fn', {}, 'text', '']),
};

/** Contacts are redacted as ICANN's profile of 2024 demands (RFC 9537). */
const redactedContacts: readonly Json[] = [
  {
    name: { type: 'Registry Registrant ID' },
    postPath: "$.entities[?(@.roles[0]=='registrant')].handle",
    pathLang: 'jsonpath',
    method: 'emptyValue',
    reason: { description: 'Server policy' },
  },
  {
    name: { type: 'Registrant Name' },
    postPath: "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]",
    pathLang: 'jsonpath',
    method: 'emptyValue',
    reason: { description: 'Server policy' },
  },
];
