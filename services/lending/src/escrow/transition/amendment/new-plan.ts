/** Checks the new plan of an amendment against the bounds of plans and of amended loans. Pure. */

import { formatDate } from '@nameloan/contracts/format-date';
import { addDays, utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import type { PlanField } from '@nameloan/loan-math/plan-check';
import { checkPlan } from '@nameloan/loan-math/plan-check';
import type { PlanKind, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { findLoanAccrual } from '../../../loan/accrual.ts';
import type { AmendmentDraft } from '../../../loan/amendment.ts';
import { maxAmendedDays } from '../../../loan/amendment.ts';
import { computePrincipalCents } from '../../balance/balance.ts';
import { findPresentTerms } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { listAmendedRows } from './changed-terms.ts';

export type Errors = Record<string, string>;

/** As the API names them. */
const fieldNames: Record<PlanField, string> = {
  kind: 'terms.plan',
  period: 'terms.period',
  instalments: 'terms.instalments',
  balloonOf: 'terms.balloonOf',
  rows: 'terms.rows',
  early: 'terms.early',
  lateFeeBps: 'terms.lateFee',
  lateFeeCapCents: 'terms.lateFeeCap',
  defaultRateBps: 'terms.defaultRate',
  termDays: 'terms.due',
  amountCents: 'terms.plan',
};

interface Agreement {
  day: Date;
  /** Until it counts at the latest. */
  waitDays: number;
}

/** As if it were agreed and counted on that day. */
export function checkNewPlan(
  loan: Escrow & { receipt: Receipt },
  draft: AmendmentDraft,
  agreement: Agreement,
): Errors {
  const { day } = agreement;
  const { plan, due } = draft.terms;
  if (!plan) return { [fieldNames.kind]: 'Choose how the loan is repaid.' };
  const isSingle = plan.kind === 'BULLET';
  if (isSingle !== (due != null)) {
    const sentence = isSingle
      ? 'Enter the due date of the one payment.'
      : 'Leave it out: the days of the payments follow from the plan.';
    return { [fieldNames.termDays]: sentence };
  }
  const start = utcDay(day);
  const termDays = due ? wholeDays(start, due) : undefined;
  const amountCents = computePrincipalCents(loan, loan.receipt, day);
  const { rateBps } = findPresentTerms(loan, loan.receipt);
  const accrual = findLoanAccrual(loan);
  const errors = checkPlan({ amountCents, rateBps, accrual, start, termDays, plan });
  const named = Object.entries(errors).map(([field, sentence]) => [
    fieldNames[field as PlanField],
    sentence,
  ]);
  return named.length > 0
    ? Object.fromEntries(named)
    : checkRows(loan, draft, { plan, ...agreement });
}

/** With the interest that is carried into the first payment. */
function checkRows(
  loan: Escrow & { receipt: Receipt },
  draft: AmendmentDraft,
  { plan, day, waitDays }: Agreement & { plan: PlanTerms },
): Errors {
  const rows = listAmendedRows(loan, draft, { day });
  const latest = addDays(utcDay(loan.receipt.at), maxAmendedDays);
  const last = rows.at(-1);
  const first = rows.find(({ due }) => due > utcDay(day));
  if (first && first.due <= addDays(utcDay(day), waitDays))
    return { [fieldNames[firstField[plan.kind] ?? 'period']]: describeFirstDue(waitDays) };
  const field = firstField[plan.kind] ?? 'instalments';
  if (last && last.due > latest)
    return { [fieldNames[field]]: `The last due date is at the latest ${formatDate(latest)}.` };
  const typed = plan.rows ?? [];
  const small = rows
    .slice(-typed.length)
    .findIndex(({ interestCents }, at) => (typed[at]?.cents ?? interestCents) < interestCents);
  if (plan.kind === 'CUSTOM' && small >= 0)
    return { [fieldNames.rows]: `Payment ${small + 1} is less than its interest.` };
  return {};
}

/** The fields that name days; plans of other kinds have a period. */
const firstField: Partial<Record<PlanKind, PlanField>> = { CUSTOM: 'rows', BULLET: 'termDays' };

/** A payment that is due before the plan counts would be left out of what both signed. */
const describeFirstDue = (waitDays: number): string =>
  `The first payment is due more than ${waitDays} days after the agreement, so that the plan counts by then.`;
