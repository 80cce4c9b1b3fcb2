/** Computes when the timed transitions of a loan are due (docs/product-rules.md#schedule). */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../escrow.ts';
import { computeDueReminderAt, computeReceiptReminderAt } from './reminders.ts';

/** In order of precedence when two are due at the same time. */
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
 * The time from which a transition is due; null when the loan does not need it. The transition rules decide in which
 * status it is possible. A period of silence restarts when a loan continues after a dispute.
 */
export const transitionTimes: Record<TimedTransition, (escrow: Escrow, now: Date) => Date | null> =
  {
    EXPIRE_SIGNATURE: ({ statusAt }) => addDays(statusAt, loanCalendar.signatureDays),
    EXPIRE_TRANSFER: ({ statusAt }) => addDays(statusAt, loanCalendar.transferDays),
    CANCEL_UNANSWERED: ({ cancelRequestedAt: at }) =>
      at && addDays(at, loanCalendar.cancelAnswerDays),
    DEEM_RECEIVED: computeDeemedReceiptAt,
    ESCALATE_UNANSWERED: ({ claim }) => claim && addDays(claim.at, loanCalendar.claimAnswerDays),
    SEND_NOTICE: ({ receipt, dueAt, noticeAt }) =>
      receipt !== null && noticeAt === null ? dueAt : null,
    REMIND_RECEIPT: (escrow, now) =>
      computeReceiptReminderAt(escrow, { now, until: computeDeemedReceiptAt(escrow) }),
    REMIND_DUE: computeDueReminderAt,
  };

/** Silence counts as receipt only if the lender gave date, method and reference. */
function computeDeemedReceiptAt(escrow: Escrow): Date | null {
  const { sent, receipt, statusAt } = escrow;
  if (receipt !== null || sent === null) return null;
  if (sent.date === null || sent.method === null || sent.reference === null) return null;
  return addDays(sent.at > statusAt ? sent.at : statusAt, loanCalendar.deemedReceiptDays);
}
