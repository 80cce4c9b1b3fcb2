/** A change of the address: confirmed by the new mailbox, stopped by the former one, and the holds. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveAccountClock, moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { resets } from '../reset/reset.model.ts';
import { identityService } from '../service.ts';
import { sessions } from '../session/session.model.ts';
import { readLinks } from '../testing/read-links.ts';
import type { Person } from '../testing/register-person.ts';
import {
  loginCall,
  profileCall,
  refresh,
  registerCall,
  registerPerson,
  verifyCall,
} from '../testing/register-person.ts';
import { enableMfa, makeCode } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());
afterEach(resetClock);

const hourMs = 3_600_000;
const changeCall = `mutation ($newEmail: String!, $curPassword: String!, $mfa: String) {
  changeEmail(newEmail: $newEmail, curPassword: $curPassword, mfa: $mfa) { email pendingEmail }
}`;
const cancelCall = 'mutation { cancelEmailChange { pendingEmail } }';
const stopCall = 'mutation ($token: String!) { stopEmailChange(token: $token) }';
const selfCall = '{ self { email emailVerified pendingEmail emailChangingUntil } }';
const requestResetCall = 'mutation ($email: String!) { requestReset(email: $email) }';

const newAddress = () => `new-${newId()}@example.com`;
const change = (person: Person, newEmail: string, more: object = {}) =>
  person.call(changeCall, { newEmail, curPassword: person.password, ...more });
const stop = (token: string) => service.as(null)(stopCall, { token });
const confirm = (token: string) => service.as(null)(verifyCall, { token });
const self = async ({ accountId, sessionId }: Person) =>
  (await service.as(accountId, { sessionId })(selfCall)).data.self;
const heldUntil = async ({ accountId }: Person) =>
  (await sendRequest(service.bus, 'identity.account-access', { accountId })).emailChangingUntil;

/** Requests a change; resolves to the tokens of both mails. */
async function startChange(person: Person, newEmail = newAddress()) {
  const answer = await change(person, newEmail);
  assert.equal(answer.code, undefined, answer.message);
  assert.equal(answer.data.changeEmail.pendingEmail, newEmail);
  const confirmation = (await readLinks(service, person.accountId, 'CONFIRM_EMAIL')).at(-1);
  const stopping = (await readLinks(service, person.accountId, 'STOP_EMAIL_CHANGE')).at(-1);
  assert.equal(confirmation?.email, newEmail);
  assert.equal(stopping?.newEmail, newEmail);
  return {
    newEmail,
    confirmation: confirmation.token,
    stopping: stopping.token,
    to: stopping.email,
  };
}

test('the new address counts from its confirmation, and mail about it goes to the former one', async () => {
  const person = await registerPerson(service);
  const { newEmail, confirmation, to } = await startChange(person);
  assert.equal(to, person.email);
  assert.equal((await self(person)).email, person.email);
  assert.equal((await confirm(confirmation)).code, undefined);
  assert.equal((await confirm(confirmation)).code, undefined, 'a second click');
  const { email, emailVerified, pendingEmail } = await self(person);
  assert.deepEqual([email, emailVerified, pendingEmail], [newEmail, true, null]);
  const { canonicalEmail, emailKey } = await accounts.get(person.accountId);
  assert.deepEqual([canonicalEmail, emailKey], [newEmail, newEmail]);
  const { password } = person;
  assert.equal((await service.as(null)(loginCall, { email: newEmail, password })).code, undefined);
  assert.equal((await person.logIn()).code, 'UNAUTHENTICATED');
  await service.event('identity.account.changed', (one) => one.accountId === person.accountId);
});

test('transfers out and surrender are held for 72 hours of account time from the request', async () => {
  const person = await registerPerson(service);
  assert.equal(await heldUntil(person), null);
  const { confirmation } = await startChange(person);
  const hours = (Date.parse((await heldUntil(person)) ?? '') - Date.now()) / hourMs;
  assert.ok(hours > 71.9 && hours <= 72, `${hours} hours`);
  await confirm(confirmation);
  assert.ok(await heldUntil(person));
  moveClock(100 * hourMs);
  assert.ok(await heldUntil(person), 'business time ends no hold');
  moveAccountClock(73 * hourMs);
  assert.equal(await heldUntil(person), null);
  assert.equal((await self(person)).emailChangingUntil, null);
});

