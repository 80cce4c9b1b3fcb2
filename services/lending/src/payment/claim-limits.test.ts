/** The claim that an end of the loan names, and the maximum of a loan's recorded claims. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { escrows } from '../escrow/escrow.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { maxPayments, maxRecords } from '../loan/payment.ts';
import { commit } from '../service-context.ts';
import {
  confirmPayment,
  principal,
  reportPart,
  reportPayment,
  today,
  withdrawPayment,
} from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createReceivedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const claimRepaid = (loan: TestLoan, reference: string) =>
  mutateLoan(loan.borrower, 'claimRepaid', {
    id: loan.id,
    more: `, date: "${today()}", method: "Wire", reference: "${reference}"`,
  });
const finalize = (loan: TestLoan, claimId: string, outcome = 'RETURN') =>
  mutateLoan(loan.lender, 'finalize', {
    id: loan.id,
    more: `, outcome: ${outcome}, claimId: "${claimId}"`,
  });
const readStatus = async ({ id }: TestLoan) => (await escrows.get(id)).status;

test('a return that names a withdrawn claim, or one that another replaced, does not end the loan', async () => {
  const loan = await createReceivedLoan(service);
  const first = await reportPart(loan, { amount: principal, reference: 'first' });
  expectData(await withdrawPayment(loan.borrower, loan.id, first.id));
  for (const replaced of [false, true]) {
    if (replaced) await reportPart(loan, { amount: principal, reference: 'second' });
    const stopped = await finalize(loan, first.id);
    assert.deepEqual([stopped.code, stopped.reason], ['CONFLICT', 'CLAIM_CHANGED']);
    const confirmed = await confirmPayment(loan.lender, loan.id, { paymentId: first.id });
    assert.equal(confirmed.reason, 'ALREADY_DONE');
    assert.equal(await readStatus(loan), 'LOAN_POSTED');
  }
  assert.equal((await finalize(loan, '')).reason, 'CLAIM_CHANGED');
  const { claim } = await escrows.get(loan.id);
  const seized = await finalize(loan, claim?.paymentId ?? '', 'SEIZE');
  assert.deepEqual(Object.keys(seized.fields ?? {}), ['claimId']);
  expectData(await finalize(loan, claim?.paymentId ?? ''));
  assert.equal(await readStatus(loan), 'FINALIZED_RETURN_TO_BORROWER');
});

test('of a return that names the claim and its withdrawal at once, one wins', async () => {
  const loan = await createReceivedLoan(service);
  const { id } = await reportPart(loan, { amount: principal });
  const [ended, withdrawn] = await Promise.all([
    finalize(loan, id),
    mutateLoan(loan.borrower, 'withdrawClaim', loan),
  ]);
  const returned = (await readStatus(loan)) === 'FINALIZED_RETURN_TO_BORROWER';
  assert.deepEqual([!ended.code, !withdrawn.code], [returned, !returned]);
  assert.equal((await payments.get(id)).status, returned ? 'CONFIRMED' : 'WITHDRAWN');
});

/** Adds withdrawn records until the loan has `count`. */
async function fillRecords({ id: escrowId }: TestLoan, count: number): Promise<void> {
  const known = await payments.findMany({ escrowId });
  const [first] = known;
  assert.ok(first);
  const records = Array.from({ length: count - known.length }, () => ({
    ...{ ...first, leg: 'REPAYMENT' as const, status: 'WITHDRAWN' as const },
    ...{ id: newId(), version: 1, reference: newId() },
  }));
  await commit((tx) => payments.addMany(records, tx));
}

test('claims and withdrawals in turn end at a maximum, beyond that of part payments', async () => {
  const loan = await createReceivedLoan(service);
  await fillRecords(loan, maxPayments);
  const part = await reportPayment(loan.borrower, loan);
  assert.equal(part.reason, 'TOO_MANY_PAYMENTS');
  expectData(await claimRepaid(loan, 'one more'));
  expectData(await mutateLoan(loan.borrower, 'withdrawClaim', loan));
  await fillRecords(loan, maxRecords - 1);
  expectData(await claimRepaid(loan, 'the last'));
  expectData(await mutateLoan(loan.borrower, 'withdrawClaim', loan));
  const claimed = await claimRepaid(loan, 'too many');
  const reported = await reportPayment(loan.borrower, loan, { amount: principal });
  for (const { code, reason, message } of [claimed, reported]) {
    assert.deepEqual([code, reason], ['CONFLICT', 'TOO_MANY_PAYMENTS']);
    assert.match(message ?? '', /has 450 recorded payments, the maximum\. Escalate the loan\./);
  }
  assert.equal(await payments.count({ escrowId: loan.id }), maxRecords);
  assert.equal((await escrows.get(loan.id)).claim, null);
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
});
