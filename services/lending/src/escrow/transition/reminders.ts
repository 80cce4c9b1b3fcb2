/**
 * The days on which a loan reminds. They begin at midnight UTC, as the sum owed does: one sum holds for the whole
 * day, and the reminders of a person who has several loans fall together.
 */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { addDays, utcDay } from '@nameloan/figures/calendar-day.ts';
import type { Escrow } from '../escrow.ts';
import { graceEndsAt } from '../stage.ts';

/**
 * The next reminder of money that the lender says was sent: on the last days before the silence of the borrower
 * counts, which it does at `until`, and on the same days where it never will.
 */
export function receiptReminderAt(
  escrow: Escrow,
  { now, until }: { now: Date; until: Date | null },
): Date | null {
  const { sent, receipt, statusAt } = escrow;
  if (sent === null || receipt !== null) return null;
  if (until !== null && now >= until) return null;
  const asked = latest(sent.at, statusAt);
  const { deemedReceiptDays, receiptReminderDays } = loanCalendar;
  const days = Array.from({ length: receiptReminderDays }, (_, place) =>
    addDays(utcDay(asked), deemedReceiptDays - receiptReminderDays + place),
  );
  return nextOf(days, { settled: latest(asked, escrow.remindedAt), now });
}

/**
 * The next reminder of the due day: before it as far as the term reaches, on it, and daily in grace. While the lender
 * has a claim of repayment to answer there is nothing to remind of.
 */
export function dueReminderAt(escrow: Escrow, now: Date): Date | null {
  const { receipt, dueAt, claim, statusAt, noticeAt, remindedAt } = escrow;
  const end = graceEndsAt(escrow);
  if (receipt === null || dueAt === null || end === null || claim !== null) return null;
  if (now > end) return null;
  const due = utcDay(dueAt);
  const days = [...loanCalendar.dueReminderDays, 0].map((before) => addDays(due, -before));
  for (let day = addDays(due, 1); day <= end; day = addDays(day, 1)) days.push(day);
  return nextOf(days, { settled: latest(receipt.at, statusAt, noticeAt, remindedAt), now });
}

/** Of days that have passed unused only the last one counts: whoever was not reminded is not told of it ten times. */
function nextOf(
  days: readonly Date[],
  { settled, now }: { settled: Date; now: Date },
): Date | null {
  const open = days.filter((day) => day > settled);
  return open.findLast((day) => day <= now) ?? open[0] ?? null;
}

function latest(...moments: readonly (Date | null | undefined)[]): Date {
  return new Date(Math.max(...moments.map((at) => at?.getTime() ?? 0)));
}
