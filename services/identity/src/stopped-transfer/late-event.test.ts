/** Events about a stopped transfer out that arrive late, again or out of order. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { accountNow, moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { payees } from '../payee/payee.model.ts';
import { identityService } from '../service.ts';
import { addPayee, ibans, PayeeUse, stepUpCall } from '../testing/payees.ts';
import type { Person, TestSession } from '../testing/register-person.ts';
import { loginCall, refresh, registerPerson } from '../testing/register-person.ts';
import {
  changePayee,
  expectDone,
  newPassword,
  pause,
  stoppedTransfers,
} from '../testing/stopped-transfers.ts';
import { enableMfa, enrollCall } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await new PayeeUse().listen(service);
});
after(() => service.stop());
afterEach(resetClock);

const hourMs = 3_600_000;
const { stopped, mailedResets, requestReset, resetPassword, changeEmail } = stoppedTransfers(
  () => service,
);

/** What the owner has after a stop: a new password, sessions, own MFA and a changed payee. */
async function recover(person: Person, payeeId: string) {
  await requestReset(person.email);
  pause();
  const login = await resetPassword(person);
  expectDone(login);
  const { accountId } = person;
  const { refreshToken, token } = login.data.login;
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  moveAccountClock(accountNow().getTime() - Date.now() + 25 * hourMs);
  const call = service.as(accountId, { sessionId: claims.sid });
  expectDone(await call(stepUpCall, { curPassword: newPassword }));
  expectDone(await changePayee({ call }, payeeId, ibans.third));
  expectDone(await call(enrollCall, { curPassword: newPassword }));
  return { refreshToken };
}

test('an event that arrives after the owner’s reset undoes the thief’s changes and nothing newer', async () => {
  const person = await registerPerson(service);
  const { accountId } = person;
  const { id } = await addPayee(person);
  pause();
  const requestedAt = accountNow();
  expectDone(await changePayee(person, id, ibans.second));
  pause();
  const stoppedAt = accountNow();
  pause();
  const { refreshToken } = await recover(person, id);
  const before = await accounts.get(accountId);
  for (let times = 0; times < 2; times++) await stopped(accountId, { requestedAt, stoppedAt });
  const after = await accounts.get(accountId);
  assert.equal(after.passwordHash, before.passwordHash);
  assert.deepEqual(after.enrolment, before.enrolment);
  assert.deepEqual(after.securityChangedAt, before.securityChangedAt, 'payees are not held again');
  assert.equal(mailedResets(accountId).length, 1, 'only the one that the owner requested');
  const { versions } = await payees.get(id);
  assert.deepEqual(
    versions.map(({ endedAs }) => endedAs),
    [null, 'STOPPED', null],
  );
  const again = await refresh(service, refreshToken);
  expectDone(again);
});

test('the owner’s MFA stays after a late event, also if a second reset followed it', async () => {
  const person = await registerPerson(service);
  const { accountId, email } = person;
  const moments = { requestedAt: accountNow(), stoppedAt: accountNow() };
  pause();
  await requestReset(email);
  expectDone(await resetPassword(person));
  pause();
  await enableMfa(await withPassword(person));
  pause();
  await requestReset(email);
  assert.equal((await resetPassword(person)).code, 'MFA_REQUIRED');
  await stopped(accountId, moments);
  assert.notEqual((await accounts.get(accountId)).mfa, null);
});

/** A session of the owner with the new password. */
async function withPassword({ accountId, logIn }: Person): Promise<TestSession> {
  const { data } = await logIn({ password: newPassword });
  const { token, refreshToken } = data.login;
  const { sid: sessionId } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  return { accountId, sessionId, token, refreshToken, call: service.as(accountId, { sessionId }) };
}

test('MFA of the thief goes with a late event, too', async () => {
  const person = await registerPerson(service);
  const { accountId } = person;
  const requestedAt = accountNow();
  await enableMfa(person);
  pause();
  const stoppedAt = accountNow();
  pause();
  await requestReset(person.email);
  assert.equal((await resetPassword(person)).code, 'MFA_REQUIRED');
  await stopped(accountId, { requestedAt, stoppedAt });
  expectDone(await person.logIn({ password: newPassword }));
});

test('a reset in the thief’s mailbox is not the owner’s', async () => {
  const person = await registerPerson(service);
  const { accountId } = person;
  const requestedAt = accountNow();
  const email = await changeEmail(person);
  pause();
  const stoppedAt = accountNow();
  pause();
  await requestReset(email);
  expectDone(await resetPassword({ accountId, email }));
  await stopped(accountId, { requestedAt, stoppedAt });
  assert.equal((await accounts.get(accountId)).email, person.email);
  const thief = await service.as(null)(loginCall, { email, password: newPassword });
  assert.equal(thief.code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn({ password: newPassword })).code, 'UNAUTHENTICATED');
});

test('an address that the owner confirms after an own reset stays after a late event', async () => {
  const person = await registerPerson(service);
  const { accountId } = person;
  const moments = { requestedAt: accountNow(), stoppedAt: accountNow() };
  pause();
  await requestReset(person.email);
  expectDone(await resetPassword(person));
  pause();
  const { call } = await withPassword(person);
  const email = await changeEmail({ ...person, call, password: newPassword });
  const before = await accounts.get(accountId);
  await stopped(accountId, moments);
  const { version: _, ...after } = await accounts.get(accountId);
  const { version: __, ...expected } = before;
  assert.deepEqual(after, expected);
  assert.equal(after.email, email);
  expectDone(await service.as(null)(loginCall, { email, password: newPassword }));
});

test('an event that is published again mails no second link and keeps the first one valid', async () => {
  const person = await registerPerson(service);
  const moments = { requestedAt: accountNow(), stoppedAt: accountNow() };
  for (let times = 0; times < 3; times++) await stopped(person.accountId, moments);
  assert.equal(mailedResets(person.accountId).length, 1);
  expectDone(await resetPassword(person));
});

test('two stops in either order leave the same account', async () => {
  for (const isReversed of [false, true]) {
    const person = await registerPerson(service);
    const { accountId } = person;
    const first = { requestedAt: accountNow(), stoppedAt: new Date(Date.now() + 2000) };
    pause();
    await changeEmail(person);
    pause();
    await enableMfa(person);
    pause();
    const second = { requestedAt: accountNow(), stoppedAt: accountNow() };
    for (const moments of isReversed ? [second, first] : [first, second])
      await stopped(accountId, moments);
    const { email, mfa, transferStoppedAt } = await accounts.get(accountId);
    assert.deepEqual([email, mfa], [person.email, null]);
    assert.deepEqual(transferStoppedAt, second.stoppedAt);
    // The first one may have gone to the mailbox of the thief.
    assert.equal(mailedResets(accountId).length, 2);
    expectDone(await resetPassword(person));
  }
});
