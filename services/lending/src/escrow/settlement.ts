/** How the parties end a dispute by themselves: one proposes an outcome, the other says the same. */

import type { EscrowStatus } from '@nameloan/contracts/loan.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { addDays } from '@nameloan/figures/calendar-day.ts';
import type { Party } from '../loan/roles.ts';

export const settleOutcomes = ['CONTINUE', 'RETURN', 'SEIZE'] as const;
export type SettleOutcome = (typeof settleOutcomes)[number];

/** The word that stands. Another outcome, by whomever, takes its place: so it is changed, answered or withdrawn. */
export interface Settlement {
  by: Party;
  outcome: SettleOutcome;
  at: Date;
}

/** Until when each side should bring its evidence, and when an operator's decision is due. */
export interface DisputeDates {
  evidenceUntil: Date;
  decisionDue: Date;
}

/** Counted from the escalation; null where there is no open dispute. */
export function disputeDates(loan: {
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
