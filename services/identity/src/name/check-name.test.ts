/** Registration rejects names that imitate the platform, its staff or an operator. */

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { Environment } from '@nameloan/runtime/settings';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { setOperator } from '../account/set-operator.ts';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { registerCall } from '../testing/register-person.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function start(environment: Environment = {}): Promise<TestService> {
  service = await startTestService(identityService, { RATE_LIMITS: 'off', ...environment });
  return service;
}

async function register(running: TestService, name: string) {
  const email = `${newId()}@example.com`;
  const password = 'the nanosecond is a foot';
  const answer = await running.as(null)(registerCall, { name, email, password });
  return { email, ...answer };
}

test('each rule has its own sentence', async () => {
  const running = await start();
  for (const [name, sentence] of [
    ['\u3164', 'Invalid name'],
    ['Nаmeloаn', 'A name can’t contain “Nameloan”.'],
    ['pay.me', 'A name can’t contain a web address.'],
    ['Аdmin Bob', 'A name can’t contain “admin”, because only our staff may use it.'],
    ['Sаles support', 'A name can’t contain “support”, because only our staff may use it.'],
  ] as const) {
    const answer = await register(running, name);
    assert.deepEqual([answer.code, answer.fields], ['INVALID_INPUT', { name: sentence }]);
  }
  assert.equal(await accounts.count({}), 0);
});

test('a name that looks like an operator’s is rejected while they are one', async () => {
  const running = await start();
  const operator = await register(running, 'Olga Stern');
  assert.equal((await register(running, 'Olga Stern')).code, undefined);
  const verified = { $set: { emailVerifiedAt: new Date() } };
  await accounts.raw.updateOne({ emailKey: operator.email }, verified);
  await setOperator(operator.email, true);
  for (const name of ['Olga Stern', 'OLGA  STERN', 'Оlgа Ѕtеrn', '0lga Stern'])
    assert.match((await register(running, name)).fields?.name ?? '', /^This name is too similar/);
  assert.equal((await register(running, 'Olga B. Stern')).code, undefined);
  await setOperator(operator.email, false);
  assert.equal((await register(running, 'Olga Stern')).code, undefined);
});

test('a trial accepts staff words with a warning, and nothing else', async () => {
  const running = await start({ ACCOUNT_RULES: 'trial' });
  const warn = mock.method(serviceContext.log, 'warn');
  assert.equal((await register(running, 'Support')).code, undefined);
  assert.equal(warn.mock.callCount(), 1);
  for (const name of ['Nameloan', 'example.com', '\u3164'])
    assert.equal((await register(running, name)).code, 'INVALID_INPUT', name);
});
