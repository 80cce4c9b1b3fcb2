/** Settlement of a dispute by its parties: one proposes an outcome and the other proposes the same. */

import type { EscrowStatus } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Party } from '../loan/roles.ts';

/** CONTINUE_MAY_SEIZE: the loan continues, and the lender may seize from then on. */
export const settleOutcomes = ['CONTINUE', 'CONTINUE_MAY_SEIZE', 'RETURN', 'SEIZE'] as const;
export type SettleOutcome = (typeof settleOutcomes)[number];

/** The current proposal. A different outcome from either party replaces it. */
export interface Settlement {
  by: Party;
  outcome: SettleOutcome;
  at: Date;
}

/** The dates of a dispute: the end of the evidence period and the due date of the operator's decision. */
export interface DisputeDates {
  evidenceUntil: Date;
  decisionDue: Date;
}

export function isDecisionOverdue(
  loan: Parameters<typeof computeDisputeDates>[0],
  now: Date,
): boolean {
  const due = computeDisputeDates(loan)?.decisionDue;
  return due !== undefined && now > due;
}

/** Counted from the escalation; null when there is no open dispute. */
export function computeDisputeDates(loan: {
  status: EscrowStatus;
  escalation: { at: Date } | null;
}): DisputeDates | null {
  if (loan.status !== 'ESCALATED' || loan.escalation === null) return null;
  const { at } = loan.escalation;
  return {
    evidenceUntil: addDays(at, loanCalendar.evidenceDays),
    decisionDue: addDays(at, loanCalendar.decisionDays),
  };
}
