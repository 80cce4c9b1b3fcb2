/** How legal holds of a loan's domain change its deadlines, and which acts they reject (docs/product-rules.md#schedule). */

import type { ActBlockedByHold, HoldVisibility } from '@nameloan/contracts/legal-hold';
import { findHoldObstacle } from '@nameloan/contracts/legal-hold';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { isFinal } from './status.ts';

/** `disclosed`: the parties may be notified. */
export interface LoanHold {
  since: Date;
  disclosed: boolean;
}

export interface HoldPause {
  from: Date;
  to: Date;
}

interface HoldState {
  legalHold?: LoanHold | null;
  holdPauses?: HoldPause[] | null;
}

/**
 * The end of a period of `days` from `from` that does not run during a hold. Null while a hold stops it.
 */
export function computePausedEnd(
  { legalHold, holdPauses }: HoldState,
  from: Date,
  days: number,
): Date | null {
  let end = addDays(from, days);
  for (const pause of holdPauses ?? []) {
    const start = pause.from > from ? pause.from : from;
    if (pause.to <= start || start >= end) continue;
    end = new Date(end.getTime() + pause.to.getTime() - start.getTime());
  }
  return legalHold && legalHold.since < end ? null : end;
}

const visibilityOf = ({ legalHold }: HoldState): HoldVisibility =>
  legalHold ? (legalHold.disclosed ? 'DISCLOSED' : 'UNDISCLOSED') : 'NONE';

/**
 * Since when the parties know of the hold; null without one, and while they may not be notified. A loan that ended without
 * the domain in custody has freed it, and learns nothing of the end of the hold.
 */
export function shownHoldSince({
  legalHold,
  status,
  inCustodyAt,
}: HoldState & { status: EscrowStatus; inCustodyAt: Date | null }): Date | null {
  if (!legalHold?.disclosed || (isFinal(status) && inCustodyAt === null)) return null;
  return legalHold.since;
}

/** The guard of an act that a hold rejects. */
export function notOnHold(act: ActBlockedByHold) {
  return (loan: HoldState) => {
    const found = findHoldObstacle(visibilityOf(loan), act);
    return found ? { reason: found.reason, message: found.message, availableAt: null } : null;
  };
}
