/** Rivals at the same instant: a sale and the loan never disagree about who the lender is. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { propose } from '../testing/amendment-calls.ts';
import type { LoanOnSale } from '../testing/assignment-calls.ts';
import {
  accept,
  confirmSale,
  createLoanOnSale,
  inDays,
  markSent,
  mutateSale,
  offerSale,
  paySale,
  signBoth,
} from '../testing/assignment-calls.ts';
import { reportPayment, today } from '../testing/payment-calls.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { createAccount, expectData, mutateLoan, startLending } from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const rounds = Array.from({ length: 6 });
const succeeded = (answers: readonly TestResult[]): boolean[] =>
  answers.map(({ code }) => code === undefined);

/** The sale and its loan agree. */
async function assertAgree({ id, sale, lenderId, buyerId }: LoanOnSale): Promise<string> {
  const [loan, assignment] = [await escrows.get(id), await assignments.get(sale.id)];
  const closed = assignment.status === 'CLOSED';
  assert.equal(loan.lenderId, closed ? (assignment.buyerId ?? buyerId) : lenderId);
  assert.equal(loan.sales?.length ?? 0, closed ? 1 : 0);
  const isLive = ['OFFERED', 'ACCEPTED', 'SIGNED', 'SENT', 'DISPUTED'].includes(assignment.status);
  assert.deepEqual(loan.sale, isLive ? { id: sale.id, status: assignment.status } : null);
  return assignment.status;
}

test('of five buyers who accept at once one is bound', async () => {
  const loan = await createLoanOnSale(service);
  const others = await Promise.all(
    rounds.map((_, at) => createAccount(service, `Buyer ${'abcdef'[at]}`)),
  );
  const calls = others.map((id) => accept(service.as(id), loan.sale.token));
  const won = succeeded(await Promise.all(calls)).filter(Boolean).length;
  assert.equal(won, 1);
  assert.equal(await assertAgree(loan), 'ACCEPTED');
});

test('a withdrawal and an acceptance at once: one of both', async () => {
  for (const _ of rounds) {
    const loan = await createLoanOnSale(service);
    const answers = await Promise.all([
      mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id),
      accept(loan.buyer, loan.sale.token),
    ]);
    assert.equal(succeeded(answers).filter(Boolean).length, 1);
    await assertAgree(loan);
  }
});

test('a decline and a marked price at once: one of both', async () => {
  for (const _ of rounds) {
    const loan = await createLoanOnSale(service);
    await signBoth(loan);
    const answers = await Promise.all([
      mutateSale(loan.buyer, 'declineAssignment', loan.sale.id),
      markSent(loan.buyer, loan.sale.id),
    ]);
    assert.equal(succeeded(answers).filter(Boolean).length, 1);
    await assertAgree(loan);
  }
});

test('two closings, and a closing and a denial, at once: one of both', async () => {
  for (const [at] of rounds.entries()) {
    const loan = await createLoanOnSale(service);
    await paySale(loan);
    const deny = () => mutateSale(loan.lender, 'denyAssignment', loan.sale.id, ', reason: "No."');
    const close = () => confirmSale(loan.lender, loan.sale.id);
    const answers = await Promise.all([close(), at % 2 === 0 ? close() : deny()]);
    const [first, second] = succeeded(answers);
    // A denial that came first can still be followed by the confirmation.
    assert.ok(at % 2 === 0 ? first !== second : first);
    assert.equal(await assertAgree(loan), 'CLOSED');
  }
});

test('a closing against a claim, a payment and a repayment at once: nothing waits for the seller after it', async () => {
  for (const [at] of rounds.entries()) {
    const loan = await createLoanOnSale(service);
    await paySale(loan);
    const more = `, date: "${today()}", method: "Wire", reference: "R-1"`;
    const rivals = [
      () => mutateLoan(loan.borrower, 'claimRepaid', { id: loan.id, more }),
      () => reportPayment(loan.borrower, loan),
      () => mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: RETURN' }),
    ];
    const rival = rivals[at % 3] ?? assert.fail('no rival');
    const [closing] = await Promise.all([confirmSale(loan.lender, loan.sale.id), rival()]);
    const status = await assertAgree(loan);
    assert.equal(closing?.code === undefined, status === 'CLOSED');
    const { claim, openPayments, sales, status: loanStatus } = await escrows.get(loan.id);
    const closedAt = sales?.at(-1)?.closedAt;
    if (closedAt && claim) assert.ok(claim.at >= closedAt, 'the claim is the buyer’s');
    if (at % 3 === 2) assert.equal(loanStatus === 'LOAN_POSTED', status === 'CLOSED');
    // What was reported after the closing waits for the buyer; before it, it stops the closing.
    if (status !== 'CLOSED' && at % 3 < 2) assert.ok(claim ?? openPayments?.length);
  }
});

test('an offer for sale and a proposed amendment at once: one of both', async () => {
  for (const _ of rounds) {
    const loan = await createLoanOnSale(service);
    expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
    const answers = await Promise.all([
      offerSale(loan.lender, loan),
      propose(loan.borrower, loan, { due: inDays(100) }),
    ]);
    assert.equal(succeeded(answers).filter(Boolean).length, 1);
    const { sale, amendment } = await escrows.get(loan.id);
    assert.notEqual(Boolean(sale), Boolean(amendment));
  }
});
