/** A slow lender cannot lock a name, and a defaulting borrower cannot stall a seizure. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createLoanInCustody,
  createPostedLoan,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus } from '../environment/wait-for-state.ts';
import {
  cancelled,
  completeEvidence,
  operatorOf,
  times,
  today,
  waitForNotification,
} from './missed-deadlines.ts';

export function bentLoans(environment: GetEnvironment): void {
  funding(environment);
  stalling(environment);
}

function funding(environment: GetEnvironment): void {
  test('a lender who does not mark paid is reminded, and the loan is cancelled after 10 days', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    const { in_custody_at, funding_due_at } = await getEscrow(lender, loan);
    assert.ok(Date.parse(funding_due_at) >= Date.parse(in_custody_at) + 5 * 86_400_000);
    for (let day = 0; day < 5; day++) await environment().sandbox.advanceClock('1d');
    await environment().sandbox.advanceClock('1h');
    assert.equal(await times(loan, 'REMIND_FUNDING'), 4);
    await waitForNotification([borrower], /You can cancel at once/);
    await environment().sandbox.advanceClock('5d');
    await cancelled(loan, 'EXPIRE_FUNDING', /didn’t pay in time/);
    await waitForDomainStatus(borrower, loan.domain, 'CUSTODY_PAID');
  });

  test('after the lender’s deadline the borrower’s cancel is immediate', async () => {
    const loan = await createLoanInCustody(environment());
    const before = await performAction(loan.borrower, loan, 'cancel');
    assert.equal(before.status, 'DOMAIN_IN_CUSTODY');
    const other = await createLoanInCustody(environment());
    await environment().sandbox.advanceClock('121h');
    const after = await performAction(other.borrower, other, 'cancel');
    assert.equal(after.status, 'CANCELLED');
    await waitForDomainStatus(other.borrower, other.domain, 'CUSTODY_PAID');
  });
}

function stalling(environment: GetEnvironment): void {
  test('after the due date one claim blocks a seizure; once it is denied, no claim does', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await environment().sandbox.advanceClock(`${loan.terms.term}d`);
    await environment().sandbox.advanceClock('1h');
    const claim = { date: await today(environment()), method: 'Wire', reference: 'B-1' };
    await performAction(borrower, loan, 'claimRepaid', claim);
    const withdrawn = await performAction(borrower, loan, 'withdrawClaim');
    assert.equal(withdrawn.stage, 'IN_GRACE');
    const blocking = await performAction(borrower, loan, 'claimRepaid', claim);
    assert.equal(blocking.stage, 'REPAYMENT_CLAIMED');
    await performAction(lender, loan, 'denyRepaid', { reason: 'Nothing came.' });
    const repeated = await expectRejection(borrower, `POST /escrow/${loan.id}/claimRepaid`, {
      status: 409,
      body: { ...claim, reference: ' b-1 ' },
    });
    assert.equal(repeated.reason, 'CLAIM_REPEATED');
    const next = { ...claim, reference: 'B-2' };
    assert.equal((await performAction(borrower, loan, 'claimRepaid', next)).stage, 'IN_GRACE');
    await environment().sandbox.advanceClock('9d');
    const over = await performAction(lender, loan, 'finalize', { outcome: 'SEIZE' });
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
  });

  test('a borrower escalates once after grace, and then no more; a CONTINUE can state that the lender may seize', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await performAction(borrower, loan, 'escalate');
    const operator = await operatorOf(environment(), loan);
    const decision = { outcome: 'CONTINUE', may_seize: true, reason: 'It was not repaid.' };
    const open = await expectRejection(operator, `POST /escrow/${loan.id}/resolve`, {
      status: 409,
      body: decision,
    });
    assert.equal(open.reason, 'EVIDENCE_OPEN');
    assert.ok(open.available_at);
    await completeEvidence(loan);
    const wrong = { ...decision, outcome: 'RETURN' };
    await expectRejection(operator, `POST /escrow/${loan.id}/resolve`, {
      status: 400,
      body: wrong,
    });
    const on = await performAction(operator, loan, 'resolve', decision);
    assert.deepEqual([on.status, on.may_seize], ['LOAN_POSTED', true]);
    const recently = await expectRejection(borrower, `POST /escrow/${loan.id}/escalate`, {
      status: 409,
    });
    assert.equal(recently.reason, 'ESCALATED_RECENTLY');
    await environment().sandbox.advanceClock('169h');
    await performAction(borrower, loan, 'escalate');
    await environment().sandbox.advanceClock('11d');
    await performAction(operator, loan, 'resolve', { outcome: 'CONTINUE', reason: 'As before.' });
    await environment().sandbox.advanceClock('8d');
    const again = await expectRejection(borrower, `POST /escrow/${loan.id}/escalate`, {
      status: 409,
    });
    assert.match(again.message, /once is the limit/);
    const over = await performAction(lender, loan, 'finalize', { outcome: 'SEIZE' });
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
  });
}
