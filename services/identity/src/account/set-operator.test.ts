/** The operator flag: by the internal door, and by nobody else. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService, testSecret } from '@nameloan/service/testing/test-service.ts';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';

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

test('the flag is granted and revoked by the door, and each change is told once', async () => {
  const person = await registerPerson(service);
  const email = person.email.toUpperCase();
  const now = `${person.email} is an operator now.`;
  assert.equal((await post({ verb: 'grant', email })).body.message, now);
  const already = `${person.email} is an operator already.`;
  assert.equal((await post({ verb: 'grant', email })).body.message, already);
  assert.equal((await person.call('{ self { operator } }')).data.self.operator, true);
  await service.fact('identity.account.changed', (data) => data.operator);
  const gone = `${person.email} is no operator any more.`;
  assert.equal((await post({ verb: 'revoke', email })).body.message, gone);
  await service.settle();
  const said = service.facts.filter(
    (one) => one.subject === 'identity.account.changed' && one.aggregateId === person.accountId,
  );
  assert.equal(said.length, 2);
});

test('the door refuses a wrong secret, an unknown e-mail and a body in another shape', async () => {
  const { email } = await registerPerson(service);
  assert.equal((await post({ verb: 'grant', email }, 'wrong')).status, 401);
  assert.equal((await post({ verb: 'grant', email: 'nobody@example.com' })).status, 404);
  for (const body of [
    {},
    [],
    { verb: 'grant', email: { $ne: null } },
    { verb: 'toString', email },
    { verb: 'grant', email, operator: true },
  ]) {
    assert.equal((await post(body)).status, 400);
  }
});

test('the profile call cannot grant it', async () => {
  const person = await registerPerson(service);
  const call = 'mutation ($input: ProfileInput!) { updateProfile(input: $input) { operator } }';
  const answer = await person.call(call, { input: { operator: true } });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.equal((await person.call('{ self { operator } }')).data.self.operator, false);
});
