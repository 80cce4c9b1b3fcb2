/** The payments of a loan that is given by its terms: POST /api/figures/plan. */

import { assertValid } from '@nameloan/contracts/field-errors';
import type { Apr } from '@nameloan/loan-math/apr';
import { computeApr } from '@nameloan/loan-math/apr';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { PlannedLoan, PlanRow } from '@nameloan/loan-math/plan-terms';
import type { QueryPlanFiguresArgs } from '../graphql.generated.ts';
import { addPlanErrors, parsePlan } from '../listing/read-terms.ts';
import { readLoanBounds } from '../listing/term-bounds.ts';
import { checkStart, findTermErrors, parseDay } from './figure-input.ts';

export interface CalculatedPlan {
  rows: PlanRow[];
  totalCents: number;
  interestCents: number;
  apr: Apr | null;
  lastPaymentCents: number;
}

/** Throws INVALID_INPUT with all errors. */
export function computePlan(args: QueryPlanFiguresArgs): CalculatedPlan {
  const loan = readLoan(args);
  const { amountCents, start, plan } = loan;
  const rows = buildPlan(loan);
  const totalCents = rows.reduce((sum, { paymentCents }) => sum + paymentCents, 0);
  return {
    rows,
    totalCents,
    interestCents: totalCents - amountCents,
    apr: computeApr({ receivedCents: amountCents, start, plan, rows }),
    lastPaymentCents: rows.at(-1)?.paymentCents ?? 0,
  };
}

function readLoan({ amount, rate, term, ...args }: QueryPlanFiguresArgs): PlannedLoan {
  const start = parseDay(args.start);
  const errors: Record<string, string> = {};
  const plan = parsePlan(args.plan ?? {}, errors);
  const terms = { amountCents: amount, rateBps: rate };
  const isSingle = plan.kind === 'BULLET';
  const termDays = isSingle ? (term ?? Number.NaN) : readLoanBounds().termDays.min;
  assertValid({ ...errors, ...findTermErrors({ ...terms, termDays }), ...checkStart(start) });
  const loan: PlannedLoan = {
    ...{ ...terms, accrual: 'SIMPLE_365', start, plan },
    termDays: term ?? undefined,
  };
  const planErrors: Record<string, string> = {};
  addPlanErrors(loan, {
    names: { amountCents: 'amount', rateBps: 'rate', termDays: 'term' },
    errors: planErrors,
  });
  assertValid(planErrors);
  return loan;
}
