/** Counts an account's finished loans in one role, without names; the other side sees it before an agreement. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import { isFinal } from '../loan/status.ts';
import type { Escrow } from './escrow.ts';

export interface TrackRecord {
  /** Loans that are over and whose money the borrower confirmed; others may never have run. */
  finished: number;
  /** Of these, repaid by their due day (UTC). */
  onTime: number;
  /** Of these, ended by the domain going to the lender. */
  defaulted: number;
  /** Of these, in dispute at some time. */
  disputed: number;
}

export const trackRecordKeys = ['status', 'receipt', 'dueAt', 'repaidOn', 'escalation'] as const;
type FinishedLoan = Pick<Escrow, (typeof trackRecordKeys)[number]>;

/**
 * `loans` are those in which the account had the role. Open and cancelled loans do not count, nor do loans without a
 * receipt confirmed by the borrower: a lender's own statements are no record.
 */
export function countFinishedLoans(loans: readonly FinishedLoan[]): TrackRecord {
  const finishedLoans = loans.filter(
    ({ status, receipt }) => isFinal(status) && receipt?.by === 'BORROWER',
  );
  const count = (fits: (loan: FinishedLoan) => boolean) => finishedLoans.filter(fits).length;
  return {
    finished: finishedLoans.length,
    onTime: count(isOnTime),
    defaulted: count(({ status }) => status === 'FINALIZED_LENDER_SEIZURE'),
    disputed: count(({ escalation }) => escalation !== null),
  };
}

function isOnTime({ status, dueAt, repaidOn }: FinishedLoan): boolean {
  if (status !== 'FINALIZED_RETURN_TO_BORROWER') return false;
  return dueAt !== null && repaidOn !== null && repaidOn <= utcDay(dueAt);
}
