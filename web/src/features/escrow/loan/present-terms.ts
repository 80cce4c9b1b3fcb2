/** The terms of a loan that count now: those of its contract, as amendments in effect changed them. */

import type { Loan } from '../loan-parties.ts';
import { countDays } from './utc-days.ts';

type AmendedLoan = Pick<Loan, 'amendments'>;

const listEffective = ({ amendments }: AmendedLoan) =>
  amendments.filter(({ status }) => status === 'EFFECTIVE');

/** Basis points a year. */
export function findPresentRate(loan: AmendedLoan & Pick<Loan, 'rate'>): number {
  const last = listEffective(loan).findLast(({ terms }) => terms.rate !== null);
  return last?.terms.rate ?? loan.rate;
}

/** Days from the receipt to the due date. */
export function findPresentTerm(loan: AmendedLoan & Pick<Loan, 'term' | 'receivedAt'>): number {
  const due = listEffective(loan).findLast(({ terms }) => terms.due !== null)?.terms.due;
  return due && loan.receivedAt ? countDays(loan.receivedAt.slice(0, 10), due) : loan.term;
}
