/** Yearly rates with all costs, for any plan, by the conventions of the United States and of Europe. */

import type { Flow, Fraction } from './apr-solve.ts';
import { solveEffectiveRate, solveNominalRate } from './apr-solve.ts';
import { daysBetween } from './calendar-day.ts';
import type { PlanRow, PlanTerms } from './plan-terms.ts';
import { hasPeriods } from './plan-terms.ts';

export interface AprInput {
  /** The principal less the fees that are paid at the start. */
  receivedCents: number;
  start: Date;
  plan: Pick<PlanTerms, 'kind' | 'period'>;
  /** The payments, by day. */
  rows: readonly Pick<PlanRow, 'due' | 'paymentCents'>[];
}

/** In percent with two decimals. */
export interface Apr {
  /** Regulation Z, Appendix J, actuarial method. */
  nominalUs: number;
  /** Annex I of directives 2008/48 and 2014/17. */
  effectiveEu: number;
}

const decimals = 2;
const yearDays = 365;
/** Unit periods of a year by period: months, weeks, two weeks, four weeks. */
const unitsPerYear: Partial<Record<PlanTerms['period'], number>> = {
  MONTH: 12,
  '7D': 52,
  '14D': 26,
  '28D': 13,
};

/** Null if nothing is received, since there is no such rate. */
export function computeApr(input: AprInput): Apr | null {
  const { receivedCents } = input;
  if (receivedCents < 1) return null;
  const nominal = toNominalFlows(input);
  const effective = toEffectiveFlows(input);
  return {
    nominalUs: solveNominalRate({ receivedCents, decimals, ...nominal }),
    effectiveEu: solveEffectiveRate({ receivedCents, decimals, ...effective }),
  };
}

interface Flows {
  flows: Flow[];
  periodsPerYear: Fraction;
}

/**
 * Periods of a plan count as such. Otherwise the unit period is the term of a single payment, or the interval between
 * payments that occurs more often than others, and at most a year: Appendix J (b)(4).
 */
function toNominalFlows({ start, plan, rows }: AprInput): Flows {
  const perYear = hasPeriods(plan) ? unitsPerYear[plan.period] : undefined;
  if (perYear !== undefined) return countRows(rows, { top: perYear, bottom: 1 }, 1);
  const days = rows.map(({ due }) => daysBetween(start, due));
  const unitDays = Math.min(yearDays, findUnitDays(days));
  const flows = rows.map(({ paymentCents }, index) => {
    const whole = Math.floor((days[index] ?? 0) / unitDays);
    const odd = { top: (days[index] ?? 0) - whole * unitDays, bottom: unitDays };
    return { cents: paymentCents, periods: whole, odd };
  });
  return { flows, periodsPerYear: { top: yearDays, bottom: unitDays } };
}

/** Equal months and weeks as such, all else by days of a year of 365. */
function toEffectiveFlows({ start, plan, rows }: AprInput): Flows {
  if (hasPeriods(plan) && plan.period === 'MONTH')
    return countRows(rows, { top: 12, bottom: 1 }, 1);
  const weeks = plan.period === '7D' ? 1 : plan.period === '14D' ? 2 : 0;
  if (hasPeriods(plan) && weeks > 0) return countRows(rows, { top: 52, bottom: 1 }, weeks);
  const flows = rows.map(({ due, paymentCents }) => ({
    cents: paymentCents,
    periods: daysBetween(start, due),
  }));
  return { flows, periodsPerYear: { top: yearDays, bottom: 1 } };
}

function countRows(rows: AprInput['rows'], periodsPerYear: Fraction, step: number): Flows {
  const flows = rows.map(({ paymentCents }, index) => ({
    cents: paymentCents,
    periods: (index + 1) * step,
  }));
  return { flows, periodsPerYear };
}

/** The smallest of the intervals that occur more often than others; if none occurs twice, their average. */
function findUnitDays(days: readonly number[]): number {
  const intervals = days.map((day, index) => day - (days[index - 1] ?? 0));
  const counts = [...Map.groupBy(intervals, (length) => length)]
    .map(([length, those]) => ({ length, count: those.length }))
    .sort((a, b) => b.count - a.count || a.length - b.length);
  const [common] = counts;
  if (common && common.count > 1) return common.length;
  return Math.max(1, Math.round((days.at(-1) ?? 1) / Math.max(1, days.length)));
}
