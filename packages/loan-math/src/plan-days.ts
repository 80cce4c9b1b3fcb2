/** The due days of a plan as day numbers: whole UTC days since 1970. */

import { dayMs } from './calendar-day.ts';
import type { PlanTerms } from './plan-terms.ts';

export const toDayNumber = (at: Date): number => Math.floor(at.getTime() / dayMs);
export const toDate = (day: number): Date => new Date(day * dayMs);

/**
 * The due days of all rows, at least one. Months count from the start itself and end with the month where it has fewer
 * days: 31 January, 28 February, 31 March.
 */
export function listDueDays(plan: PlanTerms, start: number, termDays: number): number[] {
  if (plan.kind === 'BULLET') return [start + termDays];
  if (plan.kind === 'CUSTOM') return (plan.rows ?? []).map(({ day }) => start + day);
  return listPeriodEnds(plan, start, plan.instalments);
}

/** The ends of the first `count` periods. */
export function listPeriodEnds({ period }: PlanTerms, start: number, count: number): number[] {
  const ends = Array.from({ length: count }, (_, index) => index + 1);
  if (period !== 'MONTH') return ends.map((n) => start + n * Number.parseInt(period, 10));
  const at = toDate(start);
  return ends.map((n) => addMonths(at, n));
}

function addMonths(at: Date, months: number): number {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDayNumber(new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), lastOfMonth))));
}
