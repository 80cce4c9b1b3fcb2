/** A lender's finished loans in figures, without a name: what a borrower sees beside an offer. */

import { isFinal } from '../loan/status.ts';
import { utcDay } from '../money/calendar-day.ts';
import type { Escrow } from './escrow.ts';

export interface TrackRecord {
  /** Loans that were paid out and came to an end; cancelled ones are not loans. */
  finished: number;
  /** Of those, repaid by their due day (UTC). */
  onTime: number;
  /** Of those, ended by the domain going to the lender. */
  defaulted: number;
}

type Ended = Pick<Escrow, 'status' | 'dueAt' | 'repaidOn'>;

/** `loans` are those in which the account was the lender; open and cancelled ones count for nothing. */
export function trackRecord(loans: readonly Ended[]): TrackRecord {
  const record: TrackRecord = { finished: 0, onTime: 0, defaulted: 0 };
  for (const loan of loans) {
    if (!isFinal(loan.status) || loan.status === 'CANCELLED') continue;
    record.finished += 1;
    if (loan.status === 'FINALIZED_LENDER_SEIZURE') record.defaulted += 1;
    if (isOnTime(loan)) record.onTime += 1;
  }
  return record;
}

function isOnTime({ status, dueAt, repaidOn }: Ended): boolean {
  if (status !== 'FINALIZED_RETURN_TO_BORROWER') return false;
  return dueAt === null || (repaidOn !== null && repaidOn <= utcDay(dueAt));
}
