/** The payment of a refinancing that its reader makes next. */

import type { Leg } from '../legs/refinance-task.ts';
import { computeSurplus, findLeg, sumLegs } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';
import type { PayoffLetter } from './split-payoff.ts';
import { getPayoffToday, splitPayoff } from './split-payoff.ts';

export interface DueLeg {
  leg: Leg;
  /** Cents. */
  amount: number;
}

/** Undefined while the reader has nothing to pay. Without a letter, the old loan is repaid. */
export function findDueLeg(loan: Loan, letter: PayoffLetter | undefined): DueLeg | undefined {
  const { role, amount, actions } = loan;
  if (!actions.includes('REPORT_LEG')) return undefined;
  if (!letter) {
    const surplus = computeSurplus(loan);
    return role === 'LENDER' && surplus > 0 ? { leg: 'SURPLUS', amount: surplus } : undefined;
  }
  const payment = findLeg(loan, 'PAYOFF');
  const rest = getPayoffToday(letter);
  if (role === 'LENDER')
    return payment ? undefined : { leg: 'PAYOFF', amount: splitPayoff(amount, rest).payoff };
  // The letter counts what is confirmed.
  const open = payment && payment.status !== 'REPORTED' ? rest : splitPayoff(amount, rest).topUp;
  const reported = findLeg(loan, 'TOP_UP')?.status === 'REPORTED' ? sumLegs(loan, 'TOP_UP') : 0;
  return open > reported ? { leg: 'TOP_UP', amount: open - reported } : undefined;
}
