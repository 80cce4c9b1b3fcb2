/** The payments of a loan that is given by its terms: POST /api/figures/plan. */

import { assertValid } from '@nameloan/contracts/field-errors';
import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { buildPlan } from '@nameloan/loan-math/plan';
import { checkPlan } from '@nameloan/loan-math/plan-check';
import type { PlannedLoan } from '@nameloan/loan-math/plan-terms';
import type { QueryPlanFiguresArgs } from '../graphql.generated.ts';
import { findArgument, parsePlan } from '../listing/read-terms.ts';
import { readLoanBounds } from '../listing/term-bounds.ts';
import { checkStart, findTermErrors, parseDay } from './figure-input.ts';
import type { CalculatedPlan } from './figures.ts';

/** Throws INVALID_INPUT with all errors. */
export function computePlan(args: QueryPlanFiguresArgs): CalculatedPlan {
  const loan = readLoan(args);
  const rows = buildPlan(loan);
  const totalCents = rows.reduce((sum, { paymentCents }) => sum + paymentCents, 0);
  return {
    loan,
    rows,
    totalCents,
    interestCents: totalCents - loan.amountCents,
    lastPaymentCents: rows.at(-1)?.paymentCents ?? 0,
  };
}

const argumentNames = { amountCents: 'amount', rateBps: 'rate', termDays: 'term' };

function readLoan({ amount, rate, term, ...args }: QueryPlanFiguresArgs): PlannedLoan {
  const start = parseDay(args.start);
  const errors: Record<string, string> = {};
  const plan = parsePlan(args.plan ?? {}, errors);
  const terms = { amountCents: amount, rateBps: rate };
  const shortest = readLoanBounds().termDays.min;
  const isSingle = plan.kind === 'BULLET';
  assertValid({
    ...errors,
    ...findTermErrors({ ...terms, termDays: isSingle ? (term ?? Number.NaN) : shortest }),
    ...checkStart(start),
  });
  const loan: PlannedLoan = {
    ...terms,
    accrual: newLoanAccrual,
    start,
    plan,
    termDays: term ?? undefined,
  };
  const planErrors = Object.entries(checkPlan(loan)).map(([field, sentence]) => [
    findArgument(field, argumentNames),
    sentence,
  ]);
  assertValid(Object.fromEntries(planErrors));
  return loan;
}
