/** Guards the registrar file: what it accepts, that all its errors are reported at once, and which connection a suffix has. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findConnectionId, readRegistrarFile } from './registrar-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-registrars-'));
const path = join(folder, 'registrars.json');
after(() => rmSync(folder, { recursive: true, force: true }));

const registry = {
  id: 'registry',
  kind: 'epp',
  suffixes: ['com', 'net'],
  host: 'epp.registry.example',
  clientId: 'Nameloan',
  passwordSetting: 'REGISTRY_PASSWORD',
};
const reseller = {
  ...registry,
  id: 'reseller',
  profile: 'centralnic',
  suffixes: '*',
  host: 'epp.reseller.example',
  passwordSetting: 'RESELLER_PASSWORD',
};
const platformContact = {
  name: 'Nameloan Operations',
  street: ['1 Harbor Street'],
  city: 'Lisbon',
  country: 'PT',
  email: 'registrant@nameloan.example',
};
const environment = { REGISTRY_PASSWORD: 'password-1', RESELLER_PASSWORD: 'password-2' };

const read = (content: unknown, given: Record<string, string> = environment) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readRegistrarFile(path, given);
};

test('a file has several connections, and its passwords come from the settings that it names', () => {
  const { connections, errors } = read({ connections: [registry, reseller] });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    connections
      .filter((each) => each.kind === 'epp')
      .map(({ id, profile, port, password }) => ({ id, profile, port, password })),
    [
      { id: 'registry', profile: 'rfc', port: 700, password: 'password-1' },
      { id: 'reseller', profile: 'centralnic', port: 700, password: 'password-2' },
    ],
  );
});

test('the registrant during a loan is the borrower, or the platform with its contact', () => {
  const held = { ...registry, holder: 'platform', platformContact };
  const { connections, errors } = read({ connections: [held, reseller] });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    connections.map(({ holder }) => holder),
    ['platform', 'borrower'],
  );
  assert.deepEqual(connections[0]?.platformContact, platformContact);
});

test('a suffix belongs to the connection that names it, otherwise to the one for all', () => {
  const { connections } = read({ connections: [reseller, registry] });
  const idOf = (suffix: string) => findConnectionId(connections, suffix);
  assert.deepEqual(['com', 'net', 'io', 'co.uk'].map(idOf), [
    ...['registry', 'registry'],
    ...['reseller', 'reseller'],
  ]);
  assert.equal(findConnectionId(read({ connections: [registry] }).connections, 'io'), undefined);
});

const namecom = {
  id: 'namecom',
  kind: 'namecom',
  suffixes: ['dev'],
  username: 'nameloan',
  passwordSetting: 'NAMECOM_TOKEN',
};

test('a connection to name.com has an API token, and by default the token that signs its notices', () => {
  const tokens = { NAMECOM_TOKEN: 'token-of-the-api', FIRST_TOKEN: 'token-of-notices' };
  const webhookUrl = 'https://nameloan.example/api/webhooks/namecom/namecom';
  const ofNotices = { webhookUrl, webhookTokenSetting: 'FIRST_TOKEN' };
  for (const [more, webhookToken] of [
    [{ webhookUrl }, 'token-of-the-api'],
    [ofNotices, 'token-of-notices'],
  ] as const) {
    const { connections, errors } = read({ connections: [{ ...namecom, ...more }] }, tokens);
    assert.deepEqual(errors, []);
    assert.deepEqual(connections, [
      {
        ...{ id: 'namecom', kind: 'namecom', holder: 'borrower', suffixes: ['dev'], webhookUrl },
        ...{ url: 'https://api.name.com', username: 'nameloan', password: 'token-of-the-api' },
        webhookToken,
      },
    ]);
  }
});

test('what is wrong with a connection to name.com is reported', () => {
  const cases: [object, RegExp][] = [
    [{ url: 'http://api.name.com' }, /not an https address/],
    [{ username: '' }, /username/],
    [{ clientId: 'Nameloan' }, /clientId/],
    [{ webhookUrl: 'ftp://nameloan.example' }, /webhookUrl/],
  ];
  for (const [change, wanted] of cases)
    assert.match(
      read(
        { connections: [{ ...namecom, ...change }] },
        { NAMECOM_TOKEN: 'token-1234' },
      ).errors.join(),
      wanted,
    );
  const twice = [namecom, { ...namecom, id: 'second', suffixes: ['app'] }];
  assert.match(
    read({ connections: twice }, { NAMECOM_TOKEN: 'token-1234' }).errors.join(),
    /the account nameloan at https:\/\/api.name.com is used by namecom and second/,
  );
  assert.match(read({ connections: [namecom] }).errors.join(), /NAMECOM_TOKEN is required/);
});

test('everything that is wrong with a file is reported, and no secret', () => {
  const cases: [object, RegExp][] = [
    [{ id: 'Not valid' }, /letters a to z/],
    [{ kind: 'other' }, /not "epp" or "namecom"/],
    [{ profile: 'other' }, /profile/],
    [{ holder: 'lender' }, /holder/],
    [{ holder: 'platform' }, /registry has the platform as holder and needs platformContact/],
    [{ platformContact: { ...platformContact, country: 'Portugal' } }, /two capital letters/],
    [{ platformContact: { ...platformContact, voice: '12345' } }, /CC.NUMBER/],
    [{ platformContact: { ...platformContact, street: [] } }, /street/],
    [{ suffixes: [] }, /suffixes/],
    [{ port: 0 }, /port/],
    [{ clientId: 'x' }, /clientId/],
    [{ passwordSetting: 'secret!' }, /environment variable/],
    [{ password: 'in the file' }, /password/],
    [{ ca: '/etc/ca.pem' }, /PEM/],
    [{ capabilities: { feeAt: 'REQUEST' } }, /feeAt/],
    [{ id: 'reseller' }, /the id reseller is used by reseller and reseller/],
    [{ suffixes: '*' }, /the suffix \* is used by registry and reseller/],
    [
      { host: reseller.host },
      /the account Nameloan at epp.reseller.example:700 is used by registry and reseller/,
    ],
  ];
  for (const [change, wanted] of cases) {
    const { connections, errors } = read({ connections: [{ ...registry, ...change }, reseller] });
    assert.match(errors.join('\n'), wanted);
    assert.deepEqual(connections, []);
  }
  const two = read({ connections: [{ ...registry, port: 'x', host: '' }, reseller] });
  assert.match(two.errors.join(), /host[\s\S]*port|port[\s\S]*host/);
  const weak = read({ connections: [registry, reseller] }, { REGISTRY_PASSWORD: 'short' });
  assert.equal(weak.errors.length, 2);
  assert.match(weak.errors.join(), /REGISTRY_PASSWORD is required.*RESELLER_PASSWORD is required/s);
  assert.doesNotMatch(weak.errors.join(), /short/);
  assert.match(read('{').errors.join(), /cannot be read/);
  assert.match(readRegistrarFile(join(folder, 'absent'), {}).errors.join(), /ENOENT/);
});
