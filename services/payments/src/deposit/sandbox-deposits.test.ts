/** Deposits through the sandbox's own checkouts: its signed calls, not ours, bring the money. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@nameloan/service/id.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments({}, { wired: true });
});
after(() => payments.stop());

async function act(id: string | undefined, action: string, body: object = {}) {
  const response = await fetch(`${payments.sandboxUrl}/checkouts/${id}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 8000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
    await pause(20);
    await payments.settle();
  }
}
const becomes = (id: string, status: string) =>
  until(`${id} is ${status}`, async () => (await transactions.get(id)).status === status);

for (const method of ['CARD', 'CRYPTOCURRENCY']) {
  test(`a payer pays by ${method} and the balance has it once`, async () => {
    const accountId = newId();
    const deposit = await payments.deposit(accountId, 12_345, method);
    await act(deposit.session?.id, 'pay');
    await becomes(deposit.id, 'DONE');
    assert.equal(await payments.balance(accountId), 12_345);
  });

  test(`a payer leaves the page of ${method} and the deposit fails`, async () => {
    const accountId = newId();
    const deposit = await payments.deposit(accountId, 700, method);
    await act(deposit.session?.id, 'cancel');
    await becomes(deposit.id, 'FAILED');
    assert.equal(await payments.balance(accountId), 0);
  });

  test(`a payment by ${method} that is refused in the end fails the deposit`, async () => {
    const deposit = await payments.deposit(newId(), 700, method);
    await act(deposit.session?.id, 'fail');
    await becomes(deposit.id, 'FAILED');
  });
}

test('a slow card payment is credited when it arrives, not when the page is done', async () => {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 900);
  await act(deposit.session?.id, 'pay', { async: true });
  const unpaid = { provider: 'STRIPE', state: 'IGNORED', body: { $regex: deposit.id } } as const;
  await until('the unpaid completion came', async () => (await providerEvents.count(unpaid)) === 1);
  assert.equal(await payments.balance(accountId), 0);
  await act(deposit.session?.id, 'pay');
  await becomes(deposit.id, 'DONE');
  assert.equal(await payments.balance(accountId), 900);
});

test('a part payment in cryptocurrency is not credited until the rest has come', async () => {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 900, 'CRYPTOCURRENCY');
  await act(deposit.session?.id, 'pay', { part: true });
  const part = { type: 'partially_paid', state: 'KEPT', body: { $regex: deposit.id } } as const;
  await until('the part came', async () => (await providerEvents.count(part)) === 1);
  assert.equal(await payments.balance(accountId), 0);
  await act(deposit.session?.id, 'pay');
  await becomes(deposit.id, 'DONE');
  assert.equal(await payments.balance(accountId), 900);
});

test('a refund and a dispute are kept and change nothing yet', async () => {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 900);
  await act(deposit.session?.id, 'pay');
  await becomes(deposit.id, 'DONE');
  await act(deposit.session?.id, 'dispute');
  await act(deposit.session?.id, 'refund');
  const reversals = { type: { $regex: '^charge\\.' }, body: { $regex: `pi_` } };
  await until('both came', async () => (await providerEvents.count(reversals)) === 2);
  assert.equal(await payments.balance(accountId), 900);
  assert.deepEqual((await payments.checkBooks()).mismatches, []);
});
