/** Computes what the end of a loan writes about its debt. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import { findRepaymentDay } from '../balance/balance.ts';
import type { Escrow } from '../escrow.ts';
import { computeOwedCents } from '../stage.ts';

/** Interest stops on the day on which the payments cover the loan, or on that of a confirmed claim; otherwise today. */
export function buildRepaymentChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  if (escrow.receipt === null) return {};
  const repaidOn = findRepaymentDay(escrow) ?? utcDay(escrow.claim?.date ?? now);
  return { repaidOn, finalPayoffCents: computeOwedCents(escrow, escrow.receipt, repaidOn) };
}

/** The debt ends with the domain; the record keeps its amount on that day. Empty where no money was received. */
export function buildDischargeChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  if (escrow.receipt === null) return {};
  return { dischargedCents: computeOwedCents(escrow, escrow.receipt, now) };
}
