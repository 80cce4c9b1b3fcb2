/** Accounts that are older than verification are marked as verified once, with one mail. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { registerPerson, registerUnverified } from '../testing/register-person.ts';
import { acceptFormerAddresses } from './accept-former-addresses.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const mailed = async (accountId: string) => {
  await service.settle();
  return service.publishedEvents.filter(
    ({ subject, data }) =>
      subject === 'identity.account.security-changed' &&
      (data as { change: string }).change === 'EMAIL_ACCEPTED' &&
      (data as { accountId: string }).accountId === accountId,
  ).length;
};

test('a former account is marked and mailed once, however often and concurrently the job runs', async () => {
  const { accountId } = await registerUnverified(service);
  await accounts.raw.updateOne({ _id: accountId }, { $unset: { emailVerifiedAt: 1 } });
  await Promise.all([acceptFormerAddresses(), acceptFormerAddresses(), acceptFormerAddresses()]);
  await acceptFormerAddresses();
  const { emailVerifiedAt } = await accounts.get(accountId);
  assert.ok(emailVerifiedAt && Math.abs(emailVerifiedAt.getTime() - Date.now()) < 60_000);
  assert.equal(await mailed(accountId), 1);
});

test('an unverified and a verified account stay as they are', async () => {
  const unverified = await registerUnverified(service);
  const verified = await registerPerson(service);
  const before = await accounts.get(verified.accountId);
  await acceptFormerAddresses();
  assert.equal((await accounts.get(unverified.accountId)).emailVerifiedAt, null);
  assert.deepEqual(await accounts.get(verified.accountId), before);
  assert.equal((await mailed(unverified.accountId)) + (await mailed(verified.accountId)), 0);
});
