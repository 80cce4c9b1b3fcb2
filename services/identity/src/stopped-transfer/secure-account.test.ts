/** The account of a transfer out that was stopped: the person who requested it knows the password. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { accountNow, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { payees } from '../payee/payee.model.ts';
import { identityService } from '../service.ts';
import { addPayee, ibans, PayeeUse } from '../testing/payees.ts';
import { refresh, registerPerson } from '../testing/register-person.ts';
import { changePayee, expectDone, pause, stoppedTransfers } from '../testing/stopped-transfers.ts';
import { enableMfa, enrollCall } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await new PayeeUse().listen(service);
});
after(() => service.stop());
afterEach(resetClock);

const { stopped, openResets, requestReset, resetPassword, changeEmail } = stoppedTransfers(
  () => service,
);

const validPayee = async (id: string) => {
  const payee = await payees.get(id);
  const valid = payee.versions.findLast(({ endedAs }) => endedAs === null);
  return [payee.status, valid?.masked ?? null];
};

test('its sessions end, its password is unusable, and a reset link is mailed once', async () => {
  const person = await registerPerson(service);
  await requestReset(person.email);
  const [former] = await openResets(person.accountId);
  const event = newId();
  await stopped(person.accountId, {}, event);
  await stopped(person.accountId, {}, event);
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn()).code, 'UNAUTHENTICATED');
  const open = await openResets(person.accountId);
  assert.equal(open.length, 1);
  assert.notEqual(open[0]?.id, former?.id, 'the thief may have requested the former one');
});

test('an account that does not exist any more is ignored', async () => {
  await stopped(newId(), { requestedAt: new Date(), stoppedAt: new Date() });
});

test('the owner gets in although the thief has turned MFA on since the request', async () => {
  const person = await registerPerson(service);
  const requestedAt = accountNow();
  await enableMfa(person);
  await stopped(person.accountId, { requestedAt, stoppedAt: accountNow() });
  expectDone(await resetPassword(person));
});

test('MFA counts from the moment of the request; older MFA and MFA without a date stay', async () => {
  for (const [offsetMs, isRemoved] of [
    [0, true],
    [-1, false],
    [undefined, false],
  ] as const) {
    const person = await registerPerson(service);
    const { accountId } = person;
    await enableMfa(person);
    const requestedAt = accountNow();
    const $set = { 'mfa.enrolledAt': new Date(requestedAt.getTime() + (offsetMs ?? 0)) };
    const change = offsetMs === undefined ? { $unset: { 'mfa.enrolledAt': 1 } } : { $set };
    await accounts.raw.updateOne({ _id: accountId }, change);
    await stopped(accountId, { requestedAt, stoppedAt: accountNow() });
    assert.equal((await accounts.get(accountId)).mfa === null, isRemoved, `${offsetMs}`);
  }
});

test('a pending enrolment ends, so that its key cannot be confirmed later', async () => {
  for (const moments of [{}, { requestedAt: new Date(), stoppedAt: new Date() }]) {
    const person = await registerPerson(service);
    expectDone(await person.call(enrollCall));
    await stopped(person.accountId, moments);
    assert.equal((await accounts.get(person.accountId)).enrolment, null);
  }
});

test('a confirmed address since the request is undone, and the reset goes to the owner', async () => {
  const person = await registerPerson(service);
  const requestedAt = accountNow();
  await changeEmail(person);
  await stopped(person.accountId, { requestedAt, stoppedAt: accountNow() });
  const { email, emailChange } = await accounts.get(person.accountId);
  assert.deepEqual([email, emailChange?.status], [person.email, 'STOPPED']);
  const changed = service.publishedEvents.filter(
    ({ subject, aggregateId }) =>
      subject === 'identity.account.changed' && aggregateId === person.accountId,
  );
  assert.equal(changed.length, 2, 'other services learn it');
  expectDone(await resetPassword(person));
});

test('an address that was confirmed before the request stays', async () => {
  const person = await registerPerson(service);
  const newEmail = await changeEmail(person);
  pause();
  await stopped(person.accountId, { requestedAt: accountNow(), stoppedAt: accountNow() });
  assert.equal((await accounts.get(person.accountId)).email, newEmail);
});

test('payees that were added since are removed, changed ones are as before, older ones stay', async () => {
  const person = await registerPerson(service);
  const old = await addPayee(person);
  const changed = await addPayee(person);
  pause();
  const requestedAt = accountNow();
  const added = await addPayee(person);
  expectDone(await changePayee(person, changed.id, ibans.second));
  expectDone(await changePayee(person, changed.id, ibans.third));
  await stopped(person.accountId, { requestedAt, stoppedAt: accountNow() });
  assert.deepEqual(await validPayee(old.id), ['ACTIVE', 'DE •••• 3000']);
  assert.deepEqual(await validPayee(changed.id), ['ACTIVE', 'DE •••• 3000']);
  assert.deepEqual(await validPayee(added.id), ['DELETED', null]);
  const published = service.publishedEvents.filter(
    ({ subject }) => subject === 'identity.payee.changed',
  );
  const last = (id: string) =>
    published.findLast(({ aggregateId }) => aggregateId === id)?.data as { change: string };
  assert.deepEqual(
    [last(changed.id).change, last(added.id).change, last(old.id).change],
    ['STOPPED', 'REMOVED', 'ADDED'],
  );
});

test('an event of a former release ends sessions and the password, and removes nothing', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  await enableMfa(person);
  await stopped(person.accountId);
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  assert.notEqual((await accounts.get(person.accountId)).mfa, null);
  assert.deepEqual(await validPayee(id), ['ACTIVE', 'DE •••• 3000']);
});
