/**
 * Computes the days of reminders. They start at midnight UTC like the amount owed, so that one amount holds all day and
 * a user with several loans gets all reminders at the same time.
 */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays, utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { isPaidOff } from '../balance/balance.ts';
import { findDueAt } from '../balance/due-date.ts';
import type { Escrow } from '../escrow.ts';
import { computeGraceEnd, hasBlockingClaim } from '../stage.ts';
import { computeFundingDueAt, computeMarkLapseAt } from './funding.ts';

/**
 * The next reminder to confirm the receipt: on the last days before the receipt is deemed at `until`, and on the same
 * days where it never is.
 */
export function computeReceiptReminderAt(
  escrow: Escrow,
  { now, until }: { now: Date; until: Date | null },
): Date | null {
  const { sent, receipt, statusAt } = escrow;
  if (sent === null || receipt !== null) return null;
  if (until !== null && now >= until) return null;
  const waitingSince = findLatestDate(sent.at, statusAt);
  const { deemedReceiptDays, receiptReminderDays } = loanCalendar;
  const days = Array.from({ length: receiptReminderDays }, (_, index) =>
    addDays(utcDay(waitingSince), deemedReceiptDays - receiptReminderDays + index),
  );
  return pickReminder(days, { settled: findLatestDate(waitingSince, escrow.remindedAt), now });
}

/**
 * The next reminder of the due day: before it within the term, on it, and daily in grace. None while a claim of
 * repayment blocks a seizure.
 */
export function computeDueReminderAt(escrow: Escrow, now: Date): Date | null {
  const { receipt, statusAt, noticeAt, remindedAt } = escrow;
  const dueAt = findDueAt(escrow);
  const end = computeGraceEnd(escrow);
  if (receipt === null || dueAt === null || end === null || hasBlockingClaim(escrow)) return null;
  if (now > end || escrow.acceleratedAt || isPaidOff(escrow)) return null;
  const due = utcDay(dueAt);
  const days = [...loanCalendar.dueReminderDays, 0].map((before) => addDays(due, -before));
  for (let day = addDays(due, 1); day <= end; day = addDays(day, 1)) days.push(day);
  return pickReminder(days, {
    settled: findLatestDate(receipt.at, statusAt, noticeAt, remindedAt),
    now,
  });
}

/**
 * When the lender is notified, once, that grace has ended; null while a claim blocks a seizure, and if the lender was
 * allowed to seize before. In old records without `graceEndNotifiedAt` the backfill decides.
 */
export function computeGraceNoticeAt(escrow: Escrow): Date | null {
  const { receipt, noticeAt, graceEndNotifiedAt, maySeize } = escrow;
  const end = computeGraceEnd(escrow);
  if (receipt === null || noticeAt === null || end === null) return null;
  if (graceEndNotifiedAt !== null || maySeize || hasBlockingClaim(escrow)) return null;
  if (escrow.acceleratedAt || isPaidOff(escrow)) return null;
  // At the end itself the borrower may still repay.
  return new Date(end.getTime() + 1);
}

const reminderDeadlines: { [T in EscrowTransition]?: (after: Escrow) => Date | null } = {
  REMIND_DUE: findDueAt,
  REMIND_FUNDING: computeFundingDueAt,
  REMIND_DETAILS: computeMarkLapseAt,
};

/** Of a reminder: whole UTC days until the repayment, or until a deadline of the lender. */
export function countDaysToDue(
  after: Escrow,
  transition: EscrowTransition,
  now: Date,
): number | null {
  const due = reminderDeadlines[transition]?.(after) ?? null;
  if (due === null) return null;
  const days = wholeDays(now, due);
  return transition !== 'REMIND_DUE' && now < due ? Math.max(1, days) : days;
}

/** Of several missed days only the last one counts, so that a delay never causes a burst of reminders. */
function pickReminder(
  days: readonly Date[],
  { settled, now }: { settled: Date; now: Date },
): Date | null {
  const open = days.filter((day) => day > settled);
  return open.findLast((day) => day <= now) ?? open[0] ?? null;
}

function findLatestDate(...moments: readonly (Date | null | undefined)[]): Date {
  return new Date(Math.max(...moments.map((at) => at?.getTime() ?? 0)));
}
