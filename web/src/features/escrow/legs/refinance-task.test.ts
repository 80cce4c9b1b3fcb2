/** What the parties of both loans have to do in a refinancing. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { buildLeg, buildNewLoan, buildOldLoan } from '../testing/build-refinance.ts';
import type { RefinanceTask } from './refinance-task.ts';
import { computeSurplus, findRefinanceTask } from './refinance-task.ts';

const paid = buildLeg('PAYOFF', { status: 'CONFIRMED', confirmedAmount: 10_147_95 });
const posted = { status: 'LOAN_POSTED', payments: [paid] } as const;
const surplus = buildLeg('SURPLUS', { amount: 1_852_05 });
const waitsForRest: Loan['waitingFor'] = {
  ...{ party: 'BORROWER', action: 'PAY_PAYOFF', until: null, message: '' },
};

test.each([
  [buildLoan(), undefined],
  [buildOldLoan(), 'letter'],
  [buildOldLoan({ payments: [buildLeg('PAYOFF')] }), 'confirm'],
  [buildOldLoan({ role: 'BORROWER', actions: [], payments: [buildLeg('PAYOFF')] }), undefined],
  [buildNewLoan(), 'payoff'],
  [buildNewLoan({ payments: [buildLeg('PAYOFF')] }), undefined],
  [buildNewLoan({ payments: [buildLeg('PAYOFF', { status: 'WITHDRAWN' })] }), 'payoff'],
  [buildNewLoan({ role: 'BORROWER' }), undefined],
  [buildNewLoan({ role: 'BORROWER', waitingFor: waitsForRest }), 'topUp'],
  [
    buildNewLoan({
      role: 'BORROWER',
      waitingFor: waitsForRest,
      payments: [buildLeg('TOP_UP', { amount: 100 })],
    }),
    undefined,
  ],
  [buildNewLoan(posted), 'surplus'],
  [buildNewLoan({ ...posted, payments: [paid, surplus] }), undefined],
  [buildNewLoan({ ...posted, role: 'BORROWER', payments: [paid, surplus] }), 'confirm'],
  [buildNewLoan({ ...posted, role: 'OPERATOR' }), undefined],
] satisfies [Loan, RefinanceTask | undefined][])(
  'case %#: the reader has this task',
  (loan, task) => {
    expect(findRefinanceTask(loan)).toBe(task);
  },
);

test('a denied surplus is still to be sent, and before the closing there is none', () => {
  const denied = buildLeg('SURPLUS', { amount: 1_852_05, status: 'DENIED' });
  expect(computeSurplus(buildNewLoan({ ...posted, payments: [paid, denied] }))).toBe(1_852_05);
  expect(computeSurplus(buildNewLoan({ payments: [paid] }))).toBe(0);
});
