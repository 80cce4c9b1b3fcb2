/** Refunds and disputes: debited once and listed; a debt must be covered before spending. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountTopic } from '@nameloan/contracts/topics';
import { newId } from '@nameloan/runtime/id';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { actOnCheckout, waitForStatus, waitUntil } from '../testing/act-on-checkout.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { settlePayment } from './settle-payment.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments({}, { forwardWebhooks: true });
});
after(() => payments.stop());

type Act = (...action: [string, object?]) => Promise<void>;

/** A paid deposit of so many cents. */
async function paid(amountCents: number, method = 'CARD') {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, amountCents, method);
  const act: Act = (...action) => actOnCheckout(payments, deposit.session?.id, action);
  await act('pay');
  await waitForStatus(payments, deposit.id, 'DONE');
  return { accountId, deposit, act };
}
const balanceBecomes = (accountId: string, cents: number) =>
  waitUntil(payments, `a balance of ${cents}`, async () => {
    return (await payments.balance(accountId)) === cents;
  });

async function listTransactions(accountId: string): Promise<unknown[]> {
  const lines =
    '{ transactions(limit: 100) { transactions { type amount method status reason } } }';
  const { data } = await payments.as(accountId)(lines);
  return data.transactions.transactions.map((one: Record<string, unknown>) => Object.values(one));
}
const feeOf = (accountId: string, amountCents: number) => ({
  holdId: newId(),
  accountId,
  amountCents,
  kind: 'TRANSFER_FEE' as const,
  reference: 'example.com',
});
const assertLedgerCorrect = async () => {
  const { sumCents, mismatches } = await payments.fetchLedgerCheck();
  assert.deepEqual([sumCents, mismatches], [0, []]);
};

test('each partial refund is debited once and listed; a full refund makes the deposit REFUNDED', async () => {
  const { accountId, deposit, act } = await paid(1000);
  await act('refund', { amountCents: 300 });
  await balanceBecomes(accountId, 700);
  const event = await payments.event(
    'payments.deposit.refunded',
    (data) => data.transactionId === deposit.id,
  );
  assert.deepEqual(
    [event.data.backCents, event.data.outcome, event.data.owedCents, event.data.amountCents],
    [300, 'TAKEN', 0, 1000],
  );
  await waitForStatus(payments, deposit.id, 'DONE');
  await act('refund');
  await act('redeliver');
  await balanceBecomes(accountId, 0);
  await waitForStatus(payments, deposit.id, 'REFUNDED');
  const lines = await listTransactions(accountId);
  assert.deepEqual(
    lines.slice(0, 2).map((line) => (line as unknown[]).slice(0, 4)),
    [
      ['REFUND', -700, 'CARD', 'DONE'],
      ['REFUND', -300, 'CARD', 'DONE'],
    ],
  );
  assert.match(String((lines[0] as unknown[])[4]), /^\$7\.00 of a deposit was refunded/);
  await assertLedgerCorrect();
});

test('after a partial refund and a won dispute only the refund stays debited', async () => {
  const { accountId, deposit, act } = await paid(1000);
  await act('refund', { amountCents: 250 });
  await act('dispute');
  await balanceBecomes(accountId, 0);
  await waitForStatus(payments, deposit.id, 'REFUNDED');
  await act('win');
  await balanceBecomes(accountId, 750);
  await waitForStatus(payments, deposit.id, 'DONE');
  const kinds = (await listTransactions(accountId)).map((line) => (line as unknown[]).slice(0, 2));
  assert.deepEqual(kinds.sort(), [
    ['ADJUSTMENT', -750],
    ['ADJUSTMENT', 750],
    ['DEPOSIT', 1000],
    ['REFUND', -250],
  ]);
  const won = await payments.event(
    'payments.deposit.disputed',
    (data) => data.transactionId === deposit.id && data.outcome === 'WON',
  );
  assert.equal(won.data.backCents, 750);
  await assertLedgerCorrect();
});

