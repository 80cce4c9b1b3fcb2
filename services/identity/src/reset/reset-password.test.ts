/** Reset links: mailed once, single-use, valid for an hour, and ending every session. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { commit, serviceContext } from '../service-context.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, refresh, registerPerson } from '../testing/register-person.ts';
import { invalidateResets } from './invalidate-resets.ts';
import { resets } from './reset.model.ts';
import { sendResetLink } from './send-reset-link.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const requestCall = 'mutation ($email: String!) { requestReset(email: $email) }';
const resetCall = `mutation ($token: String!, $newPassword: String!) {
  resetPassword(token: $token, newPassword: $newPassword)
}`;
const subject = 'identity.reset.requested';
const newPassword = 'a new password indeed';

const reset = (token: string, password = newPassword) =>
  service.as(null)(resetCall, { token, newPassword: password });

async function requestToken(person: Person): Promise<string> {
  await service.as(null)(requestCall, { email: person.email.toUpperCase() });
  const { data } = await service.event(subject, (one) => one.accountId === person.accountId);
  assert.deepEqual(Object.keys(data).sort(), ['accountId', 'expiresAt', 'sealedToken']);
  const minutes = (Date.parse(data.expiresAt) - Date.now()) / 60_000;
  assert.ok(minutes > 58 && minutes <= 60, `${minutes} minutes`);
  return serviceContext.decrypt(data.sealedToken, subject);
}

test('the link sets the password once, and every session ends', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  const token = await requestToken(person);
  assert.equal((await reset(token)).data.resetPassword, true);
  assert.equal((await person.logIn()).code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn({ password: newPassword })).code, undefined);
  for (const session of [person, phone]) {
    assert.equal((await refresh(service, session.refreshToken)).code, 'UNAUTHENTICATED');
    const event = await service.event(
      'identity.session.revoked',
      (one) => one.sessionId === session.sessionId,
    );
    assert.equal(event.data.reason, 'RESET');
  }
  const again = await reset(token, 'yet another password');
  assert.equal(again.code, 'INVALID_INPUT');
  assert.ok(again.fields?.token);
});

test('eight concurrent uses of one link set one password', async () => {
  const person = await registerPerson(service);
  const token = await requestToken(person);
  const passwords = Array.from({ length: 8 }, (_, i) => `password number ${i}`);
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  const won = answers.flatMap((answer, i) =>
    answer.code === undefined ? [passwords[i] ?? ''] : [],
  );
  assert.equal(won.length, 1);
  assert.equal((await person.logIn({ password: won[0] ?? '' })).code, undefined);
});

test('no session of a concurrent login survives a reset', async () => {
  const person = await registerPerson(service);
  const token = await requestToken(person);
  const [done, ...logins] = await Promise.all([
    reset(token),
    ...Array.from({ length: 8 }, () => person.logIn()),
  ]);
  assert.equal(done?.code, undefined);
  for (const login of logins) {
    if (login.code) assert.equal(login.code, 'UNAUTHENTICATED');
    else {
      const later = await refresh(service, login.data.login.refreshToken);
      assert.equal(later.code, 'UNAUTHENTICATED');
    }
  }
});

test('known and unknown addresses get the same response, and no event for the unknown one', async () => {
  const person = await registerPerson(service);
  const known = await service.as(null)(requestCall, { email: person.email });
  const unknown = await service.as(null)(requestCall, { email: 'unknown@example.com' });
  assert.deepEqual(unknown, known);
  await service.event(subject, (one) => one.accountId === person.accountId);
  assert.ok(
    !service.publishedEvents.some((one) => JSON.stringify(one).includes('unknown@example.com')),
  );
  const bad = await service.as(null)(requestCall, { email: 'no mail' });
  assert.deepEqual(bad.fields, { email: 'Invalid email' });
});

test('a request that is handled repeatedly or concurrently sends one link', async () => {
  const person = await registerPerson(service);
  const job = {
    kind: 'send-reset-link',
    key: newId(),
    data: { emailKey: person.email },
    attempt: 1,
    dueAt: new Date(),
  };
  await Promise.allSettled([sendResetLink(job), sendResetLink(job), sendResetLink(job)]);
  await sendResetLink(job);
  assert.equal((await resets.findMany({ accountId: person.accountId })).length, 1);
  await service.event(subject, (one) => one.accountId === person.accountId);
  const published = service.publishedEvents.filter((one) => one.aggregateId === job.key);
  assert.equal(published.length, 1);
});

test('a link that is created during a reset waits for it, so none survives', async () => {
  const person = await registerPerson(service);
  const { accountId, email } = person;
  const job = { kind: 'send-reset-link', key: newId(), data: { emailKey: email }, attempt: 1 };
  let made = false;
  let madeBeforeTheReset = false;
  let making: Promise<void> | undefined;
  await commit(async (tx) => {
    const account = await accounts.get(accountId, tx);
    await accounts.update(account, { ...account, passwordHash: 'of a new one' }, tx);
    await invalidateResets(accountId, tx);
    making ??= sendResetLink({ ...job, dueAt: new Date() }).then(() => {
      made = true;
    });
    await Promise.race([making, pause(500)]);
    madeBeforeTheReset = made;
  });
  assert.equal(madeBeforeTheReset, false);
  await making;
  assert.equal((await resets.findMany({ accountId, status: 'OPEN' })).length, 1);
});

test('a link expires after 60 minutes of wall time, independent of business time', async () => {
  const person = await registerPerson(service);
  const token = await requestToken(person);
  const [stored] = await resets.findMany({ accountId: person.accountId });
  assert.ok(stored);
  moveClock(30 * 86_400_000);
  try {
    const late = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await resets.raw.updateOne({ _id: stored.id }, late);
    assert.equal((await reset(token)).code, 'INVALID_INPUT');
    const soon = { $set: { expiresAt: new Date(Date.now() + 60_000) } };
    await resets.raw.updateOne({ _id: stored.id }, soon);
    assert.equal((await reset(token)).code, undefined);
  } finally {
    resetClock();
  }
});

test('a rejected password keeps the link valid and the sessions open', async () => {
  const person = await registerPerson(service);
  const token = await requestToken(person);
  for (const password of ['', 'short', 'x'.repeat(129), person.email.toUpperCase(), person.name]) {
    const answer = await reset(token, password);
    assert.equal(answer.code, 'INVALID_INPUT');
    assert.ok(answer.fields?.newPassword);
  }
  assert.equal((await refresh(service, person.refreshToken)).code, undefined);
  assert.equal((await reset(token)).code, undefined);
});

test('a reset or password change invalidates all other links of the account', async () => {
  const person = await registerPerson(service);
  const first = await requestToken(person);
  service.publishedEvents.length = 0;
  const second = await requestToken(person);
  assert.equal((await reset(first)).code, undefined);
  assert.equal((await reset(second)).code, 'INVALID_INPUT');
  service.publishedEvents.length = 0;
  const third = await requestToken(person);
  const input = { curPassword: newPassword, newPassword: person.password };
  assert.equal((await person.call(profileCall, { input })).code, undefined);
  assert.equal((await reset(third)).code, 'INVALID_INPUT');
});

test('forged, empty and huge tokens are rejected, and no token is stored in clear text', async () => {
  const person = await registerPerson(service);
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(100_000)]) {
    assert.equal((await reset(token)).code, 'INVALID_INPUT');
  }
  const token = await requestToken(person);
  assert.ok(!JSON.stringify(await resets.findMany({})).includes(token));
});
