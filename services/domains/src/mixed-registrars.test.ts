/** A registry, a reseller and name.com at once: names go to the account of their suffix, and one that is down stops only its own. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settings } from './config.ts';
import { closeRegistrars, openRegistrars } from './registrars.ts';
import type { FaultyConnection } from './testing/faulty-connection.ts';
import { startFaultyConnection } from './testing/faulty-connection.ts';
import { connectionRow, namecomRow, registrarFile } from './testing/registrar-settings.ts';
import type { TestDomains } from './testing/start-domains.ts';
import {
  addDomainInCustody,
  day,
  expectData,
  freshName,
  startDomains,
} from './testing/start-domains.ts';

let s: TestDomains;
let namecom: FaultyConnection;

before(async () => {
  s = await startDomains();
  const { sandbox } = s;
  const { hostname: host, port } = new URL(sandbox.namecom.url);
  namecom = await startFaultyConnection({ host, port: Number(port) });
  const { path, write } = registrarFile();
  const url = `http://127.0.0.1:${namecom.port}`;
  write([
    connectionRow('default', sandbox.epp, { port: s.registryConnection.port, suffixes: '*' }),
    connectionRow('reseller', sandbox.reseller, {
      ...{ port: sandbox.reseller.port, suffixes: ['net'], profile: 'centralnic' as const },
    }),
    namecomRow('namecom', sandbox.namecom, { url, suffixes: ['io'] }),
  ]);
  await closeRegistrars();
  settings.read({
    DNS_RESOLVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    REGISTRARS_FILE: path,
    DEFAULT_PASSWORD: sandbox.epp.password,
    RESELLER_PASSWORD: sandbox.reseller.password,
    NAMECOM_PASSWORD: sandbox.namecom.token,
  });
  await openRegistrars();
});
after(async () => {
  await s.stop();
  await namecom.close();
});

const renew = (id: string) =>
  s.as('ann')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id });

test('a portfolio is held at three accounts, and each of its names is renewed there', async () => {
  for (const [suffix, connectionId, registrar] of [
    ['com', 'default', 'Nameloan'],
    ['net', 'reseller', 'NameloanReseller'],
    ['io', 'namecom', 'Name.com'],
  ] as const) {
    const name = freshName(suffix);
    const id = await addDomainInCustody(s, 'ann', name);
    assert.equal((await s.record(id)).connectionId, connectionId);
    expectData(await renew(id));
    const there = await s.control('GET', `/registry/domains/${name}`);
    assert.equal(there.registrar, registrar);
    assert.equal((await s.record(id)).expiresAt?.toISOString(), there.expiry);
  }
});

test('while name.com is down only its names wait, and none is lost', async () => {
  const held = await addDomainInCustody(s, 'ann', freshName('io'));
  namecom.cut();
  const com = await addDomainInCustody(s, 'ann', freshName('com'));
  expectData(await renew(com));
  assert.equal((await renew(held)).code, 'UNAVAILABLE');
  await s.advance(3 * day);
  for (const id of [held, com]) assert.equal((await s.record(id)).active, true);
  namecom.restore();
  expectData(await renew(held));
});
