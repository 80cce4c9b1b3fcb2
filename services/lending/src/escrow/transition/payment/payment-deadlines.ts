/** When a payee is reminded of a part payment, and when it counts without an answer (docs/product-rules.md#payments). */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import type { CountedPayment, OpenPayment } from '../../../loan/payment.ts';
import type { Escrow } from '../../escrow.ts';

const { paymentAnswerDays, paymentReminderDays, deemedPaymentDays } = loanCalendar;

type Waiting = Pick<Escrow, 'openPayments' | 'statusAt'>;

/** The payee's days start again when a loan continues after a dispute. */
const waitsFrom = ({ reportedAt }: OpenPayment, { statusAt }: Waiting): Date =>
  reportedAt > statusAt ? reportedAt : statusAt;

/**
 * Null for a payment without method and reference, which waits for its payee as long as it takes, and for one of a
 * refinancing, whose end is a dispute.
 */
export function computeDeemedAt(payment: OpenPayment, escrow: Waiting): Date | null {
  return payment.method !== null && payment.reference !== null && !payment.leg
    ? addDays(waitsFrom(payment, escrow), paymentAnswerDays)
    : null;
}

const findEarliest = (moments: readonly Date[]): Date | null =>
  moments.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;

/** When the next payment counts without an answer; null while a claim of repayment waits, whose answer comes first. */
export function computeNextDeemedAt(escrow: Waiting & Pick<Escrow, 'claim'>): Date | null {
  if (escrow.claim !== null) return null;
  const moments = (escrow.openPayments ?? []).flatMap(
    (payment) => computeDeemedAt(payment, escrow) ?? [],
  );
  return findEarliest(moments);
}

/** The next reminder of any open payment. */
export function computePaymentReminderAt(escrow: Waiting, now: Date): Date | null {
  const moments = (escrow.openPayments ?? []).flatMap(
    (payment) => findReminder(payment, escrow, now) ?? [],
  );
  return findEarliest(moments);
}

/** The open payments after a reminder at `now`, which covers every one that is due. */
export function markReminded(escrow: Waiting, now: Date): OpenPayment[] {
  return (escrow.openPayments ?? []).map((payment) => {
    const at = findReminder(payment, escrow, now);
    return at && at <= now ? { ...payment, remindedAt: now } : payment;
  });
}

/** Of several missed days only the last one counts, so that a delay never causes a burst of reminders. */
function findReminder(payment: OpenPayment, escrow: Waiting, now: Date): Date | null {
  const from = waitsFrom(payment, escrow);
  const settled = payment.remindedAt && payment.remindedAt > from ? payment.remindedAt : from;
  // At midnight, as all reminders, so that a day has one.
  const days = paymentReminderDays.map((day) => addDays(utcDay(from), day));
  const open = days.filter((at) => at > settled);
  return open.findLast((at) => at <= now) ?? open[0] ?? null;
}

/**
 * A part payment, or further principal, counted without an answer so recently that either party may still dispute it. The last dispute covers
 * those that counted before its end.
 */
export function isDeemedRecently(
  {
    countedPayments,
    advances,
    continuation,
  }: Pick<Escrow, 'countedPayments' | 'advances' | 'continuation'>,
  now: Date,
): boolean {
  const recent = ({ deemedAt }: Pick<CountedPayment, 'deemedAt'>) =>
    deemedAt !== null &&
    (!continuation || deemedAt > continuation.at) &&
    now < addDays(deemedAt, deemedPaymentDays);
  return [...(countedPayments ?? []), ...(advances ?? [])].some(recent);
}
