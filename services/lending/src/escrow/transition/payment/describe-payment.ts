/** Sentences about a payment, for the history and for notifications. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import type { OpenPayment } from '../../../loan/payment.ts';
import type { Escrow, PaymentNote } from '../../escrow.ts';
import { describeDeemedReceipt } from '../deemed-receipt.ts';

type Paid = Pick<OpenPayment, 'day' | 'amountCents'>;

/** "$500.00 on March 10, 2026". */
export function describePaid({ day, amountCents }: Paid): string {
  return `${formatCents(amountCents)} on ${formatDate(day)}`;
}

/** What a confirmation says, also if another amount arrived. */
export function describeConfirmed(payment: Paid, confirmedCents: number): string {
  const paid = describePaid({ ...payment, amountCents: confirmedCents });
  return confirmedCents === payment.amountCents
    ? `${paid}.`
    : `${paid}; ${formatCents(payment.amountCents)} was reported.`;
}

/** The lender's payment, and when silence counts as its receipt. */
export function describeSent(escrow: Escrow): string | null {
  const payment = escrow.sent && describePayment('Sent', escrow.sent);
  const sentences = [payment, describeDeemedReceipt(escrow)];
  return sentences.filter((each) => each !== null).join(' ') || null;
}

/** Null when the note is empty; the transition itself is in the history. */
export function describePayment(what: string, note: Omit<PaymentNote, 'at'>): string | null {
  if (note.date === null && note.method === null && note.reference === null) return null;
  const segments = [
    note.date === null ? what : `${what} on ${formatDate(note.date)}`,
    ...(note.method === null ? [] : [note.method]),
    ...(note.reference === null ? [] : [`reference ${note.reference}`]),
  ];
  return `${segments.join(', ')}.`;
}
