/** Nothing about the security of an account is silent: each change says who did it, once, from where. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData, SecurityChange } from '@nameloan/contracts/events.ts';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService, testSecret } from '@nameloan/service/testing/test-service.ts';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, refresh, registerPerson, successor } from '../testing/register-person.ts';
import { disableCall, enableMfa, makeCode } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const here = { ip: '192.0.2.1', userAgent: 'test browser' };

type Change = EventData<'identity.account.security-changed'>;

/** What was told of the account, oldest first, without its times. */
async function findChanges({ accountId }: Person) {
  await service.settle();
  return service.facts
    .filter(({ subject }) => subject === 'identity.account.security-changed')
    .map(({ data }) => data as Change)
    .filter((change) => change.accountId === accountId)
    .map(({ change, from, recoveryCodesLeft }) => [change, from, recoveryCodesLeft] as const);
}

const expectChange = (change: SecurityChange, left: number | null = null) => [change, here, left];

async function operator(verb: string, email: string) {
  const answer = await fetch(`${service.url}/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': testSecret },
    body: JSON.stringify({ verb, email }),
  });
  return { status: answer.status, body: (await answer.json()) as { message: string } };
}

test('a change of the password is told, though no other session ends by it', async () => {
  const person = await registerPerson(service);
  const change = (newPassword: string, curPassword: string) =>
    person.call(profileCall, { input: { newPassword, curPassword } });
  assert.equal((await change('quite another password', 'wrong')).code, 'INVALID_INPUT');
  assert.deepEqual(await findChanges(person), []);
  assert.equal((await change('quite another password', person.password)).code, undefined);
  assert.equal((await person.call(profileCall, { input: { city: 'Arlington' } })).code, undefined);
  assert.deepEqual(await findChanges(person), [expectChange('PASSWORD_CHANGED')]);
});

test('a reset is told, though no session is open, and of eight uses of the link one', async () => {
  const person = await registerPerson(service);
  await person.call('mutation ($id: ID!) { endSession(id: $id) { id current } }', {
    id: person.sessionId,
  });
  await service.as(null)('mutation ($email: String!) { requestReset(email: $email) }', {
    email: person.email,
  });
  const { data } = await service.fact(
    'identity.reset.requested',
    ({ accountId }) => accountId === person.accountId,
  );
  const token = serviceContext.decrypt(data.sealedToken, 'identity.reset.requested');
  const use = `mutation ($token: String!) { resetPassword(token: $token, newPassword: "a new password") }`;
  await Promise.all(Array.from({ length: 8 }, () => service.as(null)(use, { token })));
  assert.deepEqual(await findChanges(person), [expectChange('PASSWORD_RESET')]);
});

test('MFA on, a recovery code used, MFA off by another: each is told', async () => {
  const person = await registerPerson(service);
  const { key, recoveryCodes } = await enableMfa(person);
  const [first = '', second = ''] = recoveryCodes;
  assert.equal((await person.logIn({ mfa: first })).code, undefined);
  assert.equal((await person.logIn({ mfa: first })).code, 'MFA_INVALID');
  assert.equal((await person.logIn({ mfa: makeCode(key, 1) })).code, undefined);
  assert.equal((await person.call(disableCall, { mfa: second })).code, undefined);
  assert.deepEqual(await findChanges(person), [
    expectChange('MFA_ENABLED'),
    expectChange('RECOVERY_CODE_USED', 9),
    expectChange('MFA_DISABLED', 8),
  ]);
});

test('MFA off by the authenticator is told without a word of recovery codes', async () => {
  const person = await registerPerson(service);
  const { key } = await enableMfa(person);
  assert.equal((await person.call(disableCall, { mfa: makeCode(key, 1) })).code, undefined);
  assert.deepEqual((await findChanges(person)).at(-1), expectChange('MFA_DISABLED'));
});

test('a stolen refresh token is told once, however often it is used', async () => {
  const person = await registerPerson(service);
  await successor(service, await successor(service, person.refreshToken));
  await Promise.all(Array.from({ length: 8 }, () => refresh(service, person.refreshToken)));
  assert.deepEqual(await findChanges(person), [expectChange('SESSION_STOLEN')]);
});

test('staff end a lost MFA by command: it is told, every session ends, and the password is enough', async () => {
  const person = await registerPerson(service);
  await enableMfa(person);
  assert.equal((await person.logIn()).code, 'MFA_REQUIRED');
  const email = person.email.toUpperCase();
  const answers = await Promise.all(Array.from({ length: 8 }, () => operator('end-mfa', email)));
  const said = answers.map(({ body }) => body.message).filter((one) => /is off now/.test(one));
  assert.deepEqual(said, [
    `MFA of ${person.email} is off now, every session has ended, and a mail says so.`,
  ]);
  assert.deepEqual(await findChanges(person), [
    expectChange('MFA_ENABLED'),
    ['MFA_ENDED', null, null],
  ]);
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  const again = await person.open();
  assert.equal((await again.call('{ self { mfaEnabled } }')).data.self.mfaEnabled, false);
  assert.equal((await operator('end-mfa', 'nobody@example.com')).status, 404);
});

test('a fact never carries more of a browser line than its shape takes', async () => {
  const person = await registerPerson(service);
  const { accountId, sessionId } = person;
  const call = service.as(accountId, { sessionId, userAgent: 'x'.repeat(5000) });
  const input = { newPassword: 'quite another password', curPassword: person.password };
  assert.equal((await call(profileCall, { input })).code, undefined);
  const [one] = await findChanges(person);
  assert.equal(one?.[1]?.userAgent.length, 300);
});
