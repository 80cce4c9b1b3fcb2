/** Reads the terms of a listing or an offer: the payment plan, and the term that follows from it. */

import { assertValid } from '@nameloan/contracts/field-errors';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { buildPlan } from '@nameloan/loan-math/plan';
import { checkPlan, checkPlanShape } from '@nameloan/loan-math/plan-check';
import type { PlanPeriod, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan, hasPeriods, planPeriods } from '@nameloan/loan-math/plan-terms';
import { now } from '@nameloan/runtime/clock';
import type { PlanInput } from '../graphql.generated.ts';
import { hasExtras, hasInstalments } from '../loan/plan/plan.ts';
import type { LoanTerms } from '../loan/terms.ts';
import type { BoundedTerm } from './listing.ts';
import { validateTerms } from './listing.ts';
import { readLoanBounds } from './term-bounds.ts';

/** Terms as a user sends them. */
export interface TermsInput {
  amountCents: number;
  rateBps: number;
  /** Required for one payment; of another plan it must be the day of the last payment. */
  termDays: number | null | undefined;
  plan: PlanInput | null | undefined;
}

/** The caller's argument names, and errors of other fields. */
interface ReadOptions {
  names: Record<BoundedTerm, string>;
  others?: Record<string, string>;
}

/** A plan of months ends up to so many days after the longest term, for leap days. */
const leapDays = 3;

/** Throws INVALID_INPUT with all errors. The plan is null where it is one payment without extras. */
export function readTerms(input: TermsInput, { names, others }: ReadOptions): LoanTerms {
  const { amountCents, rateBps } = input;
  const errors: Record<string, string> = { ...others };
  const plan = parsePlan(input.plan ?? {}, errors);
  const { termDays, ...bounds } = readLoanBounds();
  const hasMany = hasInstalments({ plan });
  const limits = {
    ...bounds,
    termDays: hasMany ? { min: termDays.min, max: termDays.max + leapDays } : termDays,
  };
  const given = input.termDays ?? (hasMany ? termDays.min : Number.NaN);
  addTermErrors({ amountCents, rateBps, termDays: given }, { limits, names, errors });
  assertValid(errors);
  const start = utcDay(now());
  const stated = input.termDays ?? undefined;
  const loan = { amountCents, rateBps, accrual: newLoanAccrual, start, termDays: stated, plan };
  for (const [field, sentence] of Object.entries(checkPlan(loan)))
    errors[findArgument(field, names)] = sentence;
  assertValid(errors);
  const last = buildPlan(loan).at(-1);
  const terms = { amountCents, rateBps, termDays: wholeDays(start, last?.due ?? start) };
  const termDaysName = findTermArgument({ ...terms, plan }, names);
  addTermErrors(terms, { limits, names: { ...names, termDays: termDaysName }, errors });
  assertValid(errors);
  return { ...terms, plan: hasMany || hasExtras(plan) ? plan : null };
}

/** Of a plan whose amounts and terms differ from row to row. Throws INVALID_INPUT with all errors that hold for each. */
export function assertPlanShape(input: PlanInput | null | undefined): void {
  const errors: Record<string, string> = {};
  const plan = parsePlan(input ?? {}, errors);
  assertValid(errors);
  // Whether a term fits is each row's concern.
  const { termDays: _, ...found } = checkPlanShape({ plan, accrual: newLoanAccrual });
  for (const [field, sentence] of Object.entries(found)) errors[findArgument(field, {})] = sentence;
  assertValid(errors);
}

interface TermChecks {
  limits: ReturnType<typeof readLoanBounds>;
  names: Record<BoundedTerm, string>;
  errors: Record<string, string>;
}

function addTermErrors(terms: LoanTerms, { limits, names, errors }: TermChecks): void {
  for (const [key, sentence] of Object.entries(validateTerms(terms, limits)))
    errors[names[key as BoundedTerm]] = sentence;
}

/** Of the fields of a plan, those that have another name in the API. */
const planArguments: Readonly<Record<string, string>> = {
  lateFeeBps: 'lateFee',
  lateFeeCapCents: 'lateFeeCap',
  defaultRateBps: 'defaultRate',
};

/** The argument of a field that `checkPlan` names. */
export function findArgument(field: string, names: Record<string, string>): string {
  return names[field] ?? `plan.${planArguments[field] ?? field}`;
}

/** The argument that decides the term: that of a plan follows from its payments. */
export function findTermArgument({ plan }: LoanTerms, names: Record<BoundedTerm, string>): string {
  if (!plan || !hasInstalments({ plan })) return names.termDays;
  return plan.kind === 'CUSTOM' ? 'plan.rows' : 'plan.instalments';
}

const isPeriod = (text: string): text is PlanPeriod => planPeriods.some((one) => one === text);

/** Adds an error for what is missing; what does not fit is found by `checkPlan`. */
export function parsePlan(input: PlanInput, errors: Record<string, string>): PlanTerms {
  const kind = input.kind ?? 'BULLET';
  const period = input.period ?? 'MONTH';
  if (!isPeriod(period)) errors['plan.period'] = 'Choose MONTH, 7D, 14D, 28D or 30D.';
  if (hasPeriods({ kind }) && input.instalments == null)
    errors['plan.instalments'] = 'Enter the number of payments.';
  const rows = input.rows?.map(({ day, amount }) => ({ day, cents: amount ?? null })) ?? null;
  return {
    kind,
    period: isPeriod(period) ? period : bulletPlan.period,
    instalments: kind === 'CUSTOM' ? (rows?.length ?? 0) : (input.instalments ?? 1),
    balloonOf: input.balloonOf ?? null,
    rows: rows && rows.length > 0 ? rows : null,
    early: input.early ?? bulletPlan.early,
    lateFeeBps: input.lateFee ?? 0,
    lateFeeCapCents: input.lateFeeCap ?? null,
    defaultRateBps: input.defaultRate ?? 0,
  };
}
