/** The limits of a payment plan (docs/product-rules.md#plans). */

import { wholeDays } from '@nameloan/loan-math/calendar-day';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { CustomRow, PlannedLoan, PlanRow, PlanTerms } from '@nameloan/loan-math/plan-terms';

const maxInstalments = 120;
const maxPlanDays = 3_653;
const minPaymentCents = 100;

/** The error of one field of the plan; null for a plan that can be kept. */
export interface PlanError {
  field: 'instalments' | 'balloonOf' | 'rows';
  sentence: string;
}

export function findPlanError(loan: PlannedLoan): PlanError | null {
  const { plan, start } = loan;
  const field = plan.kind === 'CUSTOM' ? 'rows' : 'instalments';
  const shape = findShapeError(plan);
  if (shape !== null) return shape;
  const rows = buildPlan(loan);
  const last = rows.at(-1);
  if (!last || rows.length < plan.instalments)
    return { field, sentence: 'The loan is repaid before the last payment of this plan.' };
  if (wholeDays(start, last.due) > maxPlanDays)
    return {
      field,
      sentence: `The last payment is due at most ${maxPlanDays.toLocaleString('en-US')} days after the receipt.`,
    };
  const unpayable = rows.find((row) => isUnpayable(row, plan));
  if (!unpayable) return null;
  const sentence = `Payment ${unpayable.n} must be at least $1 and cover its interest.`;
  return { field, sentence };
}

function findShapeError(plan: PlanTerms): PlanError | null {
  const { kind, instalments, balloonOf, rows } = plan;
  if (!Number.isInteger(instalments) || instalments < 1 || instalments > maxInstalments)
    return {
      field: kind === 'CUSTOM' ? 'rows' : 'instalments',
      sentence: `Choose 1 to ${maxInstalments} payments.`,
    };
  const over = balloonOf ?? instalments;
  if (kind === 'BALLOON' && !(over > instalments && over <= 10 * maxInstalments))
    return {
      field: 'balloonOf',
      sentence: `Choose more periods than payments, at most ${(10 * maxInstalments).toLocaleString('en-US')}.`,
    };
  if (kind !== 'CUSTOM') return null;
  const sentence = findRowsError(rows ?? []);
  return sentence === null ? null : { field: 'rows', sentence };
}

function findRowsError(rows: readonly CustomRow[]): string | null {
  const isRising = rows.every(({ day }, index) => day > (rows[index - 1]?.day ?? 0));
  if (!isRising) return 'The days must be above 0 and rise from row to row.';
  if ((rows.at(-1)?.day ?? 0) > maxPlanDays)
    return `The last day is at most ${maxPlanDays.toLocaleString('en-US')}.`;
  if (rows.at(-1)?.cents !== null) return 'The last payment has no amount: it pays the rest.';
  return rows.slice(0, -1).some(({ cents }) => cents === null)
    ? 'Every payment but the last one needs an amount.'
    : null;
}

/** A typed amount below its interest is shown by the row as its interest. */
function isUnpayable({ n, paymentCents, interestCents }: PlanRow, { rows }: PlanTerms): boolean {
  const typed = rows?.[n - 1]?.cents ?? paymentCents;
  return paymentCents < minPaymentCents || typed < minPaymentCents || typed < interestCents;
}
