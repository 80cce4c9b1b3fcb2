/** A session is fresh for 15 minutes after a login or a step-up with password and code. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moveAccountClock, moveClock, resetClock } from '@nameloan/runtime/clock';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { sessions } from '../session/session.model.ts';
import type { Person, TestSession } from '../testing/register-person.ts';
import { refresh, registerPerson } from '../testing/register-person.ts';
import { disableCall, enableMfa, makeCode, wrongCode } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const minuteMs = 60_000;
const stepUpCall = `mutation ($curPassword: String!, $mfa: String) {
  stepUp(curPassword: $curPassword, mfa: $mfa)
}`;
const selfCall = '{ self { stepUpUntil } }';

const stepUpUntil = async ({ call }: TestSession) => (await call(selfCall)).data.self.stepUpUntil;
const freshUntil = async ({ accountId, sessionId }: TestSession) =>
  (await sendRequest(service.bus, 'identity.account-access', { accountId, sessionId })).freshUntil;
/** Moves the session's last proof of identity into the past. */
const age = ({ sessionId }: TestSession, minutes: number) =>
  sessions.raw.updateOne(
    { _id: sessionId },
    { $set: { passwordAt: new Date(Date.now() - minutes * minuteMs) } },
  );
const stepUp = (person: Person, more: { curPassword?: string; mfa?: string } = {}) =>
  person.call(stepUpCall, { curPassword: person.password, ...more });

test('a registration and a login are fresh for 15 minutes, independent of other sessions', async () => {
  const person = await registerPerson(service);
  const minutes = (Date.parse(await stepUpUntil(person)) - Date.now()) / minuteMs;
  assert.ok(minutes > 14 && minutes <= 15, `${minutes} minutes`);
  await age(person, 14.9);
  assert.ok(await freshUntil(person));
  await age(person, 15);
  assert.equal(await freshUntil(person), null);
  assert.equal(await stepUpUntil(person), null);
  const phone = await person.open();
  assert.ok(await freshUntil(phone));
  assert.equal(await freshUntil(person), null);
});

test('freshness ends in account time, and tokens go on', async (t) => {
  t.after(resetClock);
  const person = await registerPerson(service);
  moveClock(86_400_000);
  assert.ok(await freshUntil(person), 'business time ends nothing');
  moveAccountClock(15 * minuteMs);
  assert.equal(await freshUntil(person), null);
  moveAccountClock(40 * 86_400_000);
  assert.equal((await refresh(service, person.refreshToken)).code, undefined);
  assert.equal((await stepUp(person)).code, undefined);
  assert.ok(await freshUntil(person));
});

test('the password makes the session fresh again; a wrong one does not', async () => {
  const person = await registerPerson(service);
  await age(person, 20);
  const wrong = await stepUp(person, { curPassword: 'not the password' });
  assert.deepEqual(
    [wrong.code, wrong.fields],
    ['INVALID_INPUT', { curPassword: 'Invalid password' }],
  );
  assert.equal(await freshUntil(person), null);
  const { data } = await stepUp(person);
  assert.equal(data.stepUp, await freshUntil(person));
  assert.ok(Date.parse(data.stepUp) > Date.now() + 14 * minuteMs);
});

test('with MFA the code is needed too, and is used once', async () => {
  const person = await registerPerson(service);
  const { key } = await enableMfa(person);
  await age(person, 20);
  assert.deepEqual((await stepUp(person)).fields, { mfa: 'MFA code required' });
  assert.deepEqual((await stepUp(person, { mfa: wrongCode(key) })).fields, {
    mfa: 'Invalid MFA code',
  });
  assert.equal(await freshUntil(person), null);
  const mfa = makeCode(key, 1);
  assert.equal((await stepUp(person, { mfa })).code, undefined);
  assert.deepEqual((await stepUp(person, { mfa })).fields, { mfa: 'Invalid MFA code' });
  assert.ok(await freshUntil(person));
});

test('MFA is only turned off in a fresh session', async () => {
  const person = await registerPerson(service);
  const { recoveryCodes } = await enableMfa(person);
  const [first = '', second = ''] = recoveryCodes;
  await age(person, 20);
  assert.equal((await person.call(disableCall, { mfa: first })).code, 'STEP_UP_REQUIRED');
  assert.equal((await stepUp(person, { mfa: second })).code, undefined);
  assert.equal((await person.call(disableCall, { mfa: first })).code, undefined);
});

test('an ended, an unknown and another user’s session are never fresh', async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  const phone = await person.open();
  await person.call('mutation ($id: ID!) { endSession(id: $id) { id } }', { id: phone.sessionId });
  assert.equal(await freshUntil(phone), null);
  assert.equal(await freshUntil({ ...person, sessionId: 'nothing' }), null);
  assert.equal(await freshUntil({ ...person, sessionId: other.sessionId }), null);
  assert.equal(
    (await phone.call(stepUpCall, { curPassword: person.password })).code,
    'UNAUTHENTICATED',
  );
});

test('a session of an earlier release is not fresh until a step-up', async () => {
  const person = await registerPerson(service);
  await sessions.raw.updateOne({ _id: person.sessionId }, { $unset: { passwordAt: 1 } });
  assert.equal(await freshUntil(person), null);
  assert.equal((await stepUp(person)).code, undefined);
  assert.ok(await freshUntil(person));
});

test('a step-up does not extend a session of an earlier release beyond 180 days', async () => {
  const person = await registerPerson(service);
  const loggedInAt = new Date(Date.now() - 179 * 1440 * minuteMs);
  await sessions.raw.updateOne(
    { _id: person.sessionId },
    { $set: { passwordAt: loggedInAt }, $unset: { openedAt: 1 } },
  );
  assert.equal((await stepUp(person)).code, undefined);
  assert.deepEqual((await sessions.get(person.sessionId)).openedAt, loggedInAt);
});

test('a recovery code that a step-up uses is reported', async () => {
  const person = await registerPerson(service);
  const { recoveryCodes } = await enableMfa(person);
  assert.equal((await stepUp(person, { mfa: recoveryCodes[0] ?? '' })).code, undefined);
  const event = await service.event(
    'identity.account.security-changed',
    ({ accountId, change }) => accountId === person.accountId && change === 'RECOVERY_CODE_USED',
  );
  assert.equal(event.data.recoveryCodesLeft, 9);
});
