/** The payment plan of a listing, an offer, a contract or a loan as the graph shows it. */

import type { PlanKind, PlanPeriod, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan, planPeriods } from '@nameloan/loan-math/plan-terms';

/** Money in cents, rates in basis points. */
export interface PlanRecord {
  plan: PlanKind;
  period: string | null;
  instalments: number | null;
  balloonOf: number | null;
  rows: readonly { day: number; amount: number | null }[] | null;
  early: PlanTerms['early'] | null;
  lateFee: number;
  lateFeeCap: number | null;
  defaultRate: number;
}

/** More than one due date. */
export const hasInstalments = ({ plan }: Pick<PlanRecord, 'plan'>): boolean => plan !== 'BULLET';

/** One payment at the end, without late fee and default rate: there is nothing to show but the term. */
export const isPlain = (record: PlanRecord): boolean =>
  !hasInstalments(record) && record.lateFee === 0 && record.defaultRate === 0;

const toPeriod = (text: string | null): PlanPeriod =>
  planPeriods.find((one) => one === text) ?? bulletPlan.period;

export function toPlanTerms(record: PlanRecord): PlanTerms {
  const { plan: kind, rows } = record;
  return {
    kind,
    period: toPeriod(record.period),
    instalments: record.instalments ?? 1,
    balloonOf: record.balloonOf,
    rows: rows?.map(({ day, amount }) => ({ day, cents: amount })) ?? null,
    early: record.early ?? bulletPlan.early,
    lateFeeBps: record.lateFee,
    lateFeeCapCents: record.lateFeeCap,
    defaultRateBps: record.defaultRate,
  };
}
