/** Refresh token families: the same successor for a retry, theft detection for any other repeated use, and their end. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ClientDetails, TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import jsonwebtoken from 'jsonwebtoken';
import { identityService } from '../service.ts';
import type { Person } from '../testing/register-person.ts';
import { refresh, registerPerson, successor } from '../testing/register-person.ts';
import { refreshTokens, sessions } from './session.model.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

test('a refresh returns an access token of the same session, valid for 15 minutes', async () => {
  const person = await registerPerson(service);
  const answer = await refresh(service, person.refreshToken);
  const claims = jsonwebtoken.decode(answer.data.refresh.accessToken) as Record<string, unknown>;
  assert.equal(claims.iss, 'nameloan');
  assert.equal(claims.sub, person.accountId);
  assert.equal(claims.sid, person.sessionId);
  assert.equal(Number(claims.exp) - Number(claims.iat), 900);
  assert.ok(Math.abs(Number(claims.iat) - Date.now() / 1000) < 30);
});

test('a retry returns the same successor until that is used', async () => {
  const person = await registerPerson(service);
  const second = await successor(service, person.refreshToken);
  assert.equal(await successor(service, person.refreshToken), second);
  assert.equal(await successor(service, person.refreshToken), second);
  const third = await successor(service, second);
  assert.notEqual(third, second);
  assert.equal(await successor(service, second), third);
});

test('using an old token after its successor ends the family and alerts the user', async () => {
  const person = await registerPerson(service);
  const other = await person.open();
  const second = await successor(service, person.refreshToken);
  const third = await successor(service, second);
  const stolen = await refresh(service, person.refreshToken);
  assert.equal(stolen.code, 'UNAUTHENTICATED');
  const event = await service.event(
    'identity.session.revoked',
    (data) => data.sessionId === person.sessionId,
  );
  assert.equal(event.data.reason, 'TOKEN_THEFT');
  assert.equal(event.data.accountId, person.accountId);
  for (const token of [person.refreshToken, second, third]) {
    assert.equal((await refresh(service, token)).code, 'UNAUTHENTICATED');
  }
  await service.settle();
  const published = service.publishedEvents.filter(
    (one) => one.subject === 'identity.session.revoked' && one.aggregateId === person.sessionId,
  );
  assert.equal(published.length, 1);
  assert.equal((await refresh(service, other.refreshToken)).code, undefined);
});

/** Moves the first use of the session's latest used token into the past. */
async function ageFirstUse({ sessionId }: { sessionId: string }, seconds: number): Promise<void> {
  const at = new Date(Date.now() - seconds * 1000);
  await sessions.raw.updateOne({ _id: sessionId }, { $set: { 'firstUse.at': at } });
}

async function assertStolen(person: Person, client: ClientDetails = {}): Promise<void> {
  assert.equal((await refresh(service, person.refreshToken, client)).code, 'UNAUTHENTICATED');
  const { endReason } = await sessions.get(person.sessionId);
  assert.equal(endReason, 'TOKEN_THEFT');
  const stolen = await service.event(
    'identity.account.security-changed',
    ({ accountId }) => accountId === person.accountId,
  );
  assert.equal(stolen.data.change, 'SESSION_STOLEN');
}

const elsewhere = { ip: '198.51.100.7', userAgent: 'another browser' };

test('a lost response can be retried for a minute; later the family ends and the user is alerted', async () => {
  const person = await registerPerson(service);
  const second = await successor(service, person.refreshToken);
  await ageFirstUse(person, 55);
  assert.equal(await successor(service, person.refreshToken), second);
  await ageFirstUse(person, 61);
  await assertStolen(person);
  assert.equal((await refresh(service, second)).code, 'UNAUTHENTICATED');
});

test('retries do not extend the minute', async () => {
  const person = await registerPerson(service);
  await successor(service, person.refreshToken);
  await ageFirstUse(person, 40);
  await successor(service, person.refreshToken);
  const { firstUse } = await sessions.get(person.sessionId);
  assert.ok(Date.now() - Number(firstUse?.at.getTime()) >= 40_000);
});

test('a retry needs the network or the browser of the first use', async () => {
  for (const client of [{ ip: elsewhere.ip }, { userAgent: elsewhere.userAgent }]) {
    const person = await registerPerson(service);
    const second = await successor(service, person.refreshToken);
    assert.equal(await successor(service, person.refreshToken, client), second);
    await assertStolen(person, elsewhere);
  }
});

