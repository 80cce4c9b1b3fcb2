/** A login from a new network and browser is mailed, and its link ends the session. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { resets } from '../reset/reset.model.ts';
import { identityService } from '../service.ts';
import { sessions } from '../session/session.model.ts';
import { readLinks } from '../testing/read-links.ts';
import {
  loginCall,
  refresh,
  registerPerson,
  registerUnverified,
} from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());
afterEach(resetClock);

const stop = (token: string) =>
  service.as(null)('mutation ($token: String!) { stopLogin(token: $token) }', { token });
const thief = { ip: '203.0.113.9', userAgent: 'a browser of a thief' };
const links = (accountId: string) => readLinks(service, accountId, 'STOP_LOGIN');

test('only a login whose network and browser are both new is mailed', async () => {
  const person = await registerPerson(service, '192.0.2.1');
  await person.open();
  await person.open({ ip: thief.ip });
  await person.open({ userAgent: 'another browser' });
  const wrong = await person.logIn({ ...thief, ip: '198.51.100.1', password: 'wrong' });
  assert.equal(wrong.code, 'UNAUTHENTICATED');
  assert.deepEqual(await links(person.accountId), []);
  const far = { ip: '198.51.100.7', userAgent: 'a third browser' };
  await person.open(far);
  const [link, ...more] = await links(person.accountId);
  assert.deepEqual([link?.email, link?.client, more], [person.email, far, []]);
  await person.open(far);
  assert.equal((await links(person.accountId)).length, 1, 'it is known by now');
});

test('an account without a known device has its first login unmailed', async () => {
  const person = await registerPerson(service);
  await sessions.raw.deleteMany({ accountId: person.accountId });
  await accounts.raw.updateOne({ _id: person.accountId }, { $unset: { knownDevices: 1 } });
  await person.open(thief);
  assert.deepEqual(await links(person.accountId), []);
});

test('the link ends the sessions of that device, forgets it and mails a reset, once', async () => {
  const person = await registerPerson(service);
  const stolen = await person.open(thief);
  const second = await person.open(thief);
  const [link] = await links(person.accountId);
  const answers = await Promise.all(Array.from({ length: 4 }, () => stop(link?.token ?? '')));
  assert.deepEqual(new Set(answers.map(({ code }) => code)), new Set([undefined]));
  await service.settle();
  for (const { refreshToken } of [stolen, second])
    assert.equal((await refresh(service, refreshToken, thief)).code, 'UNAUTHENTICATED');
  assert.equal((await refresh(service, person.refreshToken)).code, undefined);
  const mailed = await resets.findMany({ accountId: person.accountId, status: 'OPEN' });
  assert.equal(mailed.length, 1);
  const { email, password } = person;
  assert.equal((await service.as(null)(loginCall, { email, password })).code, 'UNAUTHENTICATED');
  const { knownDevices } = await accounts.get(person.accountId);
  assert.equal(knownDevices?.length, 1, 'the device of the thief is forgotten');
});

test('the link means the device that was mailed, although the thief has used the session elsewhere since', async () => {
  const owner = { ip: '192.0.2.1', userAgent: 'the browser of the owner' };
  const person = await registerPerson(service, owner.ip);
  const own = await person.open(owner);
  const stolen = await person.open(thief);
  const second = await person.open(thief);
  const moved = await refresh(service, stolen.refreshToken, owner);
  assert.equal(moved.code, undefined);
  const [link] = await links(person.accountId);
  assert.equal((await stop(link?.token ?? '')).code, undefined);
  for (const token of [moved.data.refresh.refreshToken, second.refreshToken])
    assert.equal((await refresh(service, token, thief)).code, 'UNAUTHENTICATED');
  assert.equal((await refresh(service, own.refreshToken, owner)).code, undefined);
  const { knownDevices } = await accounts.get(person.accountId);
  const networks = knownDevices?.map(({ network }) => network);
  assert.ok(networks?.includes(owner.ip), 'the device of the owner is still known');
  assert.ok(!networks?.includes(thief.ip));
});

test('on an account that was never verified the link withdraws a pending change and restores nothing', async () => {
  const person = await registerUnverified(service);
  const stolen = await person.open(thief);
  const newEmail = `new-${person.accountId}@example.com`;
  const call = `mutation { changeEmail(newEmail: "${newEmail}", curPassword: "${person.password}") { id } }`;
  assert.equal((await stolen.call(call)).code, undefined);
  const [link] = await links(person.accountId);
  assert.equal((await stop(link?.token ?? '')).code, undefined);
  const { emailChange, emailVerifiedAt } = await accounts.get(person.accountId);
  assert.deepEqual([emailChange?.status, emailVerifiedAt], ['CANCELLED', null]);
});

test('the link works on a session that has ended, which the thief may have done', async () => {
  const person = await registerPerson(service);
  const stolen = await person.open(thief);
  await stolen.call('mutation { logout }');
  const [link] = await links(person.accountId);
  assert.equal((await stop(link?.token ?? '')).code, undefined);
  await service.settle();
  assert.equal((await resets.findMany({ accountId: person.accountId })).length, 1);
});

test('forged, empty and late tokens end nothing, and none is stored or published', async () => {
  const person = await registerPerson(service);
  const stolen = await person.open(thief);
  const [link] = await links(person.accountId);
  const token = link?.token ?? '';
  for (const wrong of ['', 'x', 'A'.repeat(43), 'x'.repeat(100_000)])
    assert.equal((await stop(wrong)).code, 'INVALID_INPUT');
  assert.ok(!JSON.stringify(service.publishedEvents).includes(token));
  const stored = await sessions.findMany({ accountId: person.accountId });
  assert.ok(!JSON.stringify(stored).includes(token));
  moveAccountClock(72 * 3_600_000);
  assert.equal((await stop(token)).code, 'INVALID_INPUT');
  assert.equal((await refresh(service, stolen.refreshToken, thief)).code, undefined);
});
