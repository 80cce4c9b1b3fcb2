/** The terms of a loan that count now: those of the contract as changed by effective amendments. Pure. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { findPresentTerms } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';

export interface PresentTerms {
  /** Basis points a year. */
  rateBps: number;
  /** The last due date, UTC midnight; null before the receipt. */
  due: Date | null;
  plan: PlanTerms;
}

export function readPresentTerms(escrow: Escrow): PresentTerms {
  const { receipt, createdAt, dueAt } = escrow;
  const { rateBps, plan } = findPresentTerms(escrow, receipt ?? { at: createdAt });
  return { rateBps, due: dueAt && utcDay(dueAt), plan };
}
