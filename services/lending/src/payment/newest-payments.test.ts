/** The newest payments of a loan, and the sum of those that count. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { escrows } from '../escrow/escrow.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { commit } from '../service-context.ts';
import { confirmPayment, listPayments, principal, reportPart } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import { createReceivedLoan, expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const readNewest = (loan: TestLoan, limit: number | null) =>
  loan.lender(
    `query ($id: ID!, $limit: Int) {
      escrow(id: $id) { payments(limit: $limit) { id status } partPayments { count total } }
    }`,
    { id: loan.id, limit },
  );
const listNewest = async (loan: TestLoan, limit: number | null): Promise<string[]> =>
  expectData(await readNewest(loan, limit)).escrow.payments.map(({ id }: { id: string }) => id);
const readParts = async (loan: TestLoan) =>
  expectData(await readNewest(loan, 1)).escrow.partPayments;

/** Adds later payments that are withdrawn. */
async function addWithdrawn(loan: TestLoan, count: number): Promise<string[]> {
  const [first] = await payments.findMany({ escrowId: loan.id }, { limit: 1 });
  assert.ok(first);
  const records = Array.from({ length: count }, (_, index) => ({
    ...{ ...first, leg: 'REPAYMENT' as const, status: 'WITHDRAWN' as const },
    ...{
      id: newId(),
      version: 1,
      reportedAt: new Date(first.reportedAt.getTime() + 60_000 + index),
    },
  }));
  await commit((tx) => payments.addMany(records, tx));
  return records.map(({ id }) => id);
}

test('with a limit a loan shows its newest payments, and before them the older ones that wait for an answer', async () => {
  const loan = await createReceivedLoan(service);
  const open = await reportPart(loan);
  const claim = await reportPart(loan, { amount: principal, reference: 'rest' });
  const later = await addWithdrawn(loan, 5);
  assert.equal((await escrows.get(loan.id)).claim?.paymentId, claim.id);
  const all = (await listPayments(loan.lender, loan)).map(({ id }) => id);
  assert.equal(all.length, 8);
  assert.deepEqual(await listNewest(loan, null), all);
  assert.deepEqual(await listNewest(loan, 100), all);
  assert.deepEqual(await listNewest(loan, 3), [open.id, claim.id, ...later.slice(-3)]);
  assert.deepEqual(await listNewest(loan, 6), [open.id, claim.id, ...later]);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: open.id }));
  assert.deepEqual(await listNewest(loan, 1), [claim.id, ...later.slice(-1)]);
});

for (const limit of [0, -1, 101])
  test(`a limit of ${limit} is rejected`, async () => {
    const loan = await createReceivedLoan(service);
    const { code, fields } = await readNewest(loan, limit);
    assert.equal(code, 'INVALID_INPUT');
    assert.deepEqual(fields, { limit: 'The limit is 1 to 100.' });
  });

test('part payments are what counts without the payment of the payoff, before and after the end', async () => {
  const loan = await createReceivedLoan(service);
  assert.deepEqual(await readParts(loan), { count: 0, total: 0 });
  const open = await reportPart(loan);
  assert.deepEqual(await readParts(loan), { count: 0, total: 0 });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: open.id, amount: 90_000 }));
  const parts = { count: 1, total: 90_000 };
  assert.deepEqual(await readParts(loan), parts);
  const rest = await reportPart(loan, { amount: principal, reference: 'rest' });
  assert.deepEqual(await readParts(loan), parts);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: rest.id }));
  assert.equal((await escrows.get(loan.id)).status, 'FINALIZED_RETURN_TO_BORROWER');
  assert.deepEqual(await readParts(loan), parts);
});

test('payments of a refinancing to the loan’s lender are among its newest ones', async () => {
  const loan = await createReceivedLoan(service);
  const [first] = await payments.findMany({ escrowId: loan.id }, { limit: 1 });
  assert.ok(first);
  const leg = {
    ...first,
    id: newId(),
    escrowId: 'new',
    oldEscrowId: loan.id,
    leg: 'PAYOFF',
  } as const;
  await commit((tx) => payments.add({ ...leg, reportedAt: new Date(+first.reportedAt + 1) }, tx));
  assert.deepEqual(await listNewest(loan, 1), [leg.id]);
  assert.deepEqual(await listNewest(loan, 2), [first.id, leg.id]);
});
