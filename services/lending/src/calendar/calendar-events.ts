/**
 * Computes the calendar entries of a party's loans: payments with their days, and the ends of periods in which the reader
 * can still act. Pure. An entry names the domain and what is due; a calendar is often shared with others and stored by
 * its provider, so it names neither persons nor amounts.
 */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { isPaidOff } from '../escrow/balance/balance.ts';
import {
  computeAccelerationEnd,
  findDueAt,
  needsAcceleration,
  toDueTime,
} from '../escrow/balance/due-date.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { computeGraceEnd, computeStage } from '../escrow/stage.ts';
import {
  computeAdvanceDeemedAt,
  computeLapseAt,
  computeProposalEnd,
} from '../escrow/transition/amendment/amendment-deadlines.ts';
import { findAwaitedParty } from '../escrow/transition/amendment/amendment-timed.ts';
import { computeFundingDueAt } from '../escrow/transition/funding.ts';
import { findPayer } from '../loan/amendment.ts';
import { hasInstalmentsNow } from '../loan/plan/plan.ts';
import type { Party } from '../loan/roles.ts';
import { isFinal } from '../loan/status.ts';
import { formatDomainName } from '../loan/terms.ts';
import type { RefinanceDateKind } from './refinance-dates.ts';
import { describeRefinanceDate, isRefinanceDate, listRefinanceDates } from './refinance-dates.ts';

export type CalendarKind =
  | 'SIGN'
  | 'FUNDING'
  | 'REPAYMENT'
  | 'GRACE'
  | 'ACCELERATION'
  | 'AMENDMENT'
  | RefinanceDateKind;

export interface CalendarEvent {
  /** The same for the same event of a loan, in both parties' calendars. */
  uid: string;
  /** Rises with each change of the loan. */
  sequence: number;
  /** UTC midnight. */
  day: Date;
  summary: string;
  /** The exact end, since an entry has only a day. */
  until: Date;
  escrowId: string;
  /** The loan ended before; calendars remove the entry. */
  cancelled: boolean;
}

/** How long a calendar shows the dates of an ended loan as cancelled, so that programs remove them. */
export const cancelledDays = 30;

/** A calendar has at most so many of a loan's coming instalments; the others follow as these are paid. */
const maxInstalments = 12;

type Dated = {
  kind: CalendarKind;
  at: Date;
  /** Of an instalment or an amendment, from 1. */
  n?: number;
};

/** The entries of a loan, from the view of one party. */
export function listCalendarEvents(escrow: Escrow, party: Party, now: Date): CalendarEvent[] {
  const ended = isFinal(escrow.status);
  if (ended && now >= addDays(escrow.statusAt, cancelledDays)) return [];
  const dates = ended ? listCancelledDates(escrow) : listDates(escrow, now);
  return dates.map((dated) => ({
    uid: `${escrow.id}-${dated.kind.toLowerCase()}${dated.n === undefined ? '' : `-${dated.n}`}@nameloan`,
    sequence: escrow.version,
    day: utcDay(dated.at),
    summary: `${formatDomainName(escrow)}: ${describe(escrow, dated, party)}`,
    until: dated.at,
    escrowId: escrow.id,
    cancelled: ended,
  }));
}

function listDates(escrow: Escrow, now: Date): Dated[] {
  if (escrow.status === 'PENDING_SIGNATURE') {
    return [{ kind: 'SIGN', at: addDays(escrow.statusAt, loanCalendar.signatureDays) }];
  }
  const funding = computeFundingDueAt(escrow);
  if (funding !== null) return [{ kind: 'FUNDING', at: funding }];
  return [
    ...listRunningDates(escrow, now),
    ...listAmendmentEnd(escrow),
    ...listRefinanceDates(escrow, now),
  ];
}

function listRunningDates(escrow: Escrow, now: Date): Dated[] {
  const dueAt = findDueAt(escrow);
  if (computeStage(escrow, now) === null || dueAt === null || isPaidOff(escrow)) return [];
  if (escrow.acceleratedAt) return listAccelerationEnd(escrow);
  const dates: Dated[] = listDueDates(escrow, { now, dueAt });
  const graceEnd = computeGraceEnd(escrow);
  // The lender may take the domain before that day if both parties or an operator said so.
  if (graceEnd !== null && !escrow.maySeize) dates.push({ kind: 'GRACE', at: graceEnd });
  return dates;
}

