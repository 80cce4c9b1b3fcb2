/** Checks the terms of a plan against its bounds (docs/product-rules.md#plans). */

import { wholeDays } from './calendar-day.ts';
import { buildPlan } from './plan.ts';
import type { PlannedLoan, PlanRow, PlanTerms } from './plan-terms.ts';

export const planBounds = {
  instalments: { min: 1, max: 120 },
  balloonOf: { min: 2, max: 480 },
  /** Days from the start to the last row. */
  lastDay: { min: 1, max: 3_653 },
  rowCents: { min: 100, max: 1_000_000_000_000 },
  lateFeeBps: { min: 0, max: 10_000 },
  lateFeeCapCents: { min: 1, max: 1_000_000_000 },
  defaultRateBps: { min: 0, max: 10_000 },
} as const;

/** A field of the terms that can be wrong. `termDays` is the stated term, which may be absent. */
export type PlanField = keyof PlanTerms | 'termDays' | 'amountCents';
export type PlanErrors = Partial<Record<PlanField, string>>;

/** A sentence per invalid field; amount and rate are within the bounds of a loan. Empty: the plan can be built. */
export function checkPlan(loan: PlannedLoan): PlanErrors {
  const errors = checkPlanShape(loan);
  return Object.keys(errors).length > 0 ? errors : checkRows(loan);
}

/** What no amount, rate or start makes valid. */
export function checkPlanShape(
  loan: Omit<PlannedLoan, 'amountCents' | 'rateBps' | 'start'>,
): PlanErrors {
  return { ...checkExtras(loan.plan), ...checkShape(loan) };
}

const within = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isSafeInteger(value) && value >= min && value <= max;

function checkExtras(plan: PlanTerms): PlanErrors {
  const errors: PlanErrors = {};
  const { lateFeeCapCents: cap } = plan;
  if (!within(plan.lateFeeBps, planBounds.lateFeeBps))
    errors.lateFeeBps = 'Choose a late fee from 0 % to 100 % of the payment.';
  if (cap !== null && !within(cap, planBounds.lateFeeCapCents))
    errors.lateFeeCapCents = 'Choose a cap of the late fee from $0.01 to $10,000,000.';
  if (!within(plan.defaultRateBps, planBounds.defaultRateBps))
    errors.defaultRateBps = 'Choose a default rate from 0 to 100 percentage points.';
  return errors;
}

function checkShape({
  plan,
  accrual,
  termDays,
}: Pick<PlannedLoan, 'plan' | 'accrual' | 'termDays'>): PlanErrors {
  const { kind, instalments, balloonOf, rows } = plan;
  const errors: PlanErrors = {};
  if (accrual === 'COMPOUND_365' && kind !== 'BULLET')
    errors.kind = 'A loan with daily compounding has one payment at its end.';
  if (kind === 'BULLET') {
    if (termDays === undefined || !within(termDays, planBounds.lastDay))
      errors.termDays = 'Choose a term from 1 to 3,653 whole days.';
    if (instalments !== 1) errors.instalments = 'A bullet loan has one instalment.';
  } else if (kind !== 'CUSTOM' && !within(instalments, planBounds.instalments))
    errors.instalments = 'Choose from 1 to 120 payments.';
  if (kind === 'BALLOON') {
    if (!within(balloonOf ?? 0, planBounds.balloonOf) || (balloonOf ?? 0) <= instalments)
      errors.balloonOf = 'Choose more payments than the plan has, at most 480.';
  } else if (balloonOf !== null && balloonOf !== undefined)
    errors.balloonOf = 'Only a balloon plan computes its instalment over other periods.';
  const rowsError = kind === 'CUSTOM' ? checkCustomRows(rows ?? []) : checkNoRows(rows);
  if (rowsError) errors.rows = rowsError;
  return errors;
}

function checkNoRows(rows: PlanTerms['rows']): string | undefined {
  return rows && rows.length > 0 ? 'Only a custom plan lists its rows.' : undefined;
}

function checkCustomRows(rows: NonNullable<PlanTerms['rows']>): string | undefined {
  if (!within(rows.length, planBounds.instalments)) return 'List from 1 to 120 rows.';
  const isRising = rows.every(({ day }, index) => day > (rows[index - 1]?.day ?? 0));
  if (!isRising || !rows.every(({ day }) => within(day, planBounds.lastDay)))
    return 'The days of the rows rise from row to row, from 1 to at most 3,653.';
  const typed = rows.slice(0, -1);
  if (!typed.every(({ cents }) => cents !== null && within(cents, planBounds.rowCents)))
    return 'Each row but the last pays at least $1.';
  return rows.at(-1)?.cents === null
    ? undefined
    : 'The last row pays the rest: leave its amount empty.';
}

/** Builds the plan, since the interest decides what a row must pay. */
function checkRows(loan: PlannedLoan): PlanErrors {
  const { plan, termDays, start } = loan;
  const rows = buildPlan(loan);
  const last = rows.at(-1);
  if (!last) return {};
  const lastDay = wholeDays(start, last.due);
  const field =
    plan.kind === 'CUSTOM' ? 'rows' : plan.kind === 'BULLET' ? 'amountCents' : 'instalments';
  if (lastDay > planBounds.lastDay.max)
    return { [field]: 'The last payment is due at most 3,653 days after the start.' };
  const expected = plan.kind === 'CUSTOM' ? (plan.rows?.length ?? 0) : plan.instalments;
  if (rows.length < expected || last.paymentCents < planBounds.rowCents.min)
    return { [field]: 'The last payment would be less than $1. Choose fewer or smaller payments.' };
  const small = rows.find((row) => row.paymentCents < planBounds.rowCents.min);
  if (small) return { [field]: `Payment ${small.n} would be less than $1. Choose fewer payments.` };
  const unpaid = findUnpaidInterest(rows, plan);
  if (unpaid) return { rows: `Payment ${unpaid.n} is less than its interest.` };
  if (plan.kind !== 'BULLET' && termDays !== undefined && termDays !== lastDay)
    return {
      termDays: `The term of this plan is ${lastDay.toLocaleString('en-US')} days. Leave it out.`,
    };
  return {};
}

function findUnpaidInterest(
  rows: readonly PlanRow[],
  { rows: typed }: PlanTerms,
): PlanRow | undefined {
  return rows.find((row, index) => {
    const cents = typed?.[index]?.cents;
    return cents !== null && cents !== undefined && cents < row.interestCents;
  });
}
