/** What an amendment writes when it becomes effective, and what ends it. Pure. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { LiveAmendment } from '../../../loan/amendment.ts';
import { isFinal } from '../../../loan/status.ts';
import { findDueAt, toDueTime } from '../../balance/due-date.ts';
import { replayLoan } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { isCustodyLost } from '../guards.ts';
import { findWaiver } from './amendment-terms.ts';
import { computeChangedTerms, findLastDue } from './changed-terms.ts';
import { assertRateCanChange } from './rate-change.ts';

interface Effect {
  escrow: Escrow;
  receipt: Receipt;
  amendment: LiveAmendment;
  /** The first day of the new terms, UTC midnight. */
  day: Date;
  now: Date;
}

/**
 * The live amendment counts from the UTC date of `from`. Throws CONFLICT as a new rate does. The payment of the agreed money is counted
 * separately.
 */
export function buildEffectiveChanges(
  escrow: Escrow,
  amendment: LiveAmendment,
  moments: { from: Date; now: Date },
): Partial<Escrow> {
  // Money that was sent counts, whatever has become due since both signed.
  if (!amendment.sent) assertRateCanChange(escrow, amendment, utcDay(moments.from));
  return computeEffect(escrow, amendment, moments);
}

/** The same without the check of a new rate, for a forecast. */
export function computeEffect(
  escrow: Escrow,
  amendment: LiveAmendment,
  { from, now }: { from: Date; now: Date },
): Partial<Escrow> {
  const { receipt } = escrow;
  if (receipt === null) return {};
  const { kind, feeCents, sha256 } = amendment;
  const day = utcDay(from);
  const effect = { escrow, receipt, amendment, day, now };
  const count = (escrow.amended?.count ?? 0) + 1;
  const fees = [...(escrow.agreedFees ?? []), { day, cents: feeCents, knownAt: now }];
  return {
    amendment: null,
    amended: { count, sha256, effectiveOn: day },
    unsealedAmendments: [...(escrow.unsealedAmendments ?? []), amendment.seq],
    ...(kind === 'WAIVE' ? waive(effect) : changeTerms(effect)),
    ...(feeCents > 0 ? { agreedFees: fees } : {}),
  };
}

function waive({ escrow, receipt, amendment, day, now }: Effect): Partial<Escrow> {
  const waiver = findWaiver(replayLoan(escrow, receipt, { day }), amendment.terms);
  return { waivers: [...(escrow.waivers ?? []), { day, ...waiver, knownAt: now }] };
}

function changeTerms(effect: Effect): Partial<Escrow> {
  const { escrow, receipt, amendment, day, now } = effect;
  const agreedOn = utcDay(amendment.agreedAt ?? now);
  const loan = { ...escrow, receipt };
  const changed = computeChangedTerms(loan, amendment, { from: day, agreedOn });
  if (!changed) return {};
  const changedTerms = [...(escrow.changedTerms ?? []), { ...changed, knownAt: now }];
  const { due, plan } = amendment.terms;
  return { changedTerms, ...(due || plan ? moveDue(effect, findLastDue(loan, changed)) : {}) };
}

/**
 * The loan is as one that is not due yet: notice, grace and what a decision allowed end with the old due date. Of a loan
 * with instalments the date of the next one follows from its payments.
 */
function moveDue({ escrow, receipt, amendment, day, now }: Effect, due: Date): Partial<Escrow> {
  const isLate = amendment.agreedLate ?? isDue(escrow, amendment.agreedAt ?? now);
  return {
    dueAt: toDueTime(due, receipt.at),
    instalmentDueAt: null,
    noticeAt: null,
    graceEndNotifiedAt: null,
    graceFrom: null,
    remindedAt: now,
    acceleratedAt: null,
    ...keepAcceleration(escrow, day),
    blockingClaimUsed: null,
    maySeize: null,
    ...(isLate ? { extendedLate: true } : forgetMissed(escrow)),
  };
}

/** What was due only while the money of an agreement in time was under way was not missed. */
function forgetMissed({ missed }: Escrow): Pick<Escrow, 'missed'> {
  return missed ? { missed: missed.filter(({ curedOn }) => curedOn !== null) } : {};
}

/** What accrued under an acceleration stays due; one after the first day of the new terms never counted. */
function keepAcceleration(
  { acceleratedAt, pastAccelerations }: Escrow,
  day: Date,
): Pick<Escrow, 'pastAccelerations'> {
  if (!acceleratedAt || utcDay(acceleratedAt) > day) return {};
  return { pastAccelerations: [...(pastAccelerations ?? []), { at: acceleratedAt }] };
}

/** Its present due date has come. */
export function isDue(escrow: Pick<Escrow, 'dueAt' | 'instalmentDueAt'>, at: Date): boolean {
  const dueAt = findDueAt(escrow);
  return dueAt !== null && at >= dueAt;
}

/**
 * The start of a dispute, its end by another outcome, a loss of custody and the end of the loan end its amendment in the
 * same write. One that both have signed goes on in the dispute: neither party alone can take back its signature once the
 * other pays. One whose further principal the lender has sent goes on until the borrower answers.
 */
export function voidAmendment(before: Escrow, after: Escrow): Pick<Escrow, 'amendment'> {
  const { amendment, status } = after;
  if (!amendment) return {};
  const isKept = status === 'ESCALATED' && amendment.status === 'AWAITING_MONEY';
  const goesOn =
    ((status === before.status || isKept) && !isCustodyLost(after)) ||
    (amendment.sent && !isFinal(status));
  return goesOn ? {} : { amendment: null };
}
