/** Provider events in any order and repetition lead to the same ledger. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestProduct } from '@nameloan/sandbox/webhook/test-product';
import { startTestProduct } from '@nameloan/sandbox/webhook/test-product';
import fc from 'fast-check';
import { entries } from '../ledger/entry.model.ts';
import { parseCustomerId } from '../ledger/entry.ts';
import { paymentExceptions } from '../payment-exception/payment-exception.model.ts';
import type { Deliveries, History } from '../testing/provider-history.ts';
import { amountCents, deliveries, histories, runHistory } from '../testing/provider-history.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let payments: TestPayments;
let provider: TestProduct;
before(async () => {
  provider = await startTestProduct();
  payments = await startPayments({}, { webhookUrl: provider.url });
});
after(async () => {
  await payments.stop();
  await provider.close();
});

/** [kind, customer's cents] of every entry, sorted. */
async function posted(accountId: string): Promise<unknown[]> {
  const found = await entries.findMany({ accountId });
  const rows = found.map(({ kind, postings }) => {
    const mine = postings.find(({ account }) => parseCustomerId(account) === accountId);
    return [kind, mine?.amountCents];
  });
  return rows.sort((a, b) => String(a).localeCompare(String(b)));
}

async function assertLedger(history: History, order: Deliveries): Promise<void> {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, amountCents, history.method);
  const checkoutId = deposit.session?.id;
  await runHistory({ payments, provider }, { checkoutId, history }, order);
  const expected = history.entries.toSorted((a, b) => String(a).localeCompare(String(b)));
  assert.deepEqual(await posted(accountId), expected);
  assert.equal((await transactions.get(deposit.id)).status, history.status);
  const waiting = await paymentExceptions.count({ accountId, status: 'WAITING' });
  assert.equal(waiting, history.waits ? 1 : 0);
  const sum = history.entries.reduce((cents, [, change]) => cents + change, 0);
  assert.equal(await payments.balance(accountId), sum);
  const credited = await transactions.findMany({
    accountId,
    status: { $in: ['DONE', 'REFUNDED'] },
  });
  assert.equal(
    credited.reduce((cents, transaction) => cents + transaction.amountCents, 0),
    sum,
  );
}

test('late, early, repeated and reordered provider calls lead to the same ledger, which sums to zero', async () => {
  await fc.assert(fc.asyncProperty(histories, deliveries, assertLedger), { numRuns: 40 });
  const { sumCents, mismatches } = await payments.fetchLedgerCheck();
  assert.deepEqual([sumCents, mismatches], [0, []]);
});
