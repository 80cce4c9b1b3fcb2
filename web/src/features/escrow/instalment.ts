/** The payment of a plan that is due next. */

import type { Loan } from './loan-parties.ts';

export interface Instalment {
  /** YYYY-MM-DD. */
  date: string;
  /** What is unpaid of it, in US cents. */
  amount: number;
  /** From 1. */
  n: number;
  count: number;
}

type WithNextDue = Pick<Loan, 'nextDue'>;

/** Undefined for a loan with one payment, after an acceleration, and once nothing is left to pay. */
export function findInstalment({ nextDue }: WithNextDue): Instalment | undefined {
  const { date, amount, instalment: n, instalments: count } = nextDue ?? {};
  if (!date || amount === undefined || !n || !count) return undefined;
  return { date, amount, n, count };
}

/** When the next payment is due: of a plan on its day, at the time of day of the receipt. */
export function findNextDueAt(loan: WithNextDue & Pick<Loan, 'dueAt'>): string | null {
  const { dueAt } = loan;
  const next = findInstalment(loan);
  return next && dueAt ? next.date + dueAt.slice(10) : dueAt;
}

/** It is not the payment that ends the loan, so it is reported and not claimed as the repayment. */
export function isBeforeLast(loan: WithNextDue): boolean {
  const instalment = findInstalment(loan);
  return instalment !== undefined && instalment.n < instalment.count;
}

/** "instalment 4 of 12". */
export const describeInstalment = ({ n, count }: Instalment): string =>
  `instalment ${n} of ${count}`;

/** A reported payment of all that is overdue blocks a seizure as a claim of repayment does, but repays only that. */
export const isCureClaimed = (loan: Pick<Loan, 'stage' | 'repaymentClaim' | 'nextDue'>): boolean =>
  loan.stage === 'REPAYMENT_CLAIMED' && loan.repaymentClaim === null && isBeforeLast(loan);
