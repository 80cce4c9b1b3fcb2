/** Terms and their expected costs, computed independently with exact fractions; lending and the web app are tested by them. */

import type { Accrual } from './accrual.ts';
import type { LoanCosts, LoanTerms } from './loan-costs.ts';

type Row = readonly [
  amountCents: number,
  termDays: number,
  rateBps: number,
  transferFeeCents: number,
  repaysCents: number,
  costOverTermPercent: number,
  aprAllCostsPercent: number | null,
];

const simpleRows: readonly Row[] = [
  [90_050, 60, 1_800, 0, 92_714, 3, 18],
  [100_000, 30, 0, 1_200, 100_000, 0, 14.78],
  [1_250_000, 90, 1_450, 0, 1_294_692, 3.64, 14.5],
  [1_250_000, 90, 1_450, 1_200, 1_294_692, 3.64, 14.9],
  [500_000, 90, 1_200, 1_200, 514_795, 3, 13],
  [3_650, 1, 500, 0, 3_651, 0.01, 10],
  [3_649, 1, 500, 0, 3_649, 0.01, 0],
  [100, 1, 0, 1_200, 100, 0, null],
  [1_201, 30, 0, 1_200, 1_201, 0, 1_460_000],
  [1_000_000_000, 3_650, 10_000, 0, 11_000_000_000, 2_172_633.31, 27.1],
  [1_000_000_000, 3_650, 10_000, 16_000, 11_000_000_000, 2_172_633.31, 27.1],
  [100_000, 365, 1_000, 0, 110_000, 10.52, 10],
  [100_000, 366, 1_000, 0, 110_027, 10.55, 10],
  [100_000, 500, 1_460, 0, 120_000, 22.14, 14.07],
  [100_000, 730, 1_000, 1_200, 120_000, 22.14, 10.21],
  [820_000, 60, 1_200, 16_000, 836_175, 1.99, 24.34],
  [123_456_789, 1_095, 777, 3_200, 152_234_567, 26.25, 7.23],
  [99_999, 255, 1, 0, 100_006, 0.01, 0.01],
  [100_000, 3_650, 1, 1_200, 100_100, 0.1, 0.13],
  [1_201, 729, 0, 1_200, 1_201, 0, 3_370.16],
  [1_250_000, 1_000, 1_850, 1_200, 1_883_562, 65.98, 16.1],
];

const compoundRows: readonly Row[] = [
  [90_050, 60, 1_800, 0, 92_754, 3, 18.27],
  [100_000, 30, 0, 1_200, 100_000, 0, 14.78],
  [1_250_000, 90, 1_450, 0, 1_295_491, 3.64, 14.76],
  [1_250_000, 90, 1_450, 1_200, 1_295_491, 3.64, 15.16],
  [500_000, 90, 1_200, 1_200, 515_013, 3, 13.18],
  [3_650, 1, 500, 0, 3_651, 0.01, 10],
  [3_649, 1, 500, 0, 3_649, 0.01, 0],
  [100, 1, 0, 0, 100, 0, 0],
  [100, 1, 0, 1_200, 100, 0, null],
  [1_200, 30, 0, 1_200, 1_200, 0, null],
  [1_201, 30, 0, 1_200, 1_201, 0, 1_460_000],
  [1_000_000_000, 3_650, 10_000, 0, 21_727_333_146_069, 2_172_633.31, 171.46],
  [1_000_000_000, 3_650, 10_000, 16_000, 21_727_333_146_069, 2_172_633.31, 171.46],
  [100_000, 365, 1_000, 0, 110_516, 10.52, 10.52],
  [100_000, 366, 1_000, 0, 110_546, 10.55, 10.52],
  [100_000, 730, 1_000, 1_200, 122_137, 22.14, 11.18],
  [820_000, 60, 1_200, 16_000, 836_333, 1.99, 24.46],
  [975_000, 120, 1_500, 0, 1_024_277, 5.05, 15.37],
  [410_000, 45, 1_850, 1_300, 419_456, 2.31, 21.35],
  [95_000, 30, 2_100, 0, 96_653, 1.74, 21.17],
  [4_000_000, 365, 950, 1_200, 4_398_581, 9.96, 10],
  [310_000, 60, 1_400, 1_600, 317_216, 2.33, 17.39],
  [123_456_789, 1_095, 777, 3_200, 155_861_283, 26.25, 8.08],
  [99_999, 255, 1, 0, 100_006, 0.01, 0.01],
  [100_000, 3_650, 1, 1_200, 100_100, 0.1, 0.13],
];

export interface LoanCostsCase {
  name: string;
  terms: LoanTerms & { transferFeeCents: number };
  costs: LoanCosts;
}

function toCase(row: Row, accrual: Accrual): LoanCostsCase {
  const [amountCents, termDays, rateBps, transferFeeCents, repaysCents, cost, apr] = row;
  return {
    name: `${accrual}: ${amountCents} cents for ${termDays} days at ${rateBps} basis points with a fee of ${transferFeeCents}`,
    terms: { amountCents, termDays, rateBps, accrual, transferFeeCents },
    costs: {
      receivesCents: amountCents,
      transferFeeCents,
      repaysCents,
      interestCents: repaysCents - amountCents,
      costOverTermPercent: cost,
      aprAllCostsPercent: apr,
    },
  };
}

export const loanCostsCases: readonly LoanCostsCase[] = [
  ...simpleRows.map((row) => toCase(row, 'SIMPLE_365')),
  ...compoundRows.map((row) => toCase(row, 'COMPOUND_365')),
];
