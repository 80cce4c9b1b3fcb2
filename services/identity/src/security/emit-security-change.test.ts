/** Every security change is published once, with its origin. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import type { SecurityChange, SecurityClient } from '@nameloan/contracts/identity-events';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testSecret } from '@nameloan/testkit/service/test-service';
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

/** Events carry the client only encrypted. */
function decryptClient({ sealedClient, formerClient }: Change): SecurityClient | null {
  assert.equal(formerClient, null);
  if (sealedClient === null) return null;
  assert.doesNotMatch(sealedClient, /192\.|browser/);
  return JSON.parse(serviceContext.decrypt(sealedClient, 'identity.account.security-changed'));
}

/** Published changes of the account, oldest first, without times. */
async function findChanges({ accountId }: Person) {
  await service.settle();
  return service.publishedEvents
    .filter(({ subject }) => subject === 'identity.account.security-changed')
    .map(({ data }) => data as Change)
    .filter((change) => change.accountId === accountId)
    .map((data) => [data.change, decryptClient(data), data.recoveryCodesLeft] as const);
}

const expectChange = (change: SecurityChange, left: number | null = null) => [change, here, left];

async function runCommand(command: string, email: string) {
  const answer = await fetch(`${service.url}/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': testSecret },
    body: JSON.stringify({ command, email }),
  });
  return { status: answer.status, body: (await answer.json()) as { message: string } };
}

test('a password change is published, even if it ends no other session', async () => {
  const person = await registerPerson(service);
  const change = (newPassword: string, curPassword: string) =>
    person.call(profileCall, { input: { newPassword, curPassword } });
  assert.equal((await change('quite another password', 'wrong')).code, 'INVALID_INPUT');
  assert.deepEqual(await findChanges(person), []);
  assert.equal((await change('quite another password', person.password)).code, undefined);
  assert.equal((await person.call(profileCall, { input: { city: 'Arlington' } })).code, undefined);
  assert.deepEqual(await findChanges(person), [expectChange('PASSWORD_CHANGED')]);
});

test('a reset is published once, even if no session is open and the link is used eight times', async () => {
  const person = await registerPerson(service);
  await person.call('mutation ($id: ID!) { endSession(id: $id) { id current } }', {
    id: person.sessionId,
  });
  await service.as(null)('mutation ($email: String!) { requestReset(email: $email) }', {
    email: person.email,
  });
  const { data } = await service.event(
    'identity.reset.requested',
    ({ accountId }) => accountId === person.accountId,
  );
  const token = serviceContext.decrypt(data.sealedToken, 'identity.reset.requested');
  const use = `mutation ($token: String!) { resetPassword(token: $token, newPassword: "a new password") }`;
  await Promise.all(Array.from({ length: 8 }, () => service.as(null)(use, { token })));
  assert.deepEqual(await findChanges(person), [expectChange('PASSWORD_RESET')]);
});

test('turning MFA on, using a recovery code and turning MFA off are each published', async () => {
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

test('turning MFA off with the authenticator reports no recovery codes', async () => {
  const person = await registerPerson(service);
  const { key } = await enableMfa(person);
  assert.equal((await person.call(disableCall, { mfa: makeCode(key, 1) })).code, undefined);
  assert.deepEqual((await findChanges(person)).at(-1), expectChange('MFA_DISABLED'));
});

test('a stolen refresh token is published once, however often it is used', async () => {
  const person = await registerPerson(service);
  await successor(service, await successor(service, person.refreshToken));
  await Promise.all(Array.from({ length: 8 }, () => refresh(service, person.refreshToken)));
  assert.deepEqual(await findChanges(person), [expectChange('SESSION_STOLEN')]);
});

test('the end-mfa command is published, ends every session, and makes the password sufficient', async () => {
  const person = await registerPerson(service);
  await enableMfa(person);
  assert.equal((await person.logIn()).code, 'MFA_REQUIRED');
  const email = person.email.toUpperCase();
  const answers = await Promise.all(Array.from({ length: 8 }, () => runCommand('end-mfa', email)));
  const messages = answers.map(({ body }) => body.message).filter((one) => /is now off/.test(one));
  assert.deepEqual(messages, [
    `MFA of ${person.email} is now off. All sessions were ended and the user was notified by mail.`,
  ]);
  assert.deepEqual(await findChanges(person), [
    expectChange('MFA_ENABLED'),
    ['MFA_ENDED', null, null],
  ]);
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  const again = await person.open();
  assert.equal((await again.call('{ self { mfaEnabled } }')).data.self.mfaEnabled, false);
  assert.equal((await runCommand('end-mfa', 'unknown@example.com')).status, 404);
});

test('an event truncates a long user agent', async () => {
  const person = await registerPerson(service);
  const { accountId, sessionId } = person;
  const call = service.as(accountId, { sessionId, userAgent: 'x'.repeat(5000) });
  const input = { newPassword: 'quite another password', curPassword: person.password };
  assert.equal((await call(profileCall, { input })).code, undefined);
  const [one] = await findChanges(person);
  assert.equal(one?.[1]?.userAgent.length, 300);
});
