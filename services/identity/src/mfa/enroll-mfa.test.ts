/** MFA enrolment requires the password, unless it was just entered at login. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { sessions } from '../session/session.model.ts';
import type { TestSession } from '../testing/register-person.ts';
import { profileCall, registerPerson, successor } from '../testing/register-person.ts';
import { confirmCall, enrollCall, makeCode } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

/** Moves the session's login back; 0 removes its time, as on older sessions. */
async function ageSession({ sessionId }: TestSession, minutes: number): Promise<void> {
  const passwordAt = new Date(Date.now() - minutes * 60_000);
  const update = minutes === 0 ? { $unset: { passwordAt: '' } } : { $set: { passwordAt } };
  await sessions.raw.updateOne({ _id: sessionId } as never, update as never);
}

const missing = { curPassword: 'Enter your current password.' };
const wrong = { curPassword: 'Invalid password' };

test('within five minutes of a registration or login no password is required', async () => {
  const person = await registerPerson(service);
  assert.equal((await person.call(enrollCall)).code, undefined);
  const phone = await person.open();
  await ageSession(phone, 4.9);
  assert.equal((await phone.call(enrollCall, { curPassword: '' })).code, undefined);
});

test('later the current password is required, and a refresh does not change that', async () => {
  const person = await registerPerson(service);
  for (const minutes of [5, 60, 0]) {
    await ageSession(person, minutes);
    for (const curPassword of [undefined, null, '']) {
      const answer = await person.call(enrollCall, { curPassword });
      assert.deepEqual([answer.code, answer.fields], ['INVALID_INPUT', missing]);
    }
  }
  await ageSession(person, 5);
  await successor(service, person.refreshToken);
  assert.deepEqual((await person.call(enrollCall)).fields, missing);
  const curPassword = person.password;
  const { data } = await person.call(enrollCall, { curPassword });
  const { key } = data.enrollMfa;
  assert.equal((await person.call(confirmCall, { mfa: makeCode(key) })).code, undefined);
});

test('a wrong password is rejected, even in a fresh session, and starts no enrolment', async () => {
  const person = await registerPerson(service);
  for (const curPassword of ['wrong', ' ', 'x'.repeat(100_000)]) {
    const answer = await person.call(enrollCall, { curPassword });
    assert.deepEqual([answer.code, answer.fields], ['INVALID_INPUT', wrong]);
  }
  assert.equal((await person.call(confirmCall, { mfa: '123456' })).code, 'CONFLICT');
});

test('an ended session or another user’s session does not count', async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  const call = service.as(person.accountId, { sessionId: other.sessionId });
  assert.deepEqual((await call(enrollCall)).fields, missing);
  const phone = await person.open();
  const input = { curPassword: person.password, newPassword: 'quite another password' };
  assert.equal((await person.call(profileCall, { input })).code, undefined);
  assert.deepEqual((await phone.call(enrollCall)).fields, missing);
});
