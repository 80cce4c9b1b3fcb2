/** The phases after the expiry as the clock moves: grace, redemption, pending delete, deletion (RFC 3915). */

import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { after, before, test } from 'node:test';
import { call, ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import {
  codeOf,
  domainXml,
  statusesOf,
  TestRegistrar,
  textOf,
  transferXml,
} from './test-registrar.ts';

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

const info = (name: string) =>
  registrar.command(domainXml('info', `<domain:name>${name}</domain:name>`));
const shown = (name: string) => ok(sandbox, 'GET', `/registry/domains/${name}`);
const graceIn = (xml: string) => /<rgp:rgpStatus s="(\w+)"/.exec(xml)?.[1];
const advance = (by: string) => ok(sandbox, 'POST', '/clock', { advance: by });
const renew = (name: string, from: string) =>
  registrar.command(
    domainXml(
      'renew',
      `<domain:name>${name}</domain:name><domain:curExpDate>${from.slice(0, 10)}</domain:curExpDate><domain:period unit="y">1</domain:period>`,
    ),
  );

/** Creates a domain of ours that expires in a day, and returns its expiry. */
async function ending(name: string): Promise<string> {
  const { authCode } = await shown(name);
  assert.equal(codeOf(await registrar.command(transferXml('request', name, authCode))), 1001);
  await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
  const { now } = await ok(sandbox, 'GET', '/clock');
  const expiry = new Date(Date.parse(now) + 86_400_000).toISOString();
  return (await ok(sandbox, 'PATCH', `/registry/domains/${name}`, { expiry })).expiry;
}

test('a name without renewal is in grace for 45 days, in redemption for 30, pending delete for 5, and then available', async () => {
  const expiry = await ending('unpaid.com');
  assert.equal(graceIn(await info('unpaid.com')), undefined);
  await advance('2d');
  let xml = await info('unpaid.com');
  assert.equal(graceIn(xml), 'autoRenewPeriod');
  assert.deepEqual([statusesOf(xml), textOf(xml, 'exDate')], [['ok'], expiry]);
  await advance('45d');
  xml = await info('unpaid.com');
  assert.equal(graceIn(xml), 'redemptionPeriod');
  assert.deepEqual(statusesOf(xml), ['pendingDelete']);
  const at = await shown('unpaid.com');
  assert.deepEqual([at.statuses, at.rgpStatus], [['pendingDelete'], 'redemptionPeriod']);
  await advance('30d');
  assert.equal(graceIn(await info('unpaid.com')), 'pendingDelete');
  await advance('5d');
  assert.equal(codeOf(await info('unpaid.com')), 2303);
  assert.equal((await call(sandbox, 'GET', '/registry/domains/unpaid.com')).status, 404);
});

test('during the grace a renewal counts from the old expiry; from redemption on every order fails', async () => {
  const early = await ending('early.com');
  const late = await ending('late.com');
  await advance('44d');
  const renewed = await renew('early.com', early);
  assert.equal(codeOf(renewed), 1000);
  assert.equal(
    Number(textOf(renewed, 'exDate')?.slice(0, 4)),
    Number(early.slice(0, 4)) + 1,
    'not from today',
  );
  assert.equal(graceIn(await info('early.com')), undefined);
  await advance('3d');
  assert.equal(codeOf(await renew('late.com', late)), 2304);
  const update = domainXml(
    'update',
    '<domain:name>late.com</domain:name><domain:add><domain:status s="clientHold"/></domain:add>',
  );
  assert.equal(codeOf(await registrar.command(update)), 2304);
});

test('a transfer that is pending at the expiry completes with its additional year', async () => {
  const { authCode } = await shown('moving.com');
  const { now } = await ok(sandbox, 'GET', '/clock');
  const expiry = new Date(Date.parse(now) + 86_400_000).toISOString();
  await ok(sandbox, 'PATCH', '/registry/domains/moving.com', { expiry });
  await registrar.command(transferXml('request', 'moving.com', authCode));
  await advance('100d');
  const xml = await info('moving.com');
  assert.equal(textOf(xml, 'clID'), sandbox.epp.clientId);
  assert.equal(Number(textOf(xml, 'exDate')?.slice(0, 4)), Number(expiry.slice(0, 4)) + 1);
});

test('a name in redemption is not delegated, and a patch registers a deleted name again', async () => {
  const resolver = new Resolver();
  resolver.setServers([`${sandbox.dns.host}:${sandbox.dns.port}`]);
  await ending('again.com');
  await advance('40d');
  assert.equal((await resolver.resolveNs('again.com')).length, 2, 'in its grace it works');
  await advance('20d');
  await assert.rejects(resolver.resolveNs('again.com'), { code: 'ENODATA' });
  await advance('30d');
  assert.equal((await call(sandbox, 'GET', '/registry/domains/again.com')).status, 404);
  const registeredAgain = await ok(sandbox, 'PATCH', '/registry/domains/again.com', {});
  assert.deepEqual(
    [registeredAgain.registrar, registeredAgain.statuses],
    ['Other Registrar', ['ok']],
  );
});
