/** Reads the payment plan of a listing or an offer, and the term that follows from it. */

import { assertValid } from '@nameloan/contracts/field-errors';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { PlanPeriod, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan, planPeriods } from '@nameloan/loan-math/plan-terms';
import { now } from '@nameloan/runtime/clock';
import type { PlanInput } from '../graphql.generated.ts';
import type { BoundedTerm } from '../listing/listing.ts';
import { validateTerms } from '../listing/listing.ts';
import { readLoanBounds } from '../listing/term-bounds.ts';
import type { LoanTerms } from '../loan/terms.ts';
import { findPlanError } from './check-plan.ts';

/** Terms as a user sends them. */
export interface TermsInput {
  amountCents: number;
  rateBps: number;
  /** Required for one payment; of another plan it must be the day of the last payment. */
  termDays: number | null | undefined;
  plan: PlanInput | null | undefined;
}

/** The caller's argument names. */
export type TermNames = Record<BoundedTerm, string>;

/** A plan of months ends up to so many days after the longest term, for leap days. */
const leapDays = 3;
const maxRateBps = 10_000;

/** Throws INVALID_INPUT with all errors; `others` are errors of other fields. */
export function readTerms(
  input: TermsInput,
  names: TermNames,
  others: Record<string, string> = {},
): LoanTerms {
  const { amountCents, rateBps } = input;
  const errors: Record<string, string> = { ...others };
  const plan = parsePlan(input.plan ?? {}, errors);
  const isBullet = plan.kind === 'BULLET';
  const bounds = readLoanBounds();
  const { min, max } = bounds.termDays;
  const limits = isBullet ? bounds : { ...bounds, termDays: { min, max: max + leapDays } };
  const given = input.termDays ?? (isBullet ? Number.NaN : min);
  const outOfBounds = validateTerms({ amountCents, rateBps, termDays: given }, limits);
  for (const [key, sentence] of Object.entries(outOfBounds))
    errors[names[key as BoundedTerm]] = sentence;
  if (!plansOpen && !isPlain(plan))
    errors['plan.kind'] =
      'Only loans that are repaid at once, without late fee and default rate, are open now.';
  assertValid(errors);
  const start = utcDay(now());
  const termDays = isBullet ? (input.termDays ?? Number.NaN) : undefined;
  const loan = { amountCents, rateBps, accrual: 'SIMPLE_365', start, termDays, plan } as const;
  const planError = isBullet ? null : findPlanError(loan);
  if (planError) errors[`plan.${planError.field}`] = planError.sentence;
  assertValid(errors);
  const computed = termDays ?? wholeDays(start, buildPlan(loan).at(-1)?.due ?? start);
  const terms = { amountCents, rateBps, termDays: computed };
  const termError = validateTerms(terms, limits).termDays;
  if (termError) errors[names.termDays] = termError;
  else if (input.termDays != null && input.termDays !== computed)
    errors[names.termDays] =
      `The last payment is due after ${computed} days; leave the term out, or enter ${computed}.`;
  assertValid(errors);
  return { ...terms, plan: isPlain(plan) ? null : plan };
}

/** Loans with instalments are not open before they can be repaid by instalments. */
const plansOpen: boolean = false;

const isPlain = (plan: PlanTerms): boolean =>
  plan.kind === 'BULLET' && plan.lateFeeBps === 0 && plan.defaultRateBps === 0;

const isPeriod = (text: string): text is PlanPeriod => planPeriods.some((one) => one === text);

/** Adds an error for each field that does not fit the kind, such as `plan.rows`. */
export function parsePlan(input: PlanInput, errors: Record<string, string>): PlanTerms {
  const { kind = 'BULLET' } = { kind: input.kind ?? undefined };
  const period = input.period ?? 'MONTH';
  if (!isPeriod(period)) errors['plan.period'] = 'Choose MONTH, 7D, 14D, 28D or 30D.';
  const counted = kind !== 'BULLET' && kind !== 'CUSTOM';
  if (counted && input.instalments == null)
    errors['plan.instalments'] = 'Enter the number of payments.';
  if (kind === 'BULLET' && input.instalments != null && input.instalments !== 1)
    errors['plan.instalments'] = 'A loan repaid at once has one payment.';
  if (kind === 'BALLOON' && input.balloonOf == null)
    errors['plan.balloonOf'] = 'Enter the number of periods that the payments are computed over.';
  if (kind !== 'BALLOON' && input.balloonOf != null)
    errors['plan.balloonOf'] = 'This belongs to a balloon plan only.';
  if (kind === 'CUSTOM' && !input.rows?.length) errors['plan.rows'] = 'Enter the payments.';
  if (kind !== 'CUSTOM' && input.rows?.length)
    errors['plan.rows'] = 'Payments are entered for a custom plan only.';
  checkCharge(input.lateFee, 'plan.lateFee', errors);
  checkCharge(input.defaultRate, 'plan.defaultRate', errors);
  const cap = input.lateFeeCap ?? null;
  if (cap !== null && cap < 1) errors['plan.lateFeeCap'] = 'Choose a cap above $0.';
  if (cap !== null && !input.lateFee) errors['plan.lateFeeCap'] = 'A cap needs a late fee.';
  return {
    ...bulletPlan,
    kind,
    period: isPeriod(period) ? period : 'MONTH',
    instalments:
      kind === 'CUSTOM' ? (input.rows?.length ?? 1) : counted ? (input.instalments ?? 1) : 1,
    balloonOf: kind === 'BALLOON' ? (input.balloonOf ?? null) : null,
    rows:
      kind === 'CUSTOM'
        ? (input.rows ?? []).map(({ day, amount }) => ({ day, cents: amount ?? null }))
        : null,
    early: input.early ?? 'KEEP_AMOUNT',
    lateFeeBps: input.lateFee ?? 0,
    lateFeeCapCents: cap,
    defaultRateBps: input.defaultRate ?? 0,
  };
}

function checkCharge(
  bps: number | null | undefined,
  field: string,
  errors: Record<string, string>,
): void {
  if (bps != null && (bps < 0 || bps > maxRateBps)) errors[field] = 'Choose from 0% to 100%.';
}
