/** The term of a plan as it is typed, in days; undefined while it is none. */

import { listPeriodEnds, toDayNumber } from '@nameloan/loan-math/plan-days';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { parseDays } from '../../format/parse-days.ts';
import type { TypedPlan } from './typed-plan.ts';

const maxPayments = 120;

/** `start` is the day of the receipt, YYYY-MM-DD. */
export function findTypedTerm(typed: TypedPlan, start: string): number | undefined {
  const { kind, period, instalments, rows } = typed;
  if (kind === 'CUSTOM') return parseDays(rows.at(-1)?.day ?? '');
  const count = parseDays(instalments);
  if (count === undefined || count > maxPayments) return undefined;
  const from = toDayNumber(new Date(start));
  const end = listPeriodEnds({ ...bulletPlan, period }, from, count).at(-1);
  return end === undefined ? undefined : end - from;
}
