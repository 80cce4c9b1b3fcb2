/** The payment plan that a form holds while it is typed. */

import type { PlanKind, PlanPeriod, PlanTerms } from '@nameloan/loan-math/plan-terms';
import type { PlanRecord } from './plan-record.ts';
import { hasInstalments, isPlain } from './plan-record.ts';

export interface TypedRow {
  /** Stays when other rows come and go. */
  id: number;
  day: string;
  /** Not read in the last row. */
  amount: string;
}

/** All texts are as typed. */
export interface TypedPlan {
  kind: PlanKind;
  period: PlanPeriod;
  instalments: string;
  balloonOf: string;
  rows: readonly TypedRow[];
  early: PlanTerms['early'];
  lateFee: string;
  lateFeeCap: string;
  defaultRate: string;
}

export const initialPlan: TypedPlan = {
  kind: 'BULLET',
  period: 'MONTH',
  instalments: '12',
  balloonOf: '60',
  rows: [
    { id: 1, day: '90', amount: '' },
    { id: 2, day: '180', amount: '' },
  ],
  early: 'KEEP_AMOUNT',
  lateFee: '',
  lateFeeCap: '',
  defaultRate: '',
};

const shown = (hundredths: number | null): string =>
  hundredths === null || hundredths === 0 ? '' : `${hundredths / 100}`;

/** The plan of a listing as the inputs show it. */
export function toTypedPlan(record: PlanRecord): TypedPlan {
  if (isPlain(record)) return initialPlan;
  const { plan: kind, period, instalments, balloonOf, rows, early } = record;
  return {
    ...initialPlan,
    kind,
    period: (period as PlanPeriod | null) ?? initialPlan.period,
    instalments: hasInstalments(record) ? `${instalments ?? ''}` : initialPlan.instalments,
    balloonOf: balloonOf === null ? initialPlan.balloonOf : `${balloonOf}`,
    rows:
      rows?.map(({ day, amount }, index) => ({
        id: index + 1,
        day: `${day}`,
        amount: shown(amount),
      })) ?? initialPlan.rows,
    early: early ?? initialPlan.early,
    lateFee: shown(record.lateFee),
    lateFeeCap: shown(record.lateFeeCap),
    defaultRate: shown(record.defaultRate),
  };
}

/** One payment without extras: the form is the one that every loan had before plans. */
export const isPlainPlan = (typed: TypedPlan): boolean =>
  typed.kind === 'BULLET' && !hasLateTerms(typed);

/** An input of the terms of late payments is filled. */
export const hasLateTerms = ({ lateFee, lateFeeCap, defaultRate }: TypedPlan): boolean =>
  [lateFee, lateFeeCap, defaultRate].some((text) => text !== '');