test('the stop link restores the address even after the confirmation, ends all sessions and mails a reset', async () => {
  const person = await registerPerson(service);
  const { newEmail, confirmation, stopping } = await startChange(person);
  await confirm(confirmation);
  const thief = await service.as(null)(loginCall, { email: newEmail, password: person.password });
  await service.as(null)(requestResetCall, { email: newEmail });
  await service.settle();
  const [toThief] = await resets.findMany({ accountId: person.accountId, status: 'OPEN' });
  assert.ok(toThief);
  assert.equal((await stop(stopping)).data.stopEmailChange, true);
  const account = await accounts.get(person.accountId);
  assert.deepEqual([account.email, account.canonicalEmail], [person.email, person.email]);
  assert.notEqual(account.emailVerifiedAt, null);
  for (const token of [person.refreshToken, thief.data.login.refreshToken])
    assert.equal((await refresh(service, token)).code, 'UNAUTHENTICATED');
  await service.settle();
  assert.equal((await resets.get(toThief.id)).status, 'USED');
  const open = await resets.findMany({ accountId: person.accountId, status: 'OPEN' });
  assert.equal(open.length, 1, 'the reset of the owner');
  assert.ok(await heldUntil(person), 'the password is not enough to get a domain out');
  assert.equal((await confirm(confirmation)).code, 'INVALID_INPUT');
  assert.equal((await stop(stopping)).code, undefined, 'a second click');
  await service.settle();
  assert.equal((await resets.findMany({ accountId: person.accountId })).length, 2);
});

test('a stop before the confirmation leaves the new address no way in', async () => {
  const person = await registerPerson(service);
  const { confirmation, stopping } = await startChange(person);
  await stop(stopping);
  assert.equal((await confirm(confirmation)).code, 'INVALID_INPUT');
  assert.equal((await accounts.get(person.accountId)).email, person.email);
});

test('a stop against the confirmation: the former address is the account’s in the end', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await registerPerson(service);
    const { confirmation, stopping } = await startChange(person);
    const both = [() => confirm(confirmation), () => stop(stopping)];
    const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((run) => run()));
    assert.ok(answers.some(({ data }) => data?.stopEmailChange === true));
    const { email, emailChange } = await accounts.get(person.accountId);
    assert.deepEqual([email, emailChange?.status], [person.email, 'STOPPED']);
  }
});

test('the former address cannot be taken while it can be restored', async () => {
  const person = await registerPerson(service);
  const { confirmation, stopping } = await startChange(person);
  await confirm(confirmation);
  const registration = { name: 'Mallory Fox', email: person.email, password: 'another long one' };
  const answer = await service.as(null)(registerCall, registration);
  assert.deepEqual([answer.code, answer.reason], ['CONFLICT', 'EMAIL_TAKEN']);
  const other = await registerPerson(service);
  assert.equal((await change(other, person.email.toUpperCase())).reason, 'EMAIL_TAKEN');
  assert.equal((await stop(stopping)).code, undefined);
  moveAccountClock(73 * hourMs);
  const late = await registerPerson(service);
  const { confirmation: ofLate } = await startChange(late);
  await confirm(ofLate);
  moveAccountClock(146 * hourMs);
  const after = await service.as(null)(registerCall, { ...registration, email: late.email });
  assert.equal(after.code, undefined, after.message);
});

test('a thief cannot chain changes to get rid of the stop link', async () => {
  const person = await registerPerson(service);
  const first = await startChange(person);
  const second = await startChange(person);
  assert.equal((await confirm(first.confirmation)).code, 'INVALID_INPUT', 'it was replaced');
  await confirm(second.confirmation);
  assert.equal((await change(person, newAddress())).reason, 'EMAIL_CHANGING');
  assert.equal((await person.call(cancelCall)).code, undefined);
  assert.equal((await stop(first.stopping)).code, undefined);
  assert.equal((await accounts.get(person.accountId)).email, person.email);
});

test('a change that its user withdraws confirms nothing and holds nothing', async () => {
  const person = await registerPerson(service);
  const { confirmation } = await startChange(person);
  assert.equal((await person.call(cancelCall)).data.cancelEmailChange.pendingEmail, null);
  assert.equal(await heldUntil(person), null);
  assert.equal((await confirm(confirmation)).code, 'INVALID_INPUT');
  const again = await startChange(person);
  assert.equal((await confirm(again.confirmation)).code, undefined);
});

test('a wrong password, a stale session, a bad, own or taken address change nothing', async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  const wrong = await change(person, 'no mail', { curPassword: 'not the password' });
  assert.deepEqual(wrong.fields, { newEmail: 'Invalid email', curPassword: 'Invalid password' });
  assert.equal((await change(person, 'a@example.com.')).fields?.newEmail, 'Invalid email');
  const own = await change(person, person.email.toUpperCase());
  assert.equal(own.fields?.newEmail, 'This is already your email.');
  const taken = await change(person, other.email);
  assert.deepEqual([taken.reason, Object.keys(taken.fields ?? {})], ['EMAIL_TAKEN', ['newEmail']]);
  const stale = { $set: { passwordAt: new Date(Date.now() - hourMs) } };
  await sessions.raw.updateOne({ _id: person.sessionId }, stale);
  assert.equal((await change(person, newAddress())).code, 'STEP_UP_REQUIRED');
  assert.equal(
    (await service.as(null)(changeCall, { newEmail: 'a@b.c', curPassword: 'x' })).code,
    'UNAUTHENTICATED',
  );
  assert.equal((await self(person)).pendingEmail, null);
});

