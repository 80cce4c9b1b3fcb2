/** Plans and their expected rows, computed independently with exact fractions; the tests of this package use them. */

import type { PlannedLoan, PlanTerms } from './plan-terms.ts';
import { bulletPlan } from './plan-terms.ts';

type Row = readonly [
  name: string,
  amountCents: number,
  rateBps: number,
  start: string,
  plan: Partial<PlanTerms> & { termDays?: number },
  firstPayments: readonly number[],
  firstInterest: readonly number[],
  lastPayment: number,
  total: number,
];

const months = (instalments: number): Partial<PlanTerms> => ({ kind: 'INSTALMENTS', instalments });

const rows: readonly Row[] = [
  ['S1 bullet', 1_000_000, 1_200, '2027-01-10', { termDays: 90 }, [], [], 1_029_589, 1_029_589],
  ['S6 bullet, half a cent', 1_825, 1_000, '2027-01-10', { termDays: 1 }, [], [], 1_826, 1_826],
  ['S6 bullet, less', 1_824, 1_000, '2027-01-10', { termDays: 1 }, [], [], 1_824, 1_824],
  [
    'S10 bullet, beyond 2 to the 53',
    ...([1_000_000_000, 10_000, '2027-01-10', { termDays: 3_650 }, [], []] as const),
    ...([11_000_000_000, 11_000_000_000] as const),
  ],
  [
    'A1 equal instalments, end of month',
    ...([1_000_000, 1_200, '2027-01-31', months(12)] as const),
    ...([[88_808, 88_808], [9_205, 9_380, 8_294], 88_810, 1_065_698] as const),
  ],
  [
    'A2 equal instalments, middle of month',
    ...([500_000, 950, '2026-12-15', months(6)] as const),
    ...([[85_651], [4_034, 3_376, 2_449, 2_041], 85_653, 513_908] as const),
  ],
  [
    'A3 equal instalments every 28 days',
    ...([300_000, 1_800, '2027-01-04', { ...months(6), period: '28D' }] as const),
    ...([[52_444], [4_142], 52_444, 314_664] as const),
  ],
  [
    'A5 equal instalments without interest',
    ...([100_000, 0, '2027-01-01', months(3)] as const),
    ...([[33_333, 33_333], [0, 0, 0], 33_334, 100_000] as const),
  ],
  [
    'A6 equal instalments over two years',
    ...([2_000_000, 1_500, '2027-03-31', months(24)] as const),
    ...([[97_012], [], 97_026, 2_328_302] as const),
  ],
  [
    'I1 interest only, end of month',
    ...([2_500_000, 1_500, '2027-03-31', { kind: 'INTEREST_ONLY', instalments: 12 }] as const),
    ...([[30_822], [30_822], 2_531_849, 2_876_026] as const),
  ],
  [
    'I2 interest only, leap day',
    ...([750_000, 1_100, '2027-11-30', { kind: 'INTEREST_ONLY', instalments: 4 }] as const),
    ...([[6_781, 7_007, 6_781], [6_781, 7_007, 6_781], 756_781, 777_350] as const),
  ],
  [
    'B1 balloon',
    ...([2_000_000, 1_200, '2027-01-15'] as const),
    { kind: 'BALLOON', instalments: 12, balloonOf: 36 },
    ...([[66_424], [], 1_477_433, 2_208_097] as const),
  ],
  [
    'P1 equal principal',
    ...([1_000_000, 1_200, '2027-01-15', { kind: 'EQUAL_PRINCIPAL', instalments: 7 }] as const),
    ...([[153_049, 150_747, 150_137, 148_493], [], 144_314, 1_039_640] as const),
  ],
];

export interface PlanCase {
  name: string;
  loan: PlannedLoan;
  firstPayments: readonly number[];
  firstInterest: readonly number[];
  lastPayment: number;
  total: number;
}

export const planCases: readonly PlanCase[] = rows.map((row) => {
  const [name, amountCents, rateBps, start, terms, ...expected] = row;
  const { termDays, ...plan } = terms;
  const [firstPayments, firstInterest, lastPayment, total] = expected;
  return {
    name,
    loan: {
      ...{ amountCents, rateBps, termDays, accrual: 'SIMPLE_365', start: new Date(start) },
      plan: { ...bulletPlan, ...plan },
    },
    ...{ firstPayments, firstInterest, lastPayment, total },
  };
});
