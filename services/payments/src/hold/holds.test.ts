/** Holds over the request bus: repeated, concurrent and out of order. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ErrorCode } from '@nameloan/contracts/errors';
import { newId } from '@nameloan/runtime/id';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

const makeRequest = (accountId: string, amountCents = 1200, holdId = newId()) => ({
  holdId,
  accountId,
  amountCents,
  kind: 'TRANSFER_FEE' as const,
  reference: 'example.com',
});
const rejection = (code: ErrorCode, message = /./) => ({ code, message });

async function fundedAccount(amountCents = 10_000): Promise<string> {
  const accountId = newId();
  await payments.fund(accountId, amountCents);
  return accountId;
}

async function listTransactions(accountId: string) {
  const answer = await payments.as(accountId)(
    '{ transactions { total transactions { type: typeLabel amount method: methodLabel status } } }',
  );
  return answer.data.transactions.transactions;
}

test('a hold lowers the balance and is listed as a negative pending transaction', async () => {
  const accountId = await fundedAccount();
  const hold = makeRequest(accountId);
  assert.deepEqual(await payments.request('payments.hold', hold), { status: 'HELD' });
  assert.equal(await payments.balance(accountId), 8800);
  const [fee] = await listTransactions(accountId);
  assert.deepEqual(fee, {
    type: 'Transfer fee',
    amount: -1200,
    method: 'Balance',
    status: 'PENDING',
  });
  const event = await payments.event('payments.hold.placed', (data) => data.holdId === hold.holdId);
  assert.equal(event.data.amountCents, 1200);
});

test('a hold beyond the balance is rejected with the missing amount and changes nothing', async () => {
  const accountId = await fundedAccount(1000);
  await assert.rejects(
    payments.request('payments.hold', makeRequest(accountId, 123_456)),
    rejection('BALANCE_TOO_LOW', /\$1,224\.56 is missing/),
  );
  await assert.rejects(
    payments.request('payments.hold', makeRequest(newId(), 1)),
    rejection('BALANCE_TOO_LOW', /\$0\.01/),
  );
  assert.equal(await payments.balance(accountId), 1000);
  assert.equal((await listTransactions(accountId)).length, 1);
});

test('eight concurrent requests for a hold place it once', async () => {
  const accountId = await fundedAccount();
  const hold = makeRequest(accountId);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => payments.request('payments.hold', hold)),
  );
  assert.ok(answers.every(({ status }) => status === 'HELD'));
  assert.equal(await payments.balance(accountId), 8800);
  assert.equal((await listTransactions(accountId)).length, 2);
});

test('of eight concurrent holds only as many are placed as the balance covers', async () => {
  const accountId = await fundedAccount(5000);
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      payments.request('payments.hold', makeRequest(accountId, 1500)),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 3);
  assert.equal(await payments.balance(accountId), 500);
  for (const answer of answers) {
    if (answer.status === 'rejected') assert.equal(answer.reason.code, 'BALANCE_TOO_LOW');
  }
});

test('a hold id cannot be reused for another amount, account or kind', async () => {
  const accountId = await fundedAccount();
  const hold = makeRequest(accountId);
  await payments.request('payments.hold', hold);
  const others = [{ amountCents: 1 }, { accountId: newId() }, { kind: 'RENEWAL_FEE' as const }];
  for (const other of others) {
    await assert.rejects(
      payments.request('payments.hold', { ...hold, ...other }),
      rejection('CONFLICT'),
    );
  }
  assert.equal(await payments.balance(accountId), 8800);
});

test('a captured hold is charged once, however often it is captured', async () => {
  const accountId = await fundedAccount();
  const hold = { ...makeRequest(accountId), kind: 'RENEWAL_FEE' as const };
  await payments.request('payments.hold', hold);
  const { holdId } = hold;
  const captures = Array.from({ length: 8 }, () =>
    payments.request('payments.capture', { holdId }),
  );
  assert.ok((await Promise.all(captures)).every(({ status }) => status === 'CAPTURED'));
  assert.equal(await payments.balance(accountId), 8800);
  assert.deepEqual((await listTransactions(accountId))[0], {
    type: 'Renewal fee',
    amount: -1200,
    method: 'Balance',
    status: 'DONE',
  });
  assert.deepEqual(await payments.request('payments.hold', hold), { status: 'CAPTURED' });
  await assert.rejects(payments.request('payments.release', { holdId }), rejection('CONFLICT'));
  const { data } = await payments.event(
    'payments.hold.captured',
    ({ holdId }) => holdId === hold.holdId,
  );
  assert.equal(data.domainName, 'example.com', 'the event names the domain');
});

test('a released hold returns the money once and its fee is listed as failed', async () => {
  const accountId = await fundedAccount();
  const hold = makeRequest(accountId);
  const { holdId } = hold;
  await payments.request('payments.hold', hold);
  const releases = Array.from({ length: 8 }, () =>
    payments.request('payments.release', { holdId }),
  );
  assert.ok((await Promise.all(releases)).every(({ status }) => status === 'RELEASED'));
  assert.equal(await payments.balance(accountId), 10_000);
  assert.equal((await listTransactions(accountId))[0].status, 'FAILED');
  await assert.rejects(payments.request('payments.capture', { holdId }), rejection('CONFLICT'));
  await assert.rejects(payments.request('payments.hold', hold), rejection('CONFLICT'));
});

test('of a concurrent capture and release exactly one wins', async () => {
  const accountId = await fundedAccount();
  for (let round = 0; round < 8; round++) {
    const hold = makeRequest(accountId, 100);
    const { holdId } = hold;
    await payments.request('payments.hold', hold);
    const ends = await Promise.allSettled([
      payments.request('payments.capture', { holdId }),
      payments.request('payments.release', { holdId }),
    ]);
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  }
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});

test('a release that arrives before its hold causes the late hold to be rejected', async () => {
  const accountId = await fundedAccount();
  const hold = makeRequest(accountId);
  const { holdId } = hold;
  assert.deepEqual(await payments.request('payments.release', { holdId }), { status: 'RELEASED' });
  assert.deepEqual(await payments.request('payments.release', { holdId }), { status: 'RELEASED' });
  await assert.rejects(payments.request('payments.hold', hold), rejection('CONFLICT'));
  await assert.rejects(payments.request('payments.capture', { holdId }), rejection('CONFLICT'));
  assert.equal(await payments.balance(accountId), 10_000);
});

test('a concurrent hold and release leave the balance unchanged', async () => {
  const accountId = await fundedAccount();
  for (let round = 0; round < 8; round++) {
    const hold = makeRequest(accountId, 100);
    await Promise.allSettled([
      payments.request('payments.hold', hold),
      payments.request('payments.release', { holdId: hold.holdId }),
    ]);
    assert.equal(await payments.balance(accountId), 10_000);
  }
});

test('capturing an unknown hold is NOT_FOUND', async () => {
  await assert.rejects(
    payments.request('payments.capture', { holdId: newId() }),
    rejection('NOT_FOUND'),
  );
});

test('a captured fee is refunded once, and shown as refunded', async () => {
  const accountId = await fundedAccount();
  const hold = makeRequest(accountId);
  const { holdId } = hold;
  await payments.request('payments.hold', hold);
  await payments.request('payments.capture', { holdId });
  const refunds = Array.from({ length: 8 }, () => payments.request('payments.refund', { holdId }));
  assert.ok((await Promise.all(refunds)).every(({ status }) => status === 'REFUNDED'));
  assert.equal(await payments.balance(accountId), 10_000);
  assert.equal((await listTransactions(accountId))[0].status, 'REFUNDED');
  const { data } = await payments.event(
    'payments.hold.refunded',
    ({ holdId }) => holdId === hold.holdId,
  );
  assert.deepEqual([data.amountCents, data.domainName], [1200, 'example.com']);
  const refunded = payments.publishedEvents.filter(
    ({ subject, data: event }) =>
      subject === 'payments.hold.refunded' && 'holdId' in event && event.holdId === holdId,
  );
  assert.equal(refunded.length, 1);
  assert.deepEqual(await payments.request('payments.capture', { holdId }), { status: 'CAPTURED' });
  assert.equal(await payments.balance(accountId), 10_000, 'a late capture charges nothing');
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});

test('a fee that is not captured is released by a refund, whichever is first', async () => {
  const accountId = await fundedAccount();
  for (let round = 0; round < 8; round++) {
    const hold = makeRequest(accountId, 100);
    const { holdId } = hold;
    await payments.request('payments.hold', hold);
    await Promise.allSettled([
      payments.request('payments.capture', { holdId }),
      payments.request('payments.refund', { holdId }),
    ]);
    assert.equal(await payments.balance(accountId), 10_000);
  }
  const early = makeRequest(accountId);
  const { holdId } = early;
  assert.deepEqual(await payments.request('payments.refund', { holdId }), { status: 'RELEASED' });
  await assert.rejects(payments.request('payments.hold', early), rejection('CONFLICT'));
});
