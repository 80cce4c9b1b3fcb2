/** Quotas of security changes, since each sends a mail to an unverified address. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { addCall, addPayee, ibanInput, readStopTokens } from '../testing/payees.ts';
import { profileCall, refresh, registerPerson, successor } from '../testing/register-person.ts';
import { enrollCall } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService);
});
after(() => service.stop());

test('beyond the quota the password and the other sessions stay unchanged', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  await spendQuota(serviceContext, 'passwordChanges', { key: person.accountId, left: 0 });
  const input = { newPassword: 'quite another password', curPassword: person.password };
  assert.equal((await person.call(profileCall, { input })).code, 'TOO_MANY_REQUESTS');
  assert.equal((await refresh(service, phone.refreshToken)).code, undefined);
  assert.equal((await person.logIn()).code, undefined);
});

test('MFA enrolments are limited', async () => {
  const person = await registerPerson(service);
  await spendQuota(serviceContext, 'mfaEnrolments', { key: person.accountId, left: 1 });
  assert.equal((await person.call(enrollCall)).code, undefined);
  assert.equal((await person.call(enrollCall)).code, 'TOO_MANY_REQUESTS');
});

test('beyond the quota no payee is added and no link is mailed', async () => {
  const person = await registerPerson(service);
  await spendQuota(serviceContext, 'payeeChanges', { key: person.accountId, left: 1 });
  await addPayee(person);
  assert.equal((await person.call(addCall, { ...ibanInput })).code, 'TOO_MANY_REQUESTS');
  assert.equal((await readStopTokens(service, person.accountId)).length, 1);
});

test('beyond the mail quota a stolen session is still ended', async () => {
  const person = await registerPerson(service);
  await spendQuota(serviceContext, 'stolenSessionMails', { key: person.accountId, left: 1 });
  for (const session of [person, await person.open()]) {
    const third = await successor(service, await successor(service, session.refreshToken));
    assert.equal((await refresh(service, session.refreshToken)).code, 'UNAUTHENTICATED');
    assert.equal((await refresh(service, third)).code, 'UNAUTHENTICATED');
  }
  await service.settle();
  const published = service.publishedEvents.filter(
    ({ subject, data }) =>
      subject === 'identity.account.security-changed' &&
      (data as { accountId?: string }).accountId === person.accountId,
  );
  assert.equal(published.length, 1);
});
