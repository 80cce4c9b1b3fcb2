/** The terms of a payment plan (docs/product-rules.md#plans). */

import type { Accrual } from './accrual.ts';

export const planKinds = [
  'BULLET',
  'INTEREST_ONLY',
  'INSTALMENTS',
  'EQUAL_PRINCIPAL',
  'BALLOON',
  'CUSTOM',
] as const;
export type PlanKind = (typeof planKinds)[number];

/** Calendar months from the start itself, or so many days. */
export const planPeriods = ['MONTH', '7D', '14D', '28D', '30D'] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** A row of a CUSTOM plan: days from the start, and cents, null in the last row, which pays the rest. */
export interface CustomRow {
  day: number;
  cents: number | null;
}

export interface PlanTerms {
  kind: PlanKind;
  period: PlanPeriod;
  /** Number of rows; 1 for BULLET, ignored for CUSTOM. */
  instalments: number;
  /** BALLOON: the number of periods over which the equal instalment is computed. */
  balloonOf?: number | null;
  /** CUSTOM only. */
  rows?: readonly CustomRow[] | null;
  /** What an early part payment changes: the number of rows (KEEP_AMOUNT) or their amounts (KEEP_DATES). */
  early: 'KEEP_AMOUNT' | 'KEEP_DATES';
  /** Of the overdue instalment, in basis points. */
  lateFeeBps: number;
  lateFeeCapCents: number | null;
  /** Added to the rate on overdue principal, in basis points a year. */
  defaultRateBps: number;
}

/** Rows at equal periods, of which the terms have a number. */
export const hasPeriods = ({ kind }: Pick<PlanTerms, 'kind'>): boolean =>
  kind !== 'BULLET' && kind !== 'CUSTOM';

/** One payment at the end of the term, without extras: the plan of terms that name none. */
export const bulletPlan: PlanTerms = {
  kind: 'BULLET',
  period: 'MONTH',
  instalments: 1,
  early: 'KEEP_AMOUNT',
  lateFeeBps: 0,
  lateFeeCapCents: null,
  defaultRateBps: 0,
};

/** Money in cents, the rate in basis points a year; days are UTC dates. */
export interface PlannedLoan {
  amountCents: number;
  rateBps: number;
  accrual: Accrual;
  /** The day of the receipt. */
  start: Date;
  /** The term in days; BULLET only, other plans have their days. */
  termDays?: number | undefined;
  plan: PlanTerms;
}

export interface PlanRow {
  /** From 1. */
  n: number;
  due: Date;
  /** Days of interest in this row. */
  days: number;
  paymentCents: number;
  interestCents: number;
  principalCents: number;
  /** Principal that is left after this row. */
  balanceCents: number;
}
