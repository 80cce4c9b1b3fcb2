/** GraphQL resolvers for payment plans of listings, offers and loans. */

import { hasPeriods } from '@nameloan/loan-math/plan-terms';
import type { Fields } from '../../graphql.generated.ts';
import type { PlannedRecord } from './plan.ts';
import { readPlan } from './plan.ts';

/** The fields of a type that has a plan. */
export const planResolvers = {
  plan: (record: PlannedRecord) => readPlan(record).kind,
  period: (record: PlannedRecord) =>
    hasPeriods(readPlan(record)) ? readPlan(record).period : null,
  instalments: (record: PlannedRecord) =>
    readPlan(record).kind === 'BULLET' ? null : readPlan(record).instalments,
  balloonOf: (record: PlannedRecord) => readPlan(record).balloonOf ?? null,
  rows: (record: PlannedRecord) =>
    readPlan(record).kind === 'CUSTOM' ? [...(readPlan(record).rows ?? [])] : null,
  early: (record: PlannedRecord) => readPlan(record).early,
  lateFee: (record: PlannedRecord) => readPlan(record).lateFeeBps,
  lateFeeCap: (record: PlannedRecord) => readPlan(record).lateFeeCapCents,
  defaultRate: (record: PlannedRecord) => readPlan(record).defaultRateBps,
};

/** The record fields that they read. */
export const planProjection = {
  plan: ['plan'],
  period: ['plan'],
  instalments: ['plan'],
  balloonOf: ['plan'],
  rows: ['plan'],
  early: ['plan'],
  lateFee: ['plan'],
  lateFeeCap: ['plan'],
  defaultRate: ['plan'],
} as const;

export const planFields = {
  CustomRow: { amount: ({ cents }) => cents },
  ScheduleRow: {
    payment: ({ paymentCents }) => paymentCents,
    interest: ({ interestCents }) => interestCents,
    principal: ({ principalCents }) => principalCents,
    balance: ({ balanceCents }) => balanceCents,
    paid: ({ paidCents }) => paidCents,
  },
} satisfies Fields;
