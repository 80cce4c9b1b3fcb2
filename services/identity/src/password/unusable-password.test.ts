/** An account whose password is unusable until its user sets a new one. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';
import { unusablePassword, verifyPassword } from './hash-password.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService);
});
after(() => service.stop());

test('no password matches it, not even its stored value', async () => {
  const person = await registerPerson(service, '198.51.100.1');
  const $set = { passwordHash: unusablePassword };
  await accounts.raw.updateOne({ _id: person.accountId }, { $set });
  for (const password of [person.password, unusablePassword, 'a dummy password'])
    assert.equal((await person.logIn({ password })).code, 'UNAUTHENTICATED', password);
});

test('a check of it waits in the queue of its network like any other, so that its speed reveals nothing', async () => {
  const client = { ip: '198.51.100.2' };
  const checks = Array.from({ length: 40 }, () => verifyPassword('x', unusablePassword, client));
  const results = await Promise.allSettled(checks);
  assert.ok(results.some(({ status }) => status === 'rejected'));
});
