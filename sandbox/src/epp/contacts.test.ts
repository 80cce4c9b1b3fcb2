/** A registrar's commands for contacts and DS records over EPP; every response is validated against the schemas. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import { contactNamespace, secDnsNamespace } from './names.ts';
import { codeOf, domainXml, TestRegistrar, textOf, transferXml } from './test-registrar.ts';

let sandbox: RunningSandbox;
let registrar: TestRegistrar;
before(async () => {
  sandbox = await startSandbox();
  registrar = await TestRegistrar.loggedIn(sandbox);
});
after(async () => {
  registrar.close();
  await sandbox.close();
});

const digest = 'AB'.repeat(32);
const ds = (keyTag: number, more: { digestType?: number; digest?: string } = {}) =>
  `<secDNS:dsData><secDNS:keyTag>${keyTag}</secDNS:keyTag><secDNS:alg>13</secDNS:alg>` +
  `<secDNS:digestType>${more.digestType ?? 2}</secDNS:digestType><secDNS:digest>${more.digest ?? digest}</secDNS:digest></secDNS:dsData>`;
const update = (name: string, content: string, attributes = '') =>
  registrar.command(
    `${domainXml('update', `<domain:name>${name}</domain:name>`)}<extension><secDNS:update xmlns:secDNS="${secDnsNamespace}"${attributes}>${content}</secDNS:update></extension>`,
  );
const add = (...records: string[]) => `<secDNS:add>${records.join('')}</secDNS:add>`;
const remove = (...records: string[]) => `<secDNS:rem>${records.join('')}</secDNS:rem>`;
const info = (name: string) =>
  registrar.command(domainXml('info', `<domain:name>${name}</domain:name>`));
const keyTags = (xml: string) =>
  [...xml.matchAll(/<secDNS:keyTag>(\d+)</g)].map(([, tag]) => Number(tag));

/** A domain that our registrar sponsors. */
async function ours(name: string): Promise<void> {
  const { authCode } = await ok(sandbox, 'GET', `/registry/domains/${name}`);
  assert.equal(codeOf(await registrar.command(transferXml('request', name, authCode))), 1001);
  await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
}

const contactXml = (verb: string, content: string) =>
  `<${verb}><contact:${verb} xmlns:contact="${contactNamespace}">${content}</contact:${verb}></${verb}>`;
const address = (type: string, name: string, country = 'PT') =>
  `<contact:postalInfo type="${type}"><contact:name>${name}</contact:name><contact:addr><contact:street>Rua 1</contact:street>` +
  `<contact:city>Lisboa</contact:city><contact:cc>${country}</contact:cc></contact:addr></contact:postalInfo>`;
const create = (id: string, forms: string, email = 'ann@example.org') =>
  registrar.command(
    contactXml(
      'create',
      `<contact:id>${id}</contact:id>${forms}<contact:email>${email}</contact:email><contact:authInfo><contact:pw>code-1234</contact:pw></contact:authInfo>`,
    ),
  );

test('DS records are added, replaced in one update and removed, and info shows them only for a signed domain', async () => {
  const name = 'signed.com';
  await ours(name);
  assert.doesNotMatch(await info(name), /secDNS/);
  assert.equal(codeOf(await update(name, add(ds(1), ds(2)))), 1000);
  assert.deepEqual(keyTags(await info(name)), [1, 2]);
  assert.equal(codeOf(await update(name, remove(ds(1)) + add(ds(3)))), 1000);
  assert.deepEqual(keyTags(await info(name)), [2, 3]);
  assert.equal(codeOf(await update(name, remove('<secDNS:all>true</secDNS:all>'))), 1000);
  assert.doesNotMatch(await info(name), /secDNS/);
});

test('invalid DS records are rejected with the code of the RFC, and nothing changes', async () => {
  const name = 'signed-2.com';
  await ours(name);
  await update(name, add(ds(1)));
  const nine = Array.from({ length: 8 }, (_, at) => ds(at + 10));
  const key =
    '<secDNS:keyData><secDNS:flags>257</secDNS:flags><secDNS:protocol>3</secDNS:protocol><secDNS:alg>13</secDNS:alg><secDNS:pubKey>AQID</secDNS:pubKey></secDNS:keyData>';
  const cases: [string, number][] = [
    [add(...nine), 2306],
    [add(ds(2, { digest: 'AB' })), 2306],
    [add(ds(2, { digestType: 9 })), 2306],
    [add(key), 2306],
    [add(ds(70_000)), 2001],
    [add(ds(2, { digest: 'XY' })), 2001],
    [remove(ds(5)), 2303],
    ['<secDNS:chg><secDNS:maxSigLife>5</secDNS:maxSigLife></secDNS:chg>', 2102],
    ['', 2003],
  ];
  for (const [content, code] of cases) assert.equal(codeOf(await update(name, content)), code);
  assert.equal(codeOf(await update(name, add(ds(2)), ' urgent="true"')), 2102);
  assert.deepEqual(keyTags(await info(name)), [1]);
  assert.equal(codeOf(await update('elsewhere.com', add(ds(1)))), 2201);
});

test('a contact is created once, updated and read, and a domain takes it as its registrant', async () => {
  assert.equal(codeOf(await create('NLTEST1', address('int', 'Ann'))), 1000);
  assert.equal(codeOf(await create('NLTEST1', address('int', 'Ann'))), 2302);
  const change = `<contact:chg>${address('int', 'Jose')}${address('loc', 'José')}<contact:voice>+351.2100000</contact:voice></contact:chg>`;
  const changed = contactXml('update', `<contact:id>NLTEST1</contact:id>${change}`);
  assert.equal(codeOf(await registrar.command(changed)), 1000);
  const read = await registrar.command(contactXml('info', '<contact:id>NLTEST1</contact:id>'));
  assert.match(read, /type="loc"><contact:name>José</);
  assert.equal(textOf(read, 'voice'), '+351.2100000');
  const name = 'contacted.com';
  await ours(name);
  const set = (id: string) =>
    registrar.command(
      domainXml(
        'update',
        `<domain:name>${name}</domain:name><domain:chg><domain:registrant>${id}</domain:registrant></domain:chg>`,
      ),
    );
  assert.equal(codeOf(await set('NLNOBODY')), 2303);
  assert.equal(codeOf(await set('NLTEST1')), 1000);
  assert.equal(textOf(await info(name), 'registrant'), 'NLTEST1');
  const { registrant } = await ok(sandbox, 'GET', `/registry/domains/${name}`);
  assert.equal(registrant.email, 'ann@example.org');
});

test('an incomplete or invalid contact is rejected', async () => {
  const cases: [string, number][] = [
    ['', 2003],
    [address('int', 'José'), 2005],
    [address('int', 'Ann', 'Portugal'), 2005],
    [address('int', 'Ann') + address('int', 'Ann'), 2306],
    [address('other', 'Ann'), 2001],
  ];
  for (const [forms, code] of cases)
    assert.equal(codeOf(await create('NLTEST2', forms)), code, forms.slice(0, 60));
  assert.equal(codeOf(await create('NLTEST2', address('int', 'Ann'), 'nowhere')), 2005);
  assert.equal(codeOf(await create('ab', address('int', 'Ann'))), 2001);
  const unknown = contactXml('info', '<contact:id>NLTEST2</contact:id>');
  assert.equal(codeOf(await registrar.command(unknown)), 2303);
});
