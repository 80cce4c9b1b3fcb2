/** Loans and their expected balances, computed independently with exact fractions; this package and the web app are tested by them. */

import type { LoanBalance, LoanRecord, TermsVersion } from './balance-terms.ts';
import { addDays } from './calendar-day.ts';
import type { PlanTerms } from './plan-terms.ts';
import { bulletPlan } from './plan-terms.ts';

type Amounts = readonly (readonly [day: string, cents: number])[];

export interface BalanceCase {
  name: string;
  loan: LoanRecord;
  on: Date;
  /** Only these are compared. */
  expected: Partial<Omit<LoanBalance, 'applied'>>;
  /** Interest and principal of each payment, in the order in which they count. */
  applied: readonly (readonly [interestCents: number, principalCents: number])[];
}

interface Sample {
  plan?: Partial<PlanTerms>;
  termDays?: number;
  payments?: Amounts;
  others?: Partial<LoanRecord>;
  versions?: readonly TermsVersion[];
  on: string;
  expected: BalanceCase['expected'];
  applied?: BalanceCase['applied'];
}

type Base = readonly [amountCents: number, rateBps: number, start: string];

function toCase(name: string, [amountCents, rateBps, start]: Base, sample: Sample): BalanceCase {
  const { plan, termDays, payments = [], others, versions = [], on, expected } = sample;
  const from = new Date(start);
  return {
    name,
    loan: {
      ...{ amountCents, start: from, accrual: 'SIMPLE_365', fees: [] },
      versions: [{ from, rateBps, termDays, plan: { ...bulletPlan, ...plan } }, ...versions],
      payments: payments.map(([day, cents], index) => ({
        id: String(index).padStart(3, '0'),
        day: new Date(day),
        cents,
      })),
      ...others,
    },
    on: new Date(on),
    expected,
    applied: sample.applied ?? [],
  };
}

const compound = { accrual: 'COMPOUND_365' } as const;
const tenThousand: Base = [1_000_000, 1_200, '2027-01-10'];
const onePart: Amounts = [['2027-02-09', 200_000]];
const twoParts: Amounts = [
  ['2027-02-09', 5_000],
  ['2027-03-11', 20_000],
];

const simple: readonly BalanceCase[] = [
  toCase('S1 no payment', tenThousand, {
    termDays: 90,
    on: '2027-04-10',
    expected: { interestCents: 29_589, payoffCents: 1_029_589 },
  }),
  toCase('S2 one part payment', tenThousand, {
    ...{ termDays: 90, payments: onePart, on: '2027-04-10' },
    expected: { principalCents: 809_863, interestCents: 15_975, payoffCents: 825_838 },
    applied: [[9_863, 190_137]],
  }),
  toCase('S3 a payment below the interest', tenThousand, {
    ...{ termDays: 90, payments: twoParts, on: '2027-04-10' },
    expected: { principalCents: 994_726, payoffCents: 1_004_537 },
    applied: [
      [5_000, 0],
      [14_726, 5_274],
    ],
  }),
  toCase('S4 two payments on one day, the fraction stays', [250_000, 1_850, '2027-01-10'], {
    termDays: 365,
    payments: [
      ['2027-01-25', 100_000],
      ['2027-01-25', 50_000],
    ],
    on: '2027-03-01',
    expected: { principalCents: 101_901, interestCents: 1_807, payoffCents: 103_708 },
    applied: [
      [1_901, 98_099],
      [0, 50_000],
    ],
  }),
  toCase('S5 a fee before a payment', [500_000, 900, '2027-05-01'], {
    ...{ termDays: 365, payments: [['2027-06-05', 10_000]], on: '2027-07-01' },
    others: { fees: [{ day: new Date('2027-06-01'), cents: 2_500 }] },
    expected: { principalCents: 496_815, feesCents: 0, payoffCents: 500_000 },
    applied: [[4_315, 3_185]],
  }),
  toCase('S6 half a cent is rounded up', [1_825, 1_000, '2027-01-10'], {
    ...{ termDays: 30, on: '2027-01-11', expected: { interestCents: 1 } },
  }),
  toCase('S6 less than half a cent', [1_824, 1_000, '2027-01-10'], {
    ...{ termDays: 30, on: '2027-01-11', expected: { interestCents: 0 } },
  }),
  toCase('S7 the leap day counts', [1_000_000, 3_650, '2028-02-28'], {
    ...{ termDays: 30, on: '2028-03-01', expected: { interestCents: 2_000 } },
  }),
  toCase('S8 too much is credit', [100_000, 1_000, '2027-01-10'], {
    ...{ termDays: 90, payments: [['2027-02-09', 150_000]], on: '2027-03-01' },
    expected: { principalCents: 0, creditCents: 49_178, payoffCents: 0, nextDue: null },
    applied: [[822, 100_000]],
  }),
  toCase('S9 no interest', [100_000, 0, '2027-01-10'], {
    ...{ termDays: 90, payments: [['2027-02-09', 40_000]], on: '2027-03-01' },
    expected: { principalCents: 60_000, payoffCents: 60_000 },
  }),
  toCase('S10 beyond 2 to the 53', [1_000_000_000, 10_000, '2027-01-10'], {
    ...{ termDays: 3_650, on: '2037-01-07', expected: { interestCents: 10_000_000_000 } },
  }),
  toCase('S11 a payment on the day of the receipt', [1_000_000, 1_200, '2027-01-10'], {
    ...{ termDays: 90, payments: [['2027-01-10', 100_000]], on: '2027-01-10' },
    expected: { principalCents: 900_000, payoffCents: 900_000 },
    applied: [[0, 100_000]],
  }),
  toCase('S12 a cent a day loses nothing by rounding', [100_001, 777, '2027-01-10'], {
    termDays: 90,
    payments: Array.from({ length: 10 }, (_, day) => [`2027-01-${day + 11}`, 1] as const),
    on: '2027-02-10',
    expected: { principalCents: 100_001, interestCents: 650, payoffCents: 100_651 },
  }),
];