test('a lost dispute stays debited and is published', async () => {
  const { accountId, deposit, act } = await paid(1000);
  await act('dispute', { amountCents: 400 });
  await act('lose');
  await balanceBecomes(accountId, 600);
  await payments.event(
    'payments.deposit.disputed',
    (data) => data.transactionId === deposit.id && data.outcome === 'LOST',
  );
  assert.equal(await payments.balance(accountId), 600);
  await assertLedgerCorrect();
});

test('a refunded cryptocurrency payment is debited and its deposit is REFUNDED', async () => {
  const { accountId, deposit, act } = await paid(1000, 'CRYPTOCURRENCY');
  await act('refund');
  await waitForStatus(payments, deposit.id, 'REFUNDED');
  assert.equal(await payments.balance(accountId), 0);
  const [refund] = await listTransactions(accountId);
  assert.deepEqual((refund as unknown[]).slice(0, 4), ['REFUND', -1000, 'CRYPTOCURRENCY', 'DONE']);
  await assertLedgerCorrect();
});

test('a refund of spent money leaves a debt that blocks spending until it is covered', async () => {
  const { accountId, act } = await paid(1000);
  const spent = feeOf(accountId, 900);
  await payments.request('payments.hold', spent);
  await payments.request('payments.capture', { holdId: spent.holdId });
  const signals: unknown[] = [];
  const stop = await payments.bus.subscribe(accountTopic(accountId), (signal) =>
    signals.push(signal),
  );
  await act('refund');
  await balanceBecomes(accountId, -900);
  await stop();
  assert.deepEqual(signals, [{ what: 'balance' }]);
  await assertLedgerCorrect();
  const rejection = (missingCents: number, message: RegExp) => ({
    code: 'BALANCE_TOO_LOW',
    details: { missingCents },
    message,
  });
  await assert.rejects(
    payments.request('payments.hold', feeOf(accountId, 100)),
    rejection(1000, /\$9\.00 below zero because .* \$10\.00 is missing\. Add balance first\.$/),
  );
  const more = await payments.deposit(accountId, 1000);
  await actOnCheckout(payments, more.session?.id, ['pay']);
  await balanceBecomes(accountId, 100);
  await assert.rejects(
    payments.request('payments.hold', feeOf(accountId, 150)),
    rejection(50, /^Your balance is too low: \$0\.50 is missing/),
  );
  assert.deepEqual(await payments.request('payments.hold', feeOf(accountId, 100)), {
    status: 'HELD',
  });
  await assertLedgerCorrect();
});

test('a held fee is still charged if the deposit is refunded in between', async () => {
  const { accountId, act } = await paid(1000);
  const fee = feeOf(accountId, 1000);
  await payments.request('payments.hold', fee);
  await act('refund');
  await balanceBecomes(accountId, -1000);
  await payments.request('payments.capture', { holdId: fee.holdId });
  assert.equal(await payments.balance(accountId), -1000);
  await assertLedgerCorrect();
});

test('a failed refund is credited again, even if the failure is reported first', async () => {
  for (const reports of [['TAKEN', 'UNDONE'], ['UNDONE', 'TAKEN'], ['UNDONE']] as const) {
    const { accountId, deposit } = await paid(1000);
    const { session } = await transactions.get(deposit.id);
    const id = `stripe:re_${newId()}`;
    for (const status of [...reports, ...reports]) {
      const reversals = [{ id, kind: 'REFUND', amountCents: 400, status } as const];
      const payment = {
        transactionId: deposit.id,
        sessionId: session?.id ?? '',
        paymentId: session?.paymentId ?? '',
        ...{ amountCents: 1000, currency: 'usd', method: 'CARD' as const },
        ...{ arrivedCents: 1000, mismatch: null, reversals },
      };
      await commitIdempotently((tx) => settlePayment(payment, tx));
    }
    assert.equal(await payments.balance(accountId), 1000);
    const sums = (await listTransactions(accountId)).map((line) => (line as unknown[]).slice(0, 2));
    assert.deepEqual(sums.sort(), [
      ['ADJUSTMENT', 400],
      ['DEPOSIT', 1000],
      ['REFUND', -400],
    ]);
  }
  await assertLedgerCorrect();
});
