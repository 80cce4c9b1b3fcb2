/** The receipt of the loan's money, and when silence counts as one (docs/product-rules.md#schedule). */

import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow, PaymentNote, Receipt } from '../escrow.ts';

/** Null unless the lender gave date, method and reference. The period restarts when a loan continues after a dispute. */
export function computeDeemedReceiptAt(escrow: Escrow): Date | null {
  const { sent, receipt, statusAt } = escrow;
  if (receipt !== null || sent === null) return null;
  if (sent.date === null || sent.method === null || sent.reference === null) return null;
  return addDays(sent.at > statusAt ? sent.at : statusAt, loanCalendar.deemedReceiptDays);
}

/** Null where silence has no effect on the receipt. */
export function describeDeemedReceipt(escrow: Escrow): string | null {
  const at = computeDeemedReceiptAt(escrow);
  return at && `Without an answer the money counts as received on ${formatDate(at)}.`;
}

/** The term starts when the borrower confirms the money, whatever day the note names. */
export function buildReceiptChanges(
  escrow: Escrow,
  note: PaymentNote,
): { receipt: Receipt; dueAt: Date } {
  return {
    receipt: { ...note, by: 'BORROWER' },
    dueAt: addDays(note.at, escrow.termDays),
  };
}
