/** An account's finished loans in one role in figures, without a name: what the other side sees before it agrees. */

import { utcDay } from '@nameloan/figures/calendar-day.ts';
import { isFinal } from '../loan/status.ts';
import type { Escrow } from './escrow.ts';

export interface TrackRecord {
  /** Loans whose money the borrower confirmed and that came to an end: others may never have run. */
  finished: number;
  /** Of those, repaid by their due day (UTC). */
  onTime: number;
  /** Of those, ended by the domain going to the lender. */
  defaulted: number;
  /** Of those, in dispute at some time. */
  disputed: number;
}

export const trackRecordKeys = ['status', 'receipt', 'dueAt', 'repaidOn', 'escalation'] as const;
type FinishedLoan = Pick<Escrow, (typeof trackRecordKeys)[number]>;

/**
 * `loans` are those in which the account had the role. Open and cancelled ones count for nothing, nor does one whose
 * receipt rests on silence or was never told: two words of a lender's own make no record.
 */
export function trackRecord(loans: readonly FinishedLoan[]): TrackRecord {
  const ran = loans.filter(({ status, receipt }) => isFinal(status) && receipt?.by === 'BORROWER');
  const count = (fits: (loan: FinishedLoan) => boolean) => ran.filter(fits).length;
  return {
    finished: ran.length,
    onTime: count(isOnTime),
    defaulted: count(({ status }) => status === 'FINALIZED_LENDER_SEIZURE'),
    disputed: count(({ escalation }) => escalation !== null),
  };
}

function isOnTime({ status, dueAt, repaidOn }: FinishedLoan): boolean {
  if (status !== 'FINALIZED_RETURN_TO_BORROWER') return false;
  return dueAt !== null && repaidOn !== null && repaidOn <= utcDay(dueAt);
}
