/** Cancellation at each stage that allows it, by each party. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProvenDomain, waitForStatus } from '@nameloan/driver/steps';
import type { Loan } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createLoanInCustody,
  createPostedLoan,
  createSignedLoan,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus, waitUntilListable } from '../environment/wait-for-state.ts';

type Party = 'borrower' | 'lender';

export function cancellations(environment: GetEnvironment): void {
  before(environment);
  withCustody(environment);
  tooLate(environment);
}

function before(environment: GetEnvironment): void {
  for (const by of ['borrower', 'lender'] as const) {
    test(`the ${by} cancels before both have signed, and the domain is free`, async () => {
      const loan = await createAcceptedLoan(environment());
      await cancelled(loan, by);
      await waitUntilListable(loan.borrower, loan.domain);
    });
    test(`the ${by} cancels before the domain arrives, and the domain is free`, async () => {
      const loan = await createSignedLoan(environment());
      await expectRejection(loan.borrower, `DELETE /domains/${loan.domain.id}`, { status: 409 });
      await cancelled(loan, by);
      await waitUntilListable(loan.borrower, loan.domain);
    });
  }
}

function withCustody(environment: GetEnvironment): void {
  test('the lender cancels with the domain in custody; it stays in custody, free for another loan', async () => {
    const loan = await createLoanInCustody(environment());
    await waitForDomainStatus(loan.borrower, loan.domain, 'IN_ESCROW');
    await cancelled(loan, 'lender');
    await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
    await waitUntilListable(loan.borrower, loan.domain);
  });

  test('the borrower requests cancellation with the domain in custody, and the lender agrees', async () => {
    const loan = await createLoanInCustody(environment());
    await asked(loan);
    await cancelled(loan, 'lender');
    await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
  });

  test('the borrower requests cancellation with the domain in custody, and the lender has sent the money', async () => {
    const loan = await createLoanInCustody(environment());
    await asked(loan);
    const paid = await performAction(loan.lender, loan, 'markPaid');
    assert.equal(paid.status, 'LOAN_POSTED');
    assert.equal(paid.cancel_requested_at, null);
    await waitForDomainStatus(loan.borrower, loan.domain, 'IN_ESCROW');
  });
}

function tooLate(environment: GetEnvironment): void {
  test('a paid loan, an ended loan and a loan of others cannot be cancelled', async () => {
    const loan = await createPostedLoan(environment());
    for (const by of ['borrower', 'lender'] as const) {
      await expectRejection(loan[by], `POST /escrow/${loan.id}/cancel`, {
        status: 409,
        message: /^This loan is Marked Paid; cancel is not possible now\.$/,
      });
    }
    await performAction(loan.lender, loan, 'finalize', { outcome: 'RETURN' });
    await expectRejection(loan.lender, `POST /escrow/${loan.id}/cancel`, {
      status: 409,
      message: /^This loan is Complete; cancel is not possible now\.$/,
    });
    const stranger = await environment().newPerson('Sam Stranger');
    await expectRejection(stranger, `POST /escrow/${loan.id}/cancel`, { status: 404 });
    await expectRejection(stranger, `GET /escrow/${loan.id}`, { status: 404 });
    await expectRejection(stranger, `GET /escrow/${loan.id}/messages`, { status: 404 });
  });

  test('a domain that backs a loan is rejected for other accounts', async () => {
    const loan = await createLoanInCustody(environment());
    const other = await environment().newPerson('Olga Other');
    const body = { domain: loan.domain.domain };
    await expectRejection(other, 'POST /domains/add', { status: 409, body });
    await expectRejection(loan.borrower, 'POST /domains/add', { status: 409, body });
    const own = await addProvenDomain(other, environment().sandbox, environment().newDomainName());
    assert.equal(own.status, 'EXTERNAL_VERIFIED');
  });
}

async function cancelled(loan: Loan, by: Party): Promise<void> {
  const after = await performAction(loan[by], loan, 'cancel');
  assert.equal(after.status, 'CANCELLED');
  assert.equal(after.label, 'Cancelled');
  assert.deepEqual(after.actions, []);
  const other = by === 'borrower' ? loan.lender : loan.borrower;
  await waitForStatus(other, loan.id, 'CANCELLED');
  await expectRejection(other, `POST /escrow/${loan.id}/cancel`, {
    status: 409,
    message: /Cancelled/,
  });
}

async function asked(loan: Loan): Promise<void> {
  const wish = await performAction(loan.borrower, loan, 'cancel');
  assert.equal(wish.status, 'DOMAIN_IN_CUSTODY');
  assert.ok(wish.cancel_requested_at);
  assert.equal((await getEscrow(loan.lender, loan)).cancel_requested_at, wish.cancel_requested_at);
  await expectRejection(loan.borrower, `POST /escrow/${loan.id}/cancel`, { status: 409 });
}
