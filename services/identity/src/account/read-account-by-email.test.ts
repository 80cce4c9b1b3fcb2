/** The receiver of a push is found by any spelling of an address, and only if its account may act. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';
import { accounts } from './account.model.ts';
import { readAccountByEmail } from './read-account-by-email.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, {
    RATE_LIMITS: 'off',
    ACCOUNT_RULES: 'strict',
  });
});
after(() => service.stop());

test('an account is found by its verified address in any spelling, and no other one is', async () => {
  const { accountId, email } = await registerPerson(service);
  const account = await accounts.get(accountId);
  const { commit } = identityService.context;
  const setVerified = (emailVerifiedAt: Date | null) =>
    commit(async (tx) => {
      const present = await accounts.get(accountId, tx);
      await accounts.update(present, { ...present, emailVerifiedAt }, tx);
    });
  await setVerified(account.createdAt);
  assert.deepEqual(await readAccountByEmail({ email: email.toUpperCase() }), { accountId });
  assert.deepEqual(await readAccountByEmail({ email: 'unknown@example.com' }), { accountId: null });
  await setVerified(null);
  assert.deepEqual(await readAccountByEmail({ email }), { accountId: null });
});