const compounding: readonly BalanceCase[] = [
  toCase('C1 compounding', [90_050, 1_800, '2027-01-10'], {
    ...{ termDays: 60, others: compound, on: '2027-03-11', expected: { payoffCents: 92_754 } },
  }),
  toCase('C2 compounding, one part payment', tenThousand, {
    ...{ termDays: 90, others: compound, payments: onePart, on: '2027-04-10' },
    expected: { principalCents: 809_910, payoffCents: 826_042 },
  }),
  toCase('C3 compounding, two part payments', tenThousand, {
    ...{ termDays: 90, others: compound, payments: twoParts, on: '2027-04-10' },
    expected: { principalCents: 994_869, payoffCents: 1_004_728 },
  }),
  toCase('C4 compounding, two large part payments', [1_000_000, 2_400, '2027-01-10'], {
    termDays: 180,
    others: compound,
    payments: [
      ['2027-03-11', 300_000],
      ['2027-05-10', 300_000],
    ],
    on: '2027-07-09',
    expected: { principalCents: 470_004, payoffCents: 488_911 },
  }),
];

const a1: Base = [1_000_000, 1_200, '2027-01-31'];
const a1Plan: Partial<PlanTerms> = { kind: 'INSTALMENTS', instalments: 12, defaultRateBps: 500 };

const late: readonly BalanceCase[] = [
  toCase('L1 an instalment 20 days late, before its payment', a1, {
    ...{ plan: a1Plan, on: '2027-03-20' },
    expected: {
      ...{ defaultInterestCents: 218, overdueCents: 88_808, cureCents: 89_026 },
      oldestUnpaidDue: new Date('2027-02-28'),
      nextDue: { day: new Date('2027-03-31'), cents: 88_808 },
    },
  }),
  toCase('L1 an instalment 20 days late, cured', a1, {
    ...{ plan: a1Plan, payments: [['2027-03-20', 89_026]], on: '2027-03-20' },
    expected: {
      ...{ principalCents: 926_973, defaultInterestCents: 0, overdueCents: 0, cureCents: 0 },
      ...{ oldestUnpaidDue: null, payoffCents: 926_973 },
      nextDue: { day: new Date('2027-03-31'), cents: 88_808 },
    },
    // 9,205 of the row and 6,575 of the 20 days after it.
    applied: [[15_781, 73_027]],
  }),
  toCase('L2 an acceleration on day 48', a1, {
    ...{ plan: a1Plan, on: '2027-03-20' },
    others: { accelerations: [{ day: new Date('2027-03-20') }] },
    expected: {
      ...{ principalCents: 1_000_000, interestCents: 15_781, defaultInterestCents: 218 },
      ...{ payoffCents: 1_015_999, cureCents: 1_015_999 },
    },
  }),
  toCase('O1 an early part payment of an interest-only loan', [2_500_000, 1_500, '2027-03-31'], {
    plan: { kind: 'INTEREST_ONLY', instalments: 12 },
    payments: [
      ['2027-04-30', 30_822],
      ['2027-05-15', 500_000],
    ],
    on: '2027-05-15',
    expected: {
      principalCents: 2_015_411,
      nextDue: { day: new Date('2027-05-31'), cents: 13_252 },
    },
    applied: [
      [30_822, 0],
      [15_411, 484_589],
    ],
  }),
];

const day80 = addDays(new Date('2027-01-10'), 80);
const extended: TermsVersion = {
  ...{ from: day80, rateBps: 1_500, termDays: 150, datesFrom: new Date('2027-01-10') },
  plan: bulletPlan,
};

const changed: readonly BalanceCase[] = [
  toCase('X1 extended on day 80 by 60 days, interest and a fee paid', tenThousand, {
    ...{ termDays: 90, versions: [extended] },
    others: {
      fees: [{ day: day80, cents: 10_000 }],
      payments: [{ id: '000', day: day80, cents: 36_301, afterTerms: true }],
    },
    on: '2027-06-09',
    expected: {
      ...{ principalCents: 1_000_000, payoffCents: 1_028_767 },
      nextDue: { day: new Date('2027-06-09'), cents: 1_028_767 },
    },
    applied: [[26_301, 0]],
  }),
  toCase('X2 the same, with the interest added to the principal', tenThousand, {
    ...{ termDays: 90, versions: [extended], payments: [['2027-03-31', 26_301]] },
    others: { advances: [{ day: day80, cents: 26_301 }] },
    on: '2027-06-09',
    expected: { principalCents: 1_026_301, payoffCents: 1_055_825 },
    applied: [[26_301, 0]],
  }),
  // R1 and R2: the new lender sends 1,200,000 or 900,000; the borrower gets 185,205 or adds 114,795.
  toCase('R1 and R2 refinanced on day 45', tenThousand, {
    ...{ termDays: 90, on: '2027-02-24', expected: { payoffCents: 1_014_795 } },
  }),
];

export const balanceCases: readonly BalanceCase[] = [
  ...simple,
  ...compounding,
  ...late,
  ...changed,
];
