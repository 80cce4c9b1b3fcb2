/** Reads a typed plan: the terms, or a sentence for each input that is wrong. Loaded once a plan is chosen. */

import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import type { PlanErrors } from '@nameloan/loan-math/plan-check';
import { checkPlan, planBounds } from '@nameloan/loan-math/plan-check';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { parseDays } from '../../format/parse-days.ts';
import { parseMoney } from '../../format/parse-money.ts';
import { parsePercent } from '../../format/parse-percent.ts';
import type { TypedPlan, TypedRow } from './typed-plan.ts';

/** Amount, rate and, of one payment, the term. */
export interface ReadLoan {
  amountCents: number;
  rateBps: number;
  /** The term of one payment. */
  termDays: number;
  /** The day of the receipt. */
  start: Date;
}

/** Sentences by the names of the inputs, which are those of the API. */
export type FieldSentences = Readonly<Record<string, string>>;

export interface ReadPlan {
  /** Undefined while something is wrong. */
  plan: PlanTerms | undefined;
  errors: FieldSentences;
}

const inputNames: Readonly<Record<string, string>> = {
  lateFeeBps: 'lateFee',
  lateFeeCapCents: 'lateFeeCap',
  defaultRateBps: 'defaultRate',
};

const nameInputs = (errors: PlanErrors, rows: PlanTerms['rows']): FieldSentences =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => {
      const input = field === 'rows' && rows ? findRowInput(rows, text) : field;
      return [`plan.${inputNames[input] ?? input}`, text];
    }),
  );

/** The input of the row that the sentence is about. */
function findRowInput(rows: NonNullable<PlanTerms['rows']>, sentence: string): string {
  const { min, max } = planBounds.lastDay;
  const wrongDay = rows.findIndex(
    ({ day }, at) => day <= (rows[at - 1]?.day ?? min - 1) || day > max,
  );
  if (wrongDay >= 0) return `rows.${wrongDay}.day`;
  const small = rows.findIndex(({ cents }) => cents !== null && cents < planBounds.rowCents.min);
  const named = Number(/^Payment (\d+) /.exec(sentence)?.[1] ?? rows.length - 1) - 1;
  const at = small >= 0 ? small : named;
  return at >= 0 && rows[at]?.cents !== null ? `rows.${at}.amount` : `rows.${rows.length - 1}.day`;
}

export function readTypedPlan(typed: TypedPlan, loan: ReadLoan): ReadPlan {
  const errors: Record<string, string> = {};
  const plan = parsePlan(typed, errors);
  if (Object.keys(errors).length > 0) return { plan: undefined, errors };
  const { termDays, ...others } = loan;
  const term = plan.kind === 'BULLET' ? { termDays } : {};
  const checked = checkPlan({ ...others, ...term, accrual: newLoanAccrual, plan });
  const found = nameInputs(checked, plan.rows);
  return Object.keys(found).length > 0 ? { plan: undefined, errors: found } : { plan, errors };
}

function parsePlan(typed: TypedPlan, errors: Record<string, string>): PlanTerms {
  const { kind, period, early } = typed;
  const read = <Value>(
    name: keyof TypedPlan,
    { parse, error }: { parse: (text: string) => Value | undefined; error: string },
  ): Value | undefined => {
    const value = parse(String(typed[name]));
    if (value === undefined) errors[`plan.${name}`] = error;
    return value;
  };
  const optional =
    <Value>(parse: (text: string) => Value | undefined) =>
    (text: string) =>
      text.trim() === '' ? null : parse(text);
  const isCounted = kind !== 'BULLET' && kind !== 'CUSTOM';
  const number = { parse: parseDays, error: 'Use whole numbers, like 12' };
  const rate = { parse: optional(parsePercent), error: 'Use numbers, like 5' };
  const rows = kind === 'CUSTOM' ? parseRows(typed.rows, errors) : null;
  return {
    ...{ kind, period, early, rows },
    instalments: rows?.length ?? (isCounted ? (read('instalments', number) ?? 0) : 1),
    balloonOf: kind === 'BALLOON' ? (read('balloonOf', number) ?? 0) : null,
    lateFeeBps: read('lateFee', rate) ?? 0,
    lateFeeCapCents:
      read('lateFeeCap', { parse: optional(parseMoney), error: 'Invalid amount' }) ?? null,
    defaultRateBps: read('defaultRate', rate) ?? 0,
  };
}

/** The last row has no amount: it pays the rest. */
function parseRows(rows: readonly TypedRow[], errors: Record<string, string>): PlanTerms['rows'] {
  const parsed = rows.map(({ day, amount }, index) => ({
    day: parseDays(day),
    cents: index === rows.length - 1 ? null : parseMoney(amount),
  }));
  const found = parsed.flatMap(({ day, cents }, at): [string, string][] => [
    ...(day === undefined ? [[`plan.rows.${at}.day`, 'Enter whole days'] as [string, string]] : []),
    ...(cents === undefined
      ? [[`plan.rows.${at}.amount`, 'Enter an amount'] as [string, string]]
      : []),
  ]);
  if (found.length === 0) return parsed.map(({ day = 0, cents = null }) => ({ day, cents }));
  Object.assign(errors, Object.fromEntries(found));
  return null;
}

/** The plan as the API takes it. */
export function toPlanInput(plan: PlanTerms) {
  const { kind, period, instalments, balloonOf, rows, early } = plan;
  const isCounted = kind !== 'BULLET' && kind !== 'CUSTOM';
  return {
    kind,
    early,
    ...(isCounted ? { period, instalments } : {}),
    balloonOf: balloonOf ?? null,
    rows: rows?.map(({ day, cents: amount }) => ({ day, amount })) ?? null,
    lateFee: plan.lateFeeBps,
    lateFeeCap: plan.lateFeeCapCents,
    defaultRate: plan.defaultRateBps,
  };
}
