/** The reader's role, while a loan runs and after it. */

import { expect, test } from '@jest/globals';
import { describeRole } from './loan-parties.ts';
import { buildLoan } from './testing/build-loan.ts';

test.each([
  ['LOAN_POSTED', 'BORROWER', 'You borrow from Ada Park'],
  ['FINALIZED_RETURN_TO_BORROWER', 'BORROWER', 'You borrowed from Ada Park'],
  ['FINALIZED_LENDER_SEIZURE', 'LENDER', 'You lent to Milo Reyes'],
  ['FINALIZED_RETURN_TO_BORROWER', 'OPERATOR', 'Ada Park lent to Milo Reyes'],
] as const)('%s: a %s reads “%s”', (status, role, text) => {
  expect(describeRole(buildLoan({ status, role }))).toBe(text);
});

test('of a cancelled loan nothing was borrowed', () => {
  const loan = buildLoan({ status: 'CANCELLED', role: 'BORROWER' });
  expect(describeRole(loan)).toBe('You borrow from Ada Park');
});
