/** Recognises a payment that is reported a second time. */

import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { normalizeReference } from '../escrow/transition/claims.ts';
import type { Payment } from '../loan/payment.ts';

interface Report {
  date: string;
  amountCents: number;
  reference?: string | null | undefined;
}

/**
 * Same day, amount and reference, unless the first was withdrawn: a denied one, reported again, would count by silence.
 * Also agreed money and a repayment are one payment.
 * Case, spaces and punctuation are ignored.
 */
export function isSamePayment(payment: Payment, report: Report): boolean {
  const { leg, status, valueDay, amountCents } = payment;
  if (leg === 'ADVANCE' || status === 'WITHDRAWN') return false;
  return (
    valueDay !== null &&
    formatCalendarDay(valueDay) === report.date.trim() &&
    amountCents === report.amountCents &&
    normalizeReference(payment.reference ?? '') === normalizeReference(report.reference ?? '')
  );
}
