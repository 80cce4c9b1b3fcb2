/** The operator flag can only be set through the internal endpoint. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testSecret } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { registerPerson, registerUnverified } from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

async function post(body: unknown, secret = testSecret) {
  const answer = await fetch(`${service.url}/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { message?: string } };
}

test('the endpoint grants and revokes the flag, and each change is published once', async () => {
  const person = await registerPerson(service);
  const email = person.email.toUpperCase();
  const now = `${person.email} is now an operator.`;
  assert.equal((await post({ command: 'grant', email })).body.message, now);
  const already = `${person.email} is already an operator.`;
  assert.equal((await post({ command: 'grant', email })).body.message, already);
  assert.equal((await person.call('{ self { operator } }')).data.self.operator, true);
  await service.event('identity.account.changed', (data) => data.operator);
  const revoked = `${person.email} is no longer an operator.`;
  assert.equal((await post({ command: 'revoke', email })).body.message, revoked);
  await service.settle();
  const published = service.publishedEvents.filter(
    (one) => one.subject === 'identity.account.changed' && one.aggregateId === person.accountId,
  );
  assert.equal(published.length, 2);
});

test('the flag is not granted to an unverified address', async () => {
  const person = await registerUnverified(service);
  const { status, body } = await post({ command: 'grant', email: person.email });
  assert.equal(status, 403);
  assert.match(body.message ?? '', /is not verified/);
  assert.equal((await person.call('{ self { operator } }')).data.self.operator, false);
  assert.equal((await post({ command: 'revoke', email: person.email })).status, 200);
});

test('the endpoint rejects a wrong secret, an unknown e-mail address and an invalid body', async () => {
  const { email } = await registerPerson(service);
  assert.equal((await post({ command: 'grant', email }, 'wrong')).status, 401);
  assert.equal((await post({ command: 'grant', email: 'unknown@example.com' })).status, 404);
  for (const body of [
    {},
    [],
    { command: 'grant', email: { $ne: null } },
    { command: 'toString', email },
    { command: 'grant', email, operator: true },
  ]) {
    assert.equal((await post(body)).status, 400);
  }
});

test('the profile call cannot grant the flag', async () => {
  const person = await registerPerson(service);
  const call = 'mutation ($input: ProfileInput!) { updateProfile(input: $input) { operator } }';
  const answer = await person.call(call, { input: { operator: true } });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.equal((await person.call('{ self { operator } }')).data.self.operator, false);
});