test('the owner’s use within a minute of a thief’s from elsewhere ends the family', async () => {
  const person = await registerPerson(service);
  const thiefs = await successor(service, person.refreshToken, elsewhere);
  await assertStolen(person);
  assert.equal((await refresh(service, thiefs, elsewhere)).code, 'UNAUTHENTICATED');
});

test('a family ends 180 days after the login, however often it is refreshed', async () => {
  const person = await registerPerson(service);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const open = (openedAt: Date) =>
    sessions.raw.updateOne({ _id: person.sessionId }, { $set: { openedAt } });
  await open(daysAgo(179));
  const second = await successor(service, person.refreshToken);
  const { expiresAt } = await sessions.get(person.sessionId);
  const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
  assert.ok(days > 0.9 && days <= 1, `${days} days`);
  await open(daysAgo(180));
  assert.equal((await refresh(service, second)).code, 'UNAUTHENTICATED');
  assert.equal((await sessions.get(person.sessionId)).endReason, null);
});

test('a session of an earlier release keeps working and gets the same limits', async () => {
  const person = await registerPerson(service);
  const second = await successor(service, person.refreshToken);
  const asBefore = { $unset: { firstUse: '', openedAt: '' } };
  await sessions.raw.updateOne({ _id: person.sessionId }, asBefore);
  assert.equal(await successor(service, person.refreshToken), second);
  await sessions.raw.updateOne({ _id: person.sessionId }, { $unset: { passwordAt: '' } });
  const third = await successor(service, second);
  const createdAt = new Date(Date.now() - 180 * 86_400_000);
  await sessions.raw.updateOne({ _id: person.sessionId }, { ...asBefore, $set: { createdAt } });
  assert.equal((await refresh(service, third)).code, 'UNAUTHENTICATED');
});

test('eight concurrent refreshes with one token return the same successor', async () => {
  const person = await registerPerson(service);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => successor(service, person.refreshToken)),
  );
  assert.equal(new Set(answers).size, 1);
  const rows = await refreshTokens.findMany({ sessionId: person.sessionId });
  assert.deepEqual(rows.map((row) => row.generation).sort(), [1, 2]);
});

test('eight concurrent uses of a stolen token end the family once', async () => {
  const person = await registerPerson(service);
  const third = await successor(service, await successor(service, person.refreshToken));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => refresh(service, person.refreshToken)),
  );
  assert.deepEqual(new Set(answers.map((answer) => answer.code)), new Set(['UNAUTHENTICATED']));
  assert.equal((await refresh(service, third)).code, 'UNAUTHENTICATED');
  await service.settle();
  const about = [person.sessionId, person.accountId];
  const published = service.publishedEvents.filter(
    ({ aggregateId, subject }) =>
      about.includes(aggregateId) && subject !== 'identity.account.registered',
  );
  assert.deepEqual(
    published.map(({ subject }) => subject),
    ['identity.session.revoked', 'identity.account.security-changed'],
  );
});

test('a family lives 30 days from its last new token', async () => {
  const person = await registerPerson(service);
  const soon = new Date(Date.now() + 60_000);
  await sessions.raw.updateOne({ _id: person.sessionId }, { $set: { expiresAt: soon } });
  const second = await successor(service, person.refreshToken);
  const { expiresAt } = await sessions.get(person.sessionId);
  const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30, `${days} days`);
  const past = new Date(Date.now() - 1);
  await sessions.raw.updateOne({ _id: person.sessionId }, { $set: { expiresAt: past } });
  assert.equal((await refresh(service, second)).code, 'UNAUTHENTICATED');
});

test('no refresh token is stored in clear text', async () => {
  const person = await registerPerson(service);
  const second = await successor(service, person.refreshToken);
  const stored = JSON.stringify([await sessions.findMany({}), await refreshTokens.findMany({})]);
  assert.ok(!stored.includes(person.refreshToken));
  assert.ok(!stored.includes(second));
});

test('a forged, empty or huge refresh token is rejected and ends nothing', async () => {
  const person = await registerPerson(service);
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(100_000), `${person.refreshToken} `]) {
    assert.equal((await refresh(service, token)).code, 'UNAUTHENTICATED');
  }
  for (const absent of ['', null])
    assert.equal((await refresh(service, absent)).message, 'No refresh token available');
  assert.equal((await refresh(service, person.refreshToken)).code, undefined);
});
