/**
 * Responses in the form that ICANN's RDAP Response Profile of 2024 requires of registries and registrars of generic TLDs,
 * with our own values: conformance, notices, status descriptions, redaction by the names of the profile.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainData } from './read-domain.ts';
import { readDomain } from './read-domain.ts';

const conformance = [
  'rdap_level_0',
  'icann_rdap_technical_implementation_guide_1',
  'icann_rdap_response_profile_1',
  'redacted',
];
const notices = [
  {
    title: 'Status Codes',
    description: [
      'For more information on domain status codes, please visit https://icann.org/epp',
    ],
    links: [{ rel: 'glossary', href: 'https://icann.org/epp', type: 'text/html' }],
  },
  { title: 'Terms of Use', description: ['Service subject to terms of use.'] },
];
const card = (fn: string) => [
  'vcard',
  [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', fn],
    ['adr', {}, 'text', ['', '', '', '', '', '', 'PT']],
  ],
];
const registrar = {
  objectClassName: 'entity',
  handle: '9991',
  roles: ['registrar'],
  publicIds: [{ type: 'IANA Registrar ID', identifier: '9991' }],
  vcardArray: card('Lisbon Names, Lda.'),
  entities: [{ objectClassName: 'entity', roles: ['abuse'], vcardArray: card('') }],
};
const removed = (type: string, prePath?: string) => ({
  name: { type },
  ...(prePath && { prePath, pathLang: 'jsonpath' }),
  method: 'removal',
  reason: { description: 'Server policy' },
});

function read(response: object): { data: DomainData; related: string | undefined } {
  const result = readDomain(JSON.stringify(response), 'quay.example');
  assert.equal(result.kind, 'domain', JSON.stringify(result));
  const { data, relatedUrl } = result as Extract<typeof result, { kind: 'domain' }>;
  return { data, related: relatedUrl?.href };
}

const registry = {
  rdapConformance: conformance,
  notices,
  objectClassName: 'domain',
  handle: 'D991-EX',
  ldhName: 'QUAY.EXAMPLE',
  links: [
    {
      value: 'https://rdap.registry.example/domain/quay.example',
      rel: 'related',
      href: 'https://rdap.lisbon-names.example/domain/quay.example',
      type: 'application/rdap+json',
    },
  ],
  status: ['client transfer prohibited', 'server delete prohibited', 'add period'],
  events: [
    { eventAction: 'registration', eventDate: '2024-02-29T10:20:30Z' },
    { eventAction: 'expiration', eventDate: '2028-02-29T10:20:30Z' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-11-28T00:00:00Z' },
  ],
  entities: [registrar],
  secureDNS: { delegationSigned: false },
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS1.QUAY.EXAMPLE' },
    { objectClassName: 'nameserver', ldhName: 'ns2.quay.example' },
  ],
};

test('a registry’s response is read whole, and its notices withhold nothing', () => {
  const { data, related } = read(registry);
  assert.deepEqual(data, {
    name: 'quay.example',
    registrar: { name: 'Lisbon Names, Lda.', ianaId: 9991 },
    registeredAt: new Date('2024-02-29T10:20:30Z'),
    registryExpiresAt: new Date('2028-02-29T10:20:30Z'),
    statuses: ['addPeriod', 'clientTransferProhibited', 'serverDeleteProhibited'],
    nameservers: ['ns1.quay.example', 'ns2.quay.example'],
    dnssec: 'UNSIGNED',
    withheld: [],
  });
  assert.equal(related, 'https://rdap.lisbon-names.example/domain/quay.example');
});

test('a registrar’s response has its own expiry, and the redacted contacts are no part of a report', () => {
  const registrant = { objectClassName: 'entity', roles: ['registrant'], vcardArray: card('') };
  const { data } = read({
    ...registry,
    events: [
      ...registry.events,
      { eventAction: 'registrar expiration', eventDate: '2027-02-28T10:20:30Z' },
      { eventAction: 'last changed', eventDate: '2026-03-01T00:00:00Z' },
    ],
    entities: [registrar, registrant],
    redacted: [
      removed('Registry Domain ID', '$.handle'),
      removed('Registrant Name'),
      removed('Registrant Email', "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][1]"),
      removed('Tech Phone'),
    ],
  });
  assert.equal(data.registrarExpiresAt?.toISOString(), '2027-02-28T10:20:30.000Z');
  assert.equal(data.registryExpiresAt?.toISOString(), '2028-02-29T10:20:30.000Z');
  assert.deepEqual(data.withheld, []);
  assert.equal(data.registrar?.ianaId, 9991);
});

test('a registrar without an IANA id, such as a registry that sells itself, keeps its name', () => {
  const { publicIds: _, ...unnumbered } = registrar;
  const { data } = read({ ...registry, entities: [unnumbered] });
  assert.deepEqual(data.registrar, { name: 'Lisbon Names, Lda.' });
});
