/** A loan with the terms of an amendment, as the country rules check it. Pure. */

import type { Accrual } from '@nameloan/loan-math/accrual';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import type { PlanRow, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { findLoanAccrual } from '../../../loan/accrual.ts';
import type { AmendmentDraft } from '../../../loan/amendment.ts';
import type { LoanTerms } from '../../../loan/terms.ts';
import { computePrincipalCents } from '../../balance/balance.ts';
import { findPresentTerms } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { listAmendedRows, splitAmount } from './changed-terms.ts';

interface AmendedTerms extends LoanTerms {
  accrual: Accrual;
  transferFeeCents?: number;
  businessStatement: string | null;
}

/**
 * The loan from today on, as if it were made with what is left: its fee counts among its costs, and of earlier fees what
 * falls on the days that are left.
 */
export function buildAmendedLoan(escrow: Escrow, draft: AmendmentDraft, now: Date): AmendedTerms {
  const { receipt, dueAt, businessStatement = null } = escrow;
  const accrual = findLoanAccrual(escrow);
  const { amountCents, termDays, rateBps } = escrow;
  if (receipt === null || dueAt === null)
    return { amountCents, termDays, rateBps, accrual, businessStatement };
  const today = utcDay(now);
  const present = findPresentTerms(escrow, receipt);
  const left = computePrincipalCents(escrow, receipt, today);
  const [raised, lowered] = splitAmount(draft);
  const rows = listAmendedRows({ ...escrow, receipt }, draft, { day: today });
  const lastDue = rows.at(-1)?.due ?? utcDay(dueAt);
  return {
    amountCents: Math.max(1, left + raised - lowered),
    termDays: Math.max(1, wholeDays(today, lastDue)),
    rateBps: draft.terms.rateBps ?? present.rateBps,
    accrual,
    plan: buildRemainingPlan(draft.terms.plan ?? present.plan, { rows, today }),
    transferFeeCents: draft.feeCents + computeFeesLeft({ ...escrow, receipt }, today, lastDue),
    businessStatement,
  };
}

/**
 * The part of the fees of earlier amendments that falls on the days from today, US cents: each is spread over the days
 * from its own to the last due date and, as interest is, over the principal. Many small fees are then as costly as one.
 */
function computeFeesLeft(loan: Escrow & { receipt: Receipt }, today: Date, lastDue: Date): number {
  const left = computePrincipalCents(loan, loan.receipt, today);
  const daysLeft = Math.max(1, wholeDays(today, lastDue));
  return (loan.agreedFees ?? []).reduce((sum, { day, cents }) => {
    const days = Math.max(daysLeft, wholeDays(day, lastDue));
    const principal = Math.max(left, computePrincipalCents(loan, loan.receipt, day));
    return sum + Math.ceil((cents * daysLeft * left) / (days * principal));
  }, 0);
}

/** The payments that are left, on their days; a plan with one payment stays as it is. */
function buildRemainingPlan(
  plan: PlanTerms,
  { rows, today }: { rows: readonly PlanRow[]; today: Date },
): PlanTerms {
  if (plan.kind === 'BULLET' || rows.length < 2) return { ...plan, kind: 'BULLET', instalments: 1 };
  const left = rows.map(({ due, paymentCents }, at) => ({
    day: wholeDays(today, due),
    cents: at === rows.length - 1 ? null : paymentCents,
  }));
  return { ...plan, kind: 'CUSTOM', instalments: left.length, rows: left, balloonOf: null };
}
