/** The commonest passwords are rejected wherever a password is set, and accepted with a warning in a trial. */

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import type { Environment } from '@nameloan/runtime/settings';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { hash } from '@node-rs/argon2';
import { accounts } from '../account/account.model.ts';
import { settings } from '../config.ts';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { profileCall, registerCall, registerPerson } from '../testing/register-person.ts';
import { isCommonPassword } from './common-passwords.ts';
import { validatePassword } from './password.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function start(environment: Environment = {}): Promise<TestService> {
  service = await startTestService(identityService, { RATE_LIMITS: 'off', ...environment });
  return service;
}

const commonError = 'This password is one of the commonest. Choose another one.';
const person = { name: 'Ada Lovelace', email: 'analytical@example.com' };
const register = (running: TestService, password: string, more = {}) =>
  running.as(null)(registerCall, { ...person, ...more, password });

async function openResetToken(running: TestService, email: string): Promise<string> {
  const requestCall = 'mutation ($email: String!) { requestReset(email: $email) }';
  await running.as(null)(requestCall, { email });
  const { data } = await running.event('identity.reset.requested');
  return serviceContext.decrypt(data.sealedToken, 'identity.reset.requested');
}

test('a broken character is named as the reason, and emoji count as one each', async () => {
  const error = 'The password has a broken character. Type it again instead of pasting it.';
  for (const broken of ['\ud83d', '\ufffd', '\0'])
    assert.equal(validatePassword(`a long enough one ${broken}`, person), error);
  assert.equal(validatePassword('🦊'.repeat(8), person), undefined);
  assert.equal(validatePassword('🦊'.repeat(128), person), undefined);
  assert.equal(validatePassword('🦊'.repeat(7), person), 'Use at least 8 characters.');
  assert.equal(validatePassword('🦊'.repeat(129), person), 'Use at most 128 characters.');
});

test('the list has 10,000 passwords of at least eight characters in lower case', () => {
  for (const common of ['password', '12345678', 'password1', 'qwerty123', 'trustno1', '1q2w3e4r'])
    assert.ok(isCommonPassword(common), common);
  for (const rare of ['correct horse battery', 'demo-password', '', '#', '# list'])
    assert.ok(!isCommonPassword(rare), rare);
});

test('registration, reset and profile reject a common password in any case', async () => {
  const running = await start();
  for (const password of ['password1', 'PassWord1', ' password1 ', 'ｐａｓｓｗｏｒｄ１']) {
    const answer = await register(running, password);
    assert.deepEqual(answer.fields, { password: commonError }, password);
  }
  const known = await registerPerson(running);
  const input = { newPassword: 'Iloveyou', curPassword: known.password };
  const changed = await known.call(profileCall, { input });
  assert.deepEqual(changed.fields, { newPassword: commonError });
  const token = await openResetToken(running, known.email);
  const resetCall = `mutation ($token: String!) { resetPassword(token: $token, newPassword: "Iloveyou") }`;
  const reset = await running.as(null)(resetCall, { token });
  assert.deepEqual(reset.fields, { newPassword: commonError });
  assert.equal((await known.logIn()).code, undefined);
});

test('the product’s name, the own name and address, and its local part are rejected, containing them is not', async () => {
  for (const environment of [{}, { ACCOUNT_RULES: 'trial' }]) {
    const running = await start(environment);
    for (const password of ['NameLoan', 'ada  LOVELACE', 'Analytical@Example.COM', 'ANALYTICAL']) {
      const { fields } = await register(running, password);
      assert.match(fields?.password ?? '', /^Use something other than/, password);
    }
    assert.equal((await register(running, 'analytical engine')).code, undefined);
    const more = { email: 'other@example.com' };
    assert.equal((await register(running, 'nameloan of ada lovelace', more)).code, undefined);
    await running.stop();
  }
  service = undefined;
});

test('an account with a common password keeps logging in', async () => {
  const running = await start();
  const known = await registerPerson(running);
  const passwordHash = await hash('password1');
  await accounts.raw.updateOne({ _id: known.accountId }, { $set: { passwordHash } });
  assert.equal((await known.logIn({ password: 'password1' })).code, undefined);
});

test('a trial accepts a common password with a warning that does not contain it', async () => {
  const running = await start({ ACCOUNT_RULES: 'trial' });
  const warn = mock.method(serviceContext.log, 'warn');
  assert.equal((await register(running, 'password1')).code, undefined);
  assert.equal(warn.mock.callCount(), 1);
  const logged = JSON.stringify(warn.mock.calls[0]?.arguments);
  assert.match(logged, /ACCOUNT_RULES is trial/);
  assert.doesNotMatch(logged, /password1/);
});

test('a trial is the default with the sandbox only', () => {
  const read = (environment: Environment) => {
    settings.read(environment);
    return settings.value.ACCOUNT_RULES;
  };
  assert.equal(read({}), 'strict');
  assert.equal(read({ NAMELOAN_SANDBOX: 'on' }), 'trial');
  assert.equal(read({ NAMELOAN_SANDBOX: 'on', ACCOUNT_RULES: 'strict' }), 'strict');
  assert.throws(() => read({ ACCOUNT_RULES: 'lax' }), /ACCOUNT_RULES is "lax"/);
});
