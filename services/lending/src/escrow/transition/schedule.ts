/** When the clock moves a loan: the days of product.md section 5 that silence and dates take. */

import type { EscrowTransition } from '@nameloan/contracts/loan.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { addDays } from '@nameloan/figures/calendar-day.ts';
import type { Escrow } from '../escrow.ts';
import { dueReminderAt, receiptReminderAt } from './reminders.ts';

/** Moves that nobody makes but the clock; of two at the same moment the first here comes first. */
export const timedTransitions = [
  'EXPIRE_SIGNATURE',
  'EXPIRE_TRANSFER',
  'CANCEL_UNANSWERED',
  'DEEM_RECEIVED',
  'ESCALATE_UNANSWERED',
  'SEND_NOTICE',
  'REMIND_RECEIPT',
  'REMIND_DUE',
] as const satisfies readonly EscrowTransition[];
export type TimedTransition = (typeof timedTransitions)[number];

/**
 * Since when, or from when on, a move may be made; null where the loan gives no cause for it. Which status knows
 * the move is the table's matter. A silence that a dispute broke begins anew when the loan goes on.
 */
export const transitionTimes: Record<TimedTransition, (escrow: Escrow, now: Date) => Date | null> =
  {
    EXPIRE_SIGNATURE: ({ statusAt }) => addDays(statusAt, loanCalendar.signatureDays),
    EXPIRE_TRANSFER: ({ statusAt }) => addDays(statusAt, loanCalendar.transferDays),
    CANCEL_UNANSWERED: ({ cancelRequestedAt: at }) =>
      at && addDays(at, loanCalendar.cancelAnswerDays),
    DEEM_RECEIVED: deemedReceiptAt,
    ESCALATE_UNANSWERED: ({ claim }) => claim && addDays(claim.at, loanCalendar.claimAnswerDays),
    SEND_NOTICE: ({ receipt, dueAt, noticeAt }) =>
      receipt !== null && noticeAt === null ? dueAt : null,
    REMIND_RECEIPT: (escrow, now) =>
      receiptReminderAt(escrow, { now, until: deemedReceiptAt(escrow) }),
    REMIND_DUE: dueReminderAt,
  };

/** Silence counts as receipt only where the lender named date, method and reference. */
function deemedReceiptAt(escrow: Escrow): Date | null {
  const { sent, receipt, statusAt } = escrow;
  if (receipt !== null || sent === null) return null;
  if (sent.date === null || sent.method === null || sent.reference === null) return null;
  return addDays(sent.at > statusAt ? sent.at : statusAt, loanCalendar.deemedReceiptDays);
}
