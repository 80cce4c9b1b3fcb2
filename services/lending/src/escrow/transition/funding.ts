/** The lender's deadlines once the domain is in custody: to mark the loan as paid, and to give a mark its details. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { computePausedEnd } from '../../loan/loan-hold.ts';
import type { Escrow, PaymentNote } from '../escrow.ts';
import type { PaymentInput } from './read-input.ts';

const {
  fundingDays,
  fundingReminderDays,
  fundingLapseDays,
  refundingDays,
  refundingLapseDays,
  markLapseDays,
} = loanCalendar;

/** Until when the lender has to mark the loan as paid; null outside custody, during a legal hold and in old records. */
export function computeFundingDueAt(escrow: Escrow): Date | null {
  const { status, fundingFrom, markLapsedAt } = escrow;
  if (status !== 'DOMAIN_IN_CUSTODY' || !fundingFrom) return null;
  return markLapsedAt
    ? computePausedEnd(escrow, markLapsedAt, refundingDays)
    : computePausedEnd(escrow, fundingFrom, fundingDays);
}

/** When a loan without a mark is cancelled; null during a legal hold. */
export function computeFundingLapseAt(escrow: Escrow): Date | null {
  const { status, fundingFrom, markLapsedAt } = escrow;
  if (status !== 'DOMAIN_IN_CUSTODY' || !fundingFrom) return null;
  const lapse = computePausedEnd(escrow, fundingFrom, fundingLapseDays);
  if (!lapse) return null;
  const afterMark = markLapsedAt && computePausedEnd(escrow, markLapsedAt, refundingLapseDays);
  if (markLapsedAt && !afterMark) return null;
  return afterMark && afterMark > lapse ? afterMark : lapse;
}

export function isFundingOverdue(escrow: Escrow, now: Date): boolean {
  const at = computeFundingDueAt(escrow);
  return at !== null && now >= at;
}

/** The next reminder of the lender: on some days of the period, and at its end. */
export function computeFundingReminderAt(escrow: Escrow, now: Date): Date | null {
  const due = computeFundingDueAt(escrow);
  const from = escrow.markLapsedAt ?? escrow.fundingFrom;
  if (due === null || !from) return null;
  const days = escrow.markLapsedAt ? [1] : fundingReminderDays;
  return pickReminder([...days.map((day) => addDays(from, day)), due], escrow, now);
}

/** When a mark without payment details and receipt lapses; null if it has either, and in marks of old records. */
export function computeMarkLapseAt(escrow: Escrow): Date | null {
  const { status, markedAt, sent, receipt, statusAt } = escrow;
  if (status !== 'LOAN_POSTED' || !markedAt || sent === null || receipt !== null) return null;
  if (hasPaymentDetails(sent)) return null;
  return addDays(markedAt > statusAt ? markedAt : statusAt, markLapseDays);
}

/** The next daily reminder to add the payment's details. */
export function computeDetailsReminderAt(escrow: Escrow, now: Date): Date | null {
  const lapse = computeMarkLapseAt(escrow);
  if (lapse === null || now >= lapse) return null;
  const days = Array.from({ length: markLapseDays - 1 }, (_, index) =>
    addDays(lapse, index + 1 - markLapseDays),
  );
  return pickReminder(days, escrow, now);
}

/** Date, method and reference: only with all three does silence count as receipt. */
export function hasPaymentDetails(note: Omit<PaymentNote, 'at'> | PaymentInput): boolean {
  return Boolean(note.date && note.method && note.reference);
}

/** Of several missed moments only the last one counts, so that a delay never causes a burst of reminders. */
function pickReminder(moments: readonly Date[], escrow: Escrow, now: Date): Date | null {
  const { statusAt, remindedAt, fundingFrom } = escrow;
  const settled = new Date(
    Math.max(
      statusAt.getTime(),
      remindedAt?.getTime() ?? 0,
      escrow.status === 'DOMAIN_IN_CUSTODY' ? (fundingFrom?.getTime() ?? 0) : 0,
    ),
  );
  const open = moments.filter((at) => at > settled);
  return open.findLast((at) => at <= now) ?? open[0] ?? null;
}
