/** Each party reads its own next step. */

import { expect, test } from '@jest/globals';
import { buildLoan } from '../testing/build-loan.ts';
import { describeNextStep } from './describe-next-step.ts';

const now = new Date('2026-12-01T12:00:00.000Z');

test('a running loan shows each party what to do, and an operator that it is running', () => {
  expect(describeNextStep(buildLoan({ role: 'LENDER' }), now)).toMatch(
    /Finalize once it is repaid/,
  );
  expect(describeNextStep(buildLoan({ role: 'BORROWER' }), now)).toMatch(
    /Repay Ada directly, then press Claim Repaid/,
  );
  expect(describeNextStep(buildLoan({ role: 'OPERATOR' }), now)).toBe('The loan is running.');
});

test('the lender is asked to mark the loan as paid before sending money, as the contract requires', () => {
  const text = describeNextStep(buildLoan({ role: 'LENDER', status: 'DOMAIN_IN_CUSTODY' }), now);
  expect(text.indexOf('Mark the loan as paid')).toBeLessThan(text.indexOf('send the money'));
  expect(text).toMatch(/Mark the loan as paid, then send the money/);
});

test('a lender who may take the domain by a decision leaves the borrower no promised time', () => {
  for (const stage of ['ACTIVE', 'IN_GRACE'] as const) {
    const text = (role: 'BORROWER' | 'LENDER') =>
      describeNextStep(buildLoan({ maySeize: true, stage, role }), now);
    expect(text('BORROWER')).toMatch(/may take it at any time\.$/);
    expect(text('LENDER')).toMatch(/You may take the domain at any time/);
  }
});

test('a domain that Nameloan holds shows the server’s sentence', () => {
  const whatNext = 'Nameloan holds vellum.app until an operator releases it to you or the lender.';
  const loan = buildLoan({ status: 'FINALIZED_PLATFORM_SEZIURE', stage: null, whatNext });
  expect(describeNextStep(loan, now)).toBe(whatNext);
});
