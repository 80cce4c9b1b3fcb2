/** Amounts of single rows: late fees, and rows that end before they are paid as planned. */

import type { RowState } from './plan-rows.ts';

/** A row that a change of terms replaces: it keeps what was paid of it. */
export function cutToPaid(row: RowState): RowState {
  const unpaid = Math.max(0, row.paymentCents - row.paidCents);
  const principalCents = Math.max(0, row.principalCents - unpaid);
  return {
    ...row,
    paymentCents: row.paidCents,
    principalCents,
    interestCents: row.paidCents - principalCents,
    isLast: false,
  };
}

/** The row whose payment ends the loan: it paid what was left. */
export function closeRow(row: RowState, day: number): RowState {
  const interestCents = Math.min(row.interestCents, row.paidCents);
  return {
    ...row,
    ...{ paymentCents: row.paidCents, interestCents, balanceCents: 0, paidDay: day },
    principalCents: row.paidCents - interestCents,
  };
}

/** A share of the instalment, rounded half up, and at most the cap. */
export function computeLateFee(
  instalmentCents: number,
  lateFeeBps: number,
  capCents: number | null,
): number {
  const fee = Number((BigInt(instalmentCents) * BigInt(lateFeeBps) * 2n + 10_000n) / 20_000n);
  return Math.min(fee, capCents ?? fee);
}
