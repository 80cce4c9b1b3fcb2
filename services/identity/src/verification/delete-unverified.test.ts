/** Unverified accounts that were never used are deleted after seven days of account time. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveAccountClock, moveClock, resetClock } from '@nameloan/runtime/clock';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { payeeDetails, payees } from '../payee/payee.model.ts';
import { pictures } from '../picture/picture.model.ts';
import { identityService } from '../service.ts';
import { commit } from '../service-context.ts';
import { readLinks } from '../testing/read-links.ts';
import {
  readVerificationToken,
  refresh,
  registerPerson,
  registerUnverified,
  verifyCall,
} from '../testing/register-person.ts';
import { deleteUnverified } from './delete-unverified.ts';
import { verifications } from './verification.model.ts';

const dayMs = 86_400_000;
let service: TestService;
/** Accounts with something in the services. */
const used = {
  domains: new Set<string>(),
  lending: new Set<string>(),
  payments: new Set<string>(),
};
/** Runs while a service is asked. */
let onQuestion = async (_accountId: string): Promise<void> => {};

async function start(rules: 'strict' | 'trial'): Promise<void> {
  service = await startTestService(identityService, { RATE_LIMITS: 'off', ACCOUNT_RULES: rules });
  for (const [name, accountIds] of Object.entries(used))
    await service.bus.handleRequests(`${name}.account-use`, async (payload) => {
      const { accountId } = payload as { accountId: string };
      await onQuestion(accountId);
      return { ok: true, data: { used: accountIds.has(accountId) } };
    });
}
before(() => start('strict'));
after(() => service.stop());
afterEach(() => {
  resetClock();
  onQuestion = async () => {};
});

const exists = async ({ accountId }: { accountId: string }) =>
  (await accounts.find(accountId)) !== undefined;

test('with an unused account, the payees that it kept during a trial are erased', async () => {
  const person = await registerUnverified(service);
  const { accountId } = person;
  const payeeId = `payee-of-${accountId}`.slice(0, 60);
  const owned = { version: 1, accountId };
  await commit(async (tx) => {
    const kept = { kind: 'IBAN', label: null, encryptedSalt: 'x', status: 'ACTIVE' } as const;
    await payees.add({ id: payeeId, ...owned, ...kept, versions: [] }, tx);
    await payeeDetails.add({ id: `${payeeId}.1`, ...owned, payeeId, encryptedFields: 'x' }, tx);
  });
  moveAccountClock(8 * dayMs);
  await deleteUnverified();
  assert.ok(!(await exists(person)));
  assert.equal(await payees.find(payeeId), undefined);
  assert.deepEqual(await payeeDetails.findMany({ accountId }), []);
});

test('an unused account is deleted after seven days, once by two replicas, and its link verifies nothing', async () => {
  const person = await registerUnverified(service);
  const token = await readVerificationToken(service, person.accountId);
  moveClock(30 * dayMs);
  moveAccountClock(7 * dayMs - 60_000);
  await deleteUnverified();
  assert.ok(await exists(person), 'business time deletes nothing');
  moveAccountClock(7 * dayMs + 60_000);
  await Promise.all([deleteUnverified(), deleteUnverified()]);
  await deleteUnverified();
  assert.ok(!(await exists(person)));
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal((await service.as(null)(verifyCall, { token })).code, 'INVALID_INPUT');
  await service.settle();
  const deleted = service.publishedEvents.filter(
    ({ subject, aggregateId }) =>
      subject === 'identity.account.deleted' && aggregateId === person.accountId,
  );
  assert.equal(deleted.length, 1);
});

test('a deleted account leaves neither its picture nor a link that changes its address', async () => {
  const person = await registerUnverified(service);
  const { accountId, password } = person;
  const newEmail = `new-${accountId}@example.com`;
  const change = `mutation { changeEmail(newEmail: "${newEmail}", curPassword: "${password}") { id } }`;
  assert.equal((await person.call(change)).code, undefined);
  const [link] = await readLinks(service, accountId, 'CONFIRM_EMAIL');
  await pictures.raw.insertOne({ _id: accountId, version: 1, dataUrl: 'data:,x', digest: 'x' });
  moveAccountClock(7 * dayMs + 60_000);
  await deleteUnverified();
  assert.ok(!(await exists(person)));
  assert.equal(await pictures.find(accountId), undefined);
  assert.deepEqual(await verifications.findMany({ accountId }), []);
  const token = link?.token ?? '';
  assert.equal((await service.as(null)(verifyCall, { token })).code, 'INVALID_INPUT');
});

test('an account that is verified, used, an operator’s or older than verification stays', async () => {
  const verified = await registerPerson(service);
  const operator = await registerUnverified(service);
  const former = await registerUnverified(service);
  await accounts.raw.updateOne({ _id: former.accountId }, { $unset: { emailVerifiedAt: 1 } });
  const owners = await Promise.all(
    Object.values(used).map(async (ids) => {
      const person = await registerUnverified(service);
      ids.add(person.accountId);
      return person;
    }),
  );
  const setOperator = (flag: boolean) =>
    accounts.raw.updateOne({ _id: operator.accountId }, { $set: { operator: flag } });
  await setOperator(true);
  moveAccountClock(8 * dayMs);
  await deleteUnverified();
  await setOperator(false);
  for (const person of [verified, operator, former, ...owners]) assert.ok(await exists(person));
  for (const { refreshToken } of owners)
    assert.equal((await refresh(service, refreshToken)).code, undefined, 'and stays signed in');
});

test('a verification and a login at the same moment keep the account', async () => {
  for (const act of ['verify', 'login'] as const) {
    const person = await registerUnverified(service);
    const token = await readVerificationToken(service, person.accountId);
    moveAccountClock(7 * dayMs + 60_000);
    // The link would have expired; it is the write at this moment that counts.
    let questions = 0;
    onQuestion = async (accountId) => {
      if (accountId !== person.accountId || ++questions !== 4) return;
      if (act === 'login') assert.equal((await person.logIn()).code, undefined);
      else {
        const account = await accounts.get(accountId);
        const set = { emailVerifiedAt: new Date(), version: account.version + 1 };
        await accounts.raw.updateOne({ _id: accountId }, { $set: set });
      }
    };
    await deleteUnverified();
    assert.ok(questions >= 4, token);
    assert.ok(await exists(person), act);
    onQuestion = async () => {};
    const verified = { $set: { emailVerifiedAt: new Date() } };
    await accounts.raw.updateOne({ _id: person.accountId }, verified);
    resetClock();
  }
});

test('in a trial no account is deleted', async () => {
  await service.stop();
  await start('trial');
  const person = await registerUnverified(service);
  moveAccountClock(30 * dayMs);
  await deleteUnverified();
  assert.ok(await exists(person));
});