test('an address that another account takes before the confirmation stays with it', async () => {
  const person = await registerPerson(service);
  const { newEmail, confirmation } = await startChange(person);
  const registration = { name: 'Mallory Fox', email: newEmail, password: 'another long one' };
  assert.equal((await service.as(null)(registerCall, registration)).code, undefined);
  assert.equal((await confirm(confirmation)).reason, 'EMAIL_TAKEN');
  assert.equal((await self(person)).email, person.email);
});

test('with MFA a change takes a code; MFA that was turned on after the request goes with a stop', async () => {
  const person = await registerPerson(service);
  const { stopping } = await startChange(person);
  await enableMfa(person);
  await stop(stopping);
  assert.equal((await accounts.get(person.accountId)).mfa, null);
  const owner = await registerPerson(service);
  const { key } = await enableMfa(owner);
  assert.equal((await change(owner, newAddress())).fields?.mfa, 'MFA code required');
  const answer = await change(owner, newAddress(), { mfa: makeCode(key, 1) });
  assert.equal(answer.code, undefined, answer.message);
  const [link] = await readLinks(service, owner.accountId, 'STOP_EMAIL_CHANGE');
  await stop(link?.token ?? '');
  assert.notEqual((await accounts.get(owner.accountId)).mfa, null);
});

test('a second request does not turn the MFA of a thief into the owner’s', async () => {
  const thief = await registerPerson(service);
  await startChange(thief);
  const { key } = await enableMfa(thief);
  assert.equal((await change(thief, newAddress(), { mfa: makeCode(key, 1) })).code, undefined);
  const stopping = (await readLinks(service, thief.accountId, 'STOP_EMAIL_CHANGE')).at(-1);
  assert.equal((await stop(stopping?.token ?? '')).code, undefined);
  assert.equal((await accounts.get(thief.accountId)).mfa, null);
});

test('after a stop the password that the thief knows logs no one in', async () => {
  const person = await registerPerson(service);
  const { stopping } = await startChange(person);
  await stop(stopping);
  const { email, password } = person;
  assert.equal((await service.as(null)(loginCall, { email, password })).code, 'UNAUTHENTICATED');
});

test('a new password withdraws a change that another person may have requested', async () => {
  const person = await registerPerson(service);
  const { confirmation } = await startChange(person);
  const input = { newPassword: 'a new long enough secret', curPassword: person.password };
  assert.equal((await person.call(profileCall, { input })).code, undefined);
  assert.equal((await confirm(confirmation)).code, 'INVALID_INPUT');
  assert.equal((await accounts.get(person.accountId)).email, person.email);
});

test('forged, empty, huge and late tokens stop nothing, and no token is stored or published', async () => {
  const person = await registerPerson(service);
  const { newEmail, confirmation, stopping } = await startChange(person);
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(100_000), confirmation])
    assert.equal((await stop(token)).code, 'INVALID_INPUT');
  for (const token of [confirmation, stopping]) {
    assert.ok(!JSON.stringify(service.publishedEvents).includes(token));
    assert.ok(!JSON.stringify(await accounts.get(person.accountId)).includes(token));
  }
  await confirm(confirmation);
  moveAccountClock(365 * 24 * hourMs);
  assert.equal((await stop(stopping)).code, 'INVALID_INPUT');
  assert.equal((await self(person)).email, newEmail);
});

test('an expired confirmation is renewed on request while the change can be stopped', async () => {
  const person = await registerPerson(service);
  const { newEmail, confirmation } = await startChange(person);
  moveAccountClock(25 * hourMs);
  assert.equal((await confirm(confirmation)).code, 'INVALID_INPUT');
  assert.equal((await person.call('mutation { resendVerification }')).code, undefined);
  const links = await readLinks(service, person.accountId, 'CONFIRM_EMAIL');
  assert.equal(links.length, 2);
  moveAccountClock(73 * hourMs);
  assert.equal((await confirm(links[1]?.token ?? '')).code, 'INVALID_INPUT', 'not after the hold');
  assert.equal((await self(person)).pendingEmail, null);
  assert.notEqual((await self(person)).email, newEmail);
});