/** The due date of the loan, or those of its next unpaid instalments. */
function listDueDates(escrow: Escrow, { now, dueAt }: { now: Date; dueAt: Date }): Dated[] {
  const { receipt } = escrow;
  if (receipt === null || !hasInstalmentsNow(escrow)) return [{ kind: 'REPAYMENT', at: dueAt }];
  return replayLoan(escrow, receipt, { day: now })
    .rows.filter(({ state }) => state !== 'PAID')
    .slice(0, maxInstalments)
    .map(({ n, due }) => ({ kind: 'REPAYMENT', at: toDueTime(due, receipt.at), n }));
}

/** The dates that a calendar may still hold of a loan that ended before them. */
function listCancelledDates(escrow: Escrow): Dated[] {
  const { finalizedAt } = escrow;
  const dueAt = findDueAt(escrow);
  if (dueAt === null || finalizedAt === null) return [];
  const graceEnd = computeGraceEnd(escrow) ?? dueAt;
  const dates: Dated[] = [
    ...listDueDates(escrow, { now: finalizedAt, dueAt }),
    { kind: 'GRACE', at: graceEnd },
    ...listAccelerationEnd(escrow),
  ];
  return dates.filter(({ at }) => at > finalizedAt);
}

function listAccelerationEnd(escrow: Escrow): Dated[] {
  const at = computeAccelerationEnd(escrow);
  return at === null ? [] : [{ kind: 'ACCELERATION', at }];
}

/** When an open amendment expires or lapses, or its money counts; also during a dispute. */
function listAmendmentEnd(escrow: Escrow): Dated[] {
  const at = computeProposalEnd(escrow) ?? computeAdvanceDeemedAt(escrow) ?? computeLapseAt(escrow);
  return at && escrow.amendment ? [{ kind: 'AMENDMENT', at, n: escrow.amendment.seq }] : [];
}

function describeAmendment(escrow: Escrow, party: Party): string {
  const { amendment } = escrow;
  if (amendment?.status === 'PROPOSED')
    return amendment.proposedBy === party
      ? 'your proposed amendment expires'
      : 'last day to answer the proposed amendment';
  const awaited = findAwaitedParty(escrow);
  if (amendment?.status === 'AGREED')
    return awaited === party || awaited === 'BOTH'
      ? 'last day to sign the amendment'
      : 'the agreed amendment lapses unless it is signed';
  if (awaited !== party) return 'the money of the amendment is due';
  const isPayer = amendment && findPayer(amendment) === party;
  return isPayer
    ? 'last day to pay for the amendment'
    : 'last day to answer the money of the amendment';
}

function describe(escrow: Escrow, { kind, n }: Dated, party: Party): string {
  if (isRefinanceDate(kind)) return describeRefinanceDate(kind, party);
  const own = party === 'BORROWER';
  const due = n === undefined ? 'repayment due' : `instalment ${n} due`;
  const sentences: Record<Exclude<CalendarKind, RefinanceDateKind>, string> = {
    SIGN: 'last day to sign the contract',
    FUNDING: own ? 'the loan is due to be sent to you' : 'last day to send the loan',
    REPAYMENT: own ? due : `${due} to you`,
    ACCELERATION: own ? 'last day to repay and keep the domain' : 'the acceleration takes effect',
    AMENDMENT: describeAmendment(escrow, party),
    GRACE: own ? describeGrace(escrow) : 'grace ends',
  };
  return sentences[kind];
}

/** A first missed instalment costs no domain, and a further one takes only what is due to keep it. */
function describeGrace(escrow: Escrow): string {
  if (!hasInstalmentsNow(escrow)) return 'last day to repay and keep the domain';
  return needsAcceleration(escrow)
    ? 'last day to pay what is due before the lender may accelerate the loan'
    : 'last day to pay what is due and keep the domain';
}
