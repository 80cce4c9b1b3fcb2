/** Listing and ending sessions, logging out, and the feed of revoked sessions. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { commit } from '../service-context.ts';
import { refresh, registerPerson, successor } from '../testing/register-person.ts';
import { openSession } from './open-session.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const listCall = '{ sessions { id ip userAgent current createdAt lastUsedAt } }';
const endCall = 'mutation ($id: ID!) { endSession(id: $id) { id current } }';
const logoutCall = 'mutation ($refreshToken: String!) { logout(refreshToken: $refreshToken) }';

async function feed(since?: string, secret = testSecret) {
  const query = since ? `?since=${encodeURIComponent(since)}` : '';
  const answer = await fetch(`${service.url}/sessions/revoked${query}`, {
    headers: { 'x-nameloan-secret': secret },
  });
  const body = (await answer.json()) as {
    now: string;
    sessions: { sessionId: string; revokedAt: string }[];
  };
  return { status: answer.status, body };
}

test('the list contains the open sessions, most recently used first, and marks the current one', async () => {
  const person = await registerPerson(service);
  const phone = await person.open({ ip: '198.51.100.7' });
  await successor(service, person.refreshToken);
  const { data } = await person.call(listCall);
  assert.deepEqual(
    data.sessions.map((one: { id: string; current: boolean }) => [one.id, one.current]),
    [
      [person.sessionId, true],
      [phone.sessionId, false],
    ],
  );
  assert.equal(data.sessions[1].ip, '198.51.100.7');
  assert.equal(data.sessions[1].userAgent, 'test browser');
});

test('an ended session leaves the list, its token is rejected and the feed contains it', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  const before = await feed();
  const answer = await person.call(endCall, { id: phone.sessionId });
  assert.equal(answer.data.endSession.current, false);
  assert.equal((await refresh(service, phone.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal((await person.call(listCall)).data.sessions.length, 1);
  const { body } = await feed(before.body.now);
  const named = body.sessions.find((one) => one.sessionId === phone.sessionId);
  assert.ok(named && Date.parse(named.revokedAt) >= Date.parse(before.body.now));
  assert.ok(!JSON.stringify(body).includes(person.sessionId));
  const event = await service.event(
    'identity.session.revoked',
    (data) => data.sessionId === phone.sessionId,
  );
  assert.equal(event.data.reason, 'ENDED_BY_USER');
});

test('an account has at most a hundred open sessions: a new one ends the least recently used', async () => {
  const person = await registerPerson(service);
  const actor = testActor(null);
  for (let at = 0; at < 99; at++) {
    await commit((tx) => openSession({ id: person.accountId, mfa: null }, actor, tx));
  }
  const newest = await person.open();
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  const { data } = await newest.call(listCall);
  const ids = data.sessions.map((one: { id: string }) => one.id);
  assert.equal(ids.length, 100);
  assert.ok(ids.includes(newest.sessionId) && !ids.includes(person.sessionId));
  const { body } = await feed();
  assert.ok(body.sessions.some((one) => one.sessionId === person.sessionId));
});

test("another user's session, an ended one and an unknown one are not found", async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  const phone = await person.open();
  await person.call(endCall, { id: phone.sessionId });
  for (const id of [other.sessionId, phone.sessionId, 'nothing', '']) {
    assert.equal((await person.call(endCall, { id })).code, 'NOT_FOUND');
  }
  assert.equal((await refresh(service, other.refreshToken)).code, undefined);
  assert.equal((await service.as(null)(endCall, { id: person.sessionId })).code, 'UNAUTHENTICATED');
});

test('eight concurrent requests end a session once', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => person.call(endCall, { id: phone.sessionId })),
  );
  assert.equal(answers.filter((answer) => answer.data?.endSession).length, 1);
  assert.equal(answers.filter((answer) => answer.code === 'NOT_FOUND').length, 7);
  await service.settle();
  assert.equal(
    service.publishedEvents.filter((one) => one.aggregateId === phone.sessionId).length,
    1,
  );
});

test('a session that is ended during a refresh stays ended, and no successor token works', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  const [ended, ...refreshed] = await Promise.all([
    person.call(endCall, { id: phone.sessionId }),
    ...Array.from({ length: 8 }, () => refresh(service, phone.refreshToken)),
  ]);
  assert.ok(ended?.data?.endSession);
  const successors = refreshed.flatMap((one) => one.data?.refresh?.refreshToken ?? []);
  for (const token of [phone.refreshToken, ...successors]) {
    assert.equal((await refresh(service, token)).code, 'UNAUTHENTICATED');
  }
});

test('a logout accepts the newest or an older token; unknown tokens are ignored', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  const second = await successor(service, phone.refreshToken);
  for (const refreshToken of ['', 'nonsense', 'B'.repeat(43)]) {
    assert.equal((await service.as(null)(logoutCall, { refreshToken })).data.logout, true);
  }
  assert.equal(
    (await service.as(null)(logoutCall, { refreshToken: phone.refreshToken })).data.logout,
    true,
  );
  assert.equal((await refresh(service, second)).code, 'UNAUTHENTICATED');
  const event = await service.event(
    'identity.session.revoked',
    (data) => data.sessionId === phone.sessionId,
  );
  assert.equal(event.data.reason, 'LOGOUT');
  assert.equal((await service.as(null)(logoutCall, { refreshToken: second })).data.logout, true);
  assert.equal((await refresh(service, person.refreshToken)).code, undefined);
});

test('the feed requires the secret and rejects an invalid time', async () => {
  assert.equal((await feed(undefined, 'wrong')).status, 401);
  assert.equal((await feed('yesterday')).status, 400);
  assert.equal((await fetch(`${service.url}/sessions/revoked`)).status, 401);
  const future = await feed('2999-01-01T00:00:00.000Z');
  assert.equal(future.status, 200);
});
