/** Each party reads its own next step. */

import { expect, test } from '@jest/globals';
import { buildLoan } from '../testing/build-loan.ts';
import { describeNextStep } from './describe-next-step.ts';

test('a running loan shows each party what to do, and an operator that it is running', () => {
  expect(describeNextStep(buildLoan({ role: 'LENDER' }))).toMatch(/Finalize once it is repaid/);
  expect(describeNextStep(buildLoan({ role: 'BORROWER' }))).toMatch(
    /Repay Ada directly, then press Claim Repaid/,
  );
  expect(describeNextStep(buildLoan({ role: 'OPERATOR' }))).toBe('The loan is running.');
});

test('the lender is asked to mark the loan as paid before sending money, as the contract requires', () => {
  const text = describeNextStep(buildLoan({ role: 'LENDER', status: 'DOMAIN_IN_CUSTODY' })) ?? '';
  expect(text.indexOf('Mark the loan as paid')).toBeLessThan(text.indexOf('send the money'));
  expect(text).toMatch(/Mark the loan as paid, then send the money/);
});
