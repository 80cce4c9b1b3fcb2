/** What happens next is said to whom it concerns. */

import { expect, test } from '@jest/globals';
import { someLoan } from '../testing/build-loan.ts';
import { nextWords } from './describe-next-step.ts';

test('an open loan tells each party what it can do, and an operator that it is open', () => {
  expect(nextWords(someLoan({ role: 'LENDER' }))).toMatch(/Finalize once it is repaid/);
  expect(nextWords(someLoan({ role: 'BORROWER' }))).toMatch(/Claim it repaid once it is/);
  expect(nextWords(someLoan({ role: 'OPERATOR' }))).toBe('The loan is open.');
});

test('the lender is told to mark the loan as paid before the money goes, as the contract says', () => {
  const words = nextWords(someLoan({ role: 'LENDER', status: 'DOMAIN_IN_CUSTODY' })) ?? '';
  expect(words.indexOf('Mark the loan as paid')).toBeLessThan(words.indexOf('send the money'));
  expect(words).toMatch(/Mark the loan as paid, then send the money/);
});
