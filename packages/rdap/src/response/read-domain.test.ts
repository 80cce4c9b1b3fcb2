/** Responses as registries and registrars send them, retyped after RFC 9083, RFC 9537 and what real servers do. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainData } from './read-domain.ts';
import { readDomain } from './read-domain.ts';

function read(name: string, response: unknown): DomainData {
  const result = readDomain(JSON.stringify(response), name);
  assert.equal(result.kind, 'domain', JSON.stringify(result));
  return (result as { data: DomainData }).data;
}

const domain = (ldhName: string, more: Record<string, unknown> = {}) => ({
  objectClassName: 'domain',
  ldhName,
  ...more,
});
const event = (eventAction: string, eventDate: unknown) => ({ eventAction, eventDate });
const card = (...properties: unknown[]) => [
  'vcard',
  [['version', {}, 'text', '4.0'], ...properties],
];
const fn = (name: string) => ['fn', {}, 'text', name];

test('a registry that writes in upper case and nests the abuse contact is read completely', () => {
  const data = read(
    'example.com',
    domain('EXAMPLE.COM', {
      handle: '2336799_DOMAIN_COM-VRSN',
      status: ['client delete prohibited', 'client transfer prohibited', 'server hold'],
      entities: [
        {
          objectClassName: 'entity',
          handle: '376',
          roles: ['registrar'],
          publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
          vcardArray: card(fn('RESERVED-Example Registrar, Inc.')),
          entities: [{ roles: ['abuse'], vcardArray: card(fn('Abuse desk')) }],
        },
      ],
      events: [
        event('registration', '1995-08-14T04:00:00Z'),
        event('expiration', '2027-08-13T04:00:00Z'),
        event('last changed', '2026-08-14T07:01:34Z'),
      ],
      secureDNS: {
        delegationSigned: true,
        dsData: [{ keyTag: 370, algorithm: 13, digestType: 2, digest: 'be74359954660069d5c6' }],
      },
      nameservers: [{ ldhName: 'B.IANA-SERVERS.NET' }, { ldhName: 'a.iana-servers.net.' }],
    }),
  );
  assert.deepEqual(data, {
    name: 'example.com',
    registrar: { name: 'RESERVED-Example Registrar, Inc.', ianaId: 376 },
    registeredAt: new Date('1995-08-14T04:00:00Z'),
    registryExpiresAt: new Date('2027-08-13T04:00:00Z'),
    statuses: ['clientDeleteProhibited', 'clientTransferProhibited', 'serverHold'],
    nameservers: ['a.iana-servers.net', 'b.iana-servers.net'],
    dnssec: 'SIGNED',
    ds: [{ keyTag: 370, algorithm: 13, digestType: 2, digest: 'BE74359954660069D5C6' }],
    withheld: [],
  });
});

test('a country registry with a sponsor, a transfer and local times is read', () => {
  const data = read(
    'example.fr',
    domain('example.fr', {
      status: ['associated', 'active'],
      entities: [
        { roles: ['technical'], vcardArray: card(fn('A person')) },
        {
          roles: ['registrar', 'sponsor'],
          publicIds: [{ type: 'IANA Registrar ID', identifier: 9999 }],
          vcardArray: card(fn('Registry Operations'), ['tel', { type: 'fax' }, 'text', '+33.1']),
        },
      ],
      events: [
        event('registration', '2001-12-11T00:00:00+01:00'),
        event('transfer', '2012-01-01T00:00:00Z'),
        event('transfer', '2017-07-18T10:26:59.123456+02:00'),
        event('expiration', '2029-07-18'),
      ],
      secureDNS: { delegationSigned: false },
    }),
  );
  assert.deepEqual(data.registrar, { name: 'Registry Operations', ianaId: 9999 });
  assert.equal(data.registeredAt?.toISOString(), '2001-12-10T23:00:00.000Z');
  assert.equal(data.lastTransferAt?.toISOString(), '2017-07-18T08:26:59.123Z');
  assert.equal(data.registryExpiresAt?.toISOString(), '2029-07-18T00:00:00.000Z');
  assert.deepEqual(data.statuses, ['linked', 'ok']);
  assert.equal(data.dnssec, 'UNSIGNED');
  assert.equal(data.nameservers, undefined, 'unknown, not none');
});

test('a name that was deleted and registered again is as old as its last registration', () => {
  const events = [
    event('registration', '2005-01-01T00:00:00Z'),
    event('reregistration', '2026-03-01T00:00:00Z'),
  ];
  const data = read('again.org', domain('again.org', { events }));
  assert.equal(data.registeredAt?.getUTCFullYear(), 2026);
});

test('what a server does not say is absent, and what it says of a wrong type is too', () => {
  const bare = { name: 'bare.org', dnssec: 'UNKNOWN', withheld: [] };
  assert.deepEqual(read('bare.org', domain('bare.org')), bare);
  const wrong = {
    status: { 0: 'active' },
    events: 'none',
    entities: [null, 1, { roles: 'registrar' }],
    nameservers: {},
    secureDNS: [],
    redacted: 'yes',
    links: [{ rel: 'related' }],
    remarks: null,
  };
  assert.deepEqual(read('bare.org', domain('bare.org', wrong)), bare);
  const mixed = read(
    'bare.org',
    domain('bare.org', {
      status: 'active',
      events: [event('registration', 5), event('registration', 'yesterday'), {}],
      nameservers: [{}, { ldhName: 'not a host' }, { unicodeName: 'ns.bücher.example' }],
      secureDNS: { delegationSigned: 'true', dsData: [{ keyTag: 'x' }, {}] },
    }),
  );
  assert.deepEqual(mixed, {
    name: 'bare.org',
    statuses: ['ok'],
    nameservers: ['ns.xn--bcher-kva.example'],
    dnssec: 'SIGNED',
    ds: [],
    withheld: [],
  });
  assert.deepEqual(read('none.org', domain('none.org', { nameservers: [] })).nameservers, []);
});

const redact = (label: object, path: string | undefined, method = 'removal') => ({
  name: label,
  ...(path && { prePath: path, pathLang: 'jsonpath' }),
  method,
});

test('redacted fields are withheld by path or by name, and values in their place are not shown', () => {
  const data = read(
    'hidden.example',
    domain('hidden.example', {
      rdapConformance: ['rdap_level_0', 'redacted'],
      status: ['active'],
      events: [event('registration', '1970-01-01T00:00:00Z')],
      entities: [{ roles: ['registrar'], vcardArray: card(fn('')) }],
      secureDNS: { delegationSigned: false },
      redacted: [
        redact({ description: 'Date' }, "$.events[?(@.eventAction=='registration')]", 'emptyValue'),
        redact(
          { description: 'x' },
          "$.events[?(@.eventAction == 'registrar expiration')].eventDate",
        ),
        redact({ type: 'Registry Expiry Date' }, undefined),
        redact({ description: 'Registrar' }, "$.entities[?(@.roles[0]=='registrar')]"),
        redact({ description: 'Servers' }, "$['nameservers']"),
        redact({ description: 'Keys' }, '$.secureDNS.dsData', 'replacementValue'),
      ],
    }),
  );
  assert.deepEqual(data, {
    name: 'hidden.example',
    statuses: ['ok'],
    dnssec: 'UNKNOWN',
    withheld: [
      'registrar',
      'registeredAt',
      'registryExpiresAt',
      'registrarExpiresAt',
      'nameservers',
      'ds',
      'dnssec',
    ],
  });
});

test('redacted contacts withhold nothing of a report', () => {
  const path = (end: string) => `$.entities[?(@.roles[0]=='${end}`;
  const data = read(
    'contacts.example',
    domain('contacts.example', {
      entities: [{ roles: ['registrar'], vcardArray: card(fn('Shown Registrar')) }],
      redacted: [
        redact({ type: 'Registry Domain ID' }, '$.handle'),
        redact({ type: 'Registrant Name' }, path("registrant')].vcardArray[1][?(@[0]=='fn')][3]")),
        redact({ description: 'Mail' }, path("registrar')].vcardArray[1][?(@[0]=='email')]")),
        redact({}, undefined),
      ],
    }),
  );
  assert.deepEqual(data.withheld, []);
  assert.deepEqual(data.registrar, { name: 'Shown Registrar' });
});

test('older servers withhold by remarks and by placeholders', () => {
  const remarks = [{ title: 'REDACTED FOR PRIVACY', description: ['Some data has been removed'] }];
  const byEntity = read(
    'old.example',
    domain('old.example', {
      entities: [
        { roles: ['registrant'], remarks },
        { roles: ['registrar'], remarks, vcardArray: card(['org', {}, 'text', '']) },
      ],
    }),
  );
  assert.deepEqual(byEntity.withheld, ['registrar']);
  const byPlaceholder = read(
    'old.example',
    domain('old.example', {
      entities: [{ roles: ['registrar'], vcardArray: card(fn('Redacted for Privacy')) }],
    }),
  );
  assert.deepEqual(byPlaceholder.withheld, ['registrar']);
  assert.equal(byPlaceholder.registrar, undefined);
  const byDomain = read(
    'old.example',
    domain('old.example', {
      events: [event('registration', '2020-01-01T00:00:00Z')],
      remarks: [{ type: 'object redacted due to authorization' }],
    }),
  );
  assert.deepEqual(byDomain.withheld, ['registrar', 'registryExpiresAt', 'nameservers']);
});

test('the registrar’s address is the related link of RDAP’s type', () => {
  const links = [
    { rel: 'related', href: 'https://www.registrar.example/', type: 'text/html' },
    { rel: 'self', href: 'https://rdap.example.org/domain/a.com', type: 'application/rdap+json' },
    {
      rel: 'related',
      href: 'https://rdap.registrar.example/domain/A.COM',
      type: 'application/rdap+json',
    },
  ];
  const result = readDomain(JSON.stringify(domain('a.com', { links })), 'a.com');
  assert.ok(result.kind === 'domain');
  assert.equal(result.relatedUrl?.href, 'https://rdap.registrar.example/domain/A.COM');
});

test('names of registrars are one line without control characters, and not longer than 200 characters', () => {
  const name = `Evil\u202e\n\u0000 Registrar ${'x'.repeat(400)}`;
  const entities = [{ roles: ['registrar'], vcardArray: card(fn(name)) }];
  const shown = read('evil.com', domain('evil.com', { entities })).registrar?.name ?? '';
  assert.ok(shown.startsWith('Evil Registrar xxx'), shown);
  assert.equal(shown.length, 200);
});

test('random changes to a valid response never throw', () => {
  const valid = JSON.stringify(
    domain('fuzz.com', {
      status: ['active'],
      events: [event('registration', '2020-01-01T00:00:00Z')],
      entities: [{ roles: ['registrar'], vcardArray: card(fn('R')), publicIds: [] }],
      redacted: [redact({ type: 'Registrant Name' }, '$.entities[0]')],
    }),
  );
  const values = ['null', '[]', '{}', '""', '1e999', 'true', '"x"'];
  for (let at = 0; at < valid.length; at += 1)
    for (const value of values)
      readDomain(valid.slice(0, at) + value + valid.slice(at + value.length), 'fuzz.com');
});
