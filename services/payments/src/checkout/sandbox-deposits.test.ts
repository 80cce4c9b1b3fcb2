/** Deposits through the sandbox's checkouts and its own signed webhook calls. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import { actOnCheckout, waitForStatus, waitUntil } from '../testing/act-on-checkout.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments({}, { forwardWebhooks: true });
});
after(() => payments.stop());

const act = (id: string | undefined, ...action: [string, object?]) =>
  actOnCheckout(payments, id, action);
const until = (what: string, holds: () => Promise<boolean>) => waitUntil(payments, what, holds);
const becomes = (id: string, status: string) => waitForStatus(payments, id, status);

for (const method of ['CARD', 'CRYPTOCURRENCY']) {
  test(`a payment by ${method} is credited once`, async () => {
    const accountId = newId();
    const deposit = await payments.deposit(accountId, 12_345, method);
    await act(deposit.session?.id, 'pay');
    await becomes(deposit.id, 'DONE');
    assert.equal(await payments.balance(accountId), 12_345);
  });

  test(`an abandoned ${method} page fails the deposit`, async () => {
    const accountId = newId();
    const deposit = await payments.deposit(accountId, 700, method);
    await act(deposit.session?.id, 'cancel');
    await becomes(deposit.id, 'FAILED');
    assert.equal(await payments.balance(accountId), 0);
  });

  test(`a ${method} payment that fails in the end fails the deposit`, async () => {
    const deposit = await payments.deposit(newId(), 700, method);
    await act(deposit.session?.id, 'fail');
    await becomes(deposit.id, 'FAILED');
  });
}

test('an asynchronous card payment is credited when it arrives, not when the page completes', async () => {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 900);
  await act(deposit.session?.id, 'pay', { async: true });
  const unpaid = { provider: 'STRIPE', state: 'IGNORED', body: { $regex: deposit.id } } as const;
  await until(
    'the unpaid completion arrived',
    async () => (await providerEvents.count(unpaid)) === 1,
  );
  assert.equal(await payments.balance(accountId), 0);
  await act(deposit.session?.id, 'pay');
  await becomes(deposit.id, 'DONE');
  assert.equal(await payments.balance(accountId), 900);
});
