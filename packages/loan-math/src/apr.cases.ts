/** Published examples of yearly rates, and our plans with theirs; the tests of this package use them. */

import type { Flow, Fraction, RateProblem } from './apr-solve.ts';

type Payments = readonly (readonly [count: number, cents: number])[];

/** Equal intervals, the first one after `first` periods. */
function toFlows(payments: Payments, first = 1, odd?: Fraction): Flow[] {
  const cents = payments.flatMap(([count, amount]) => Array<number>(count).fill(amount));
  return cents.map((amount, index) => ({ cents: amount, periods: first + index, odd }));
}

export interface RateCase {
  name: string;
  problem: RateProblem;
  percent: number;
}

type NominalRow = readonly [
  name: string,
  percent: number,
  receivedCents: number,
  periodsPerYear: number,
  flows: Flow[],
];

const appendixJ: readonly NominalRow[] = [
  ['(c)(1)(i)', 9.69, 500_000, 12, toFlows([[24, 23_000]])],
  ['(c)(1)(ii)', 11.82, 600_000, 12, toFlows([[36, 20_000]], 1, { top: 19, bottom: 30 })],
  ['(c)(1)(iii)', 10.34, 500_000, 24, toFlows([[24, 21_917]], 0, { top: 6, bottom: 15 })],
  ['(c)(1)(iv)', 8.97, 1_000_000, 4, toFlows([[40, 38_500]], 1, { top: 39, bottom: 90 })],
  ['(c)(1)(v)', 14.96, 50_000, 52, toFlows([[30, 1_760]], 4, { top: 4, bottom: 7 })],
  [
    '(c)(2)(i)',
    10.08,
    500_000,
    12,
    toFlows([
      [1, 25_000],
      [23, 23_000],
    ]),
  ],
  [
    '(c)(2)(ii)',
    28.5,
    40_000,
    13,
    toFlows(
      [
        [1, 3_950],
        [11, 3_831],
      ],
      1,
      { top: 5, bottom: 28 },
    ),
  ],
  [
    '(c)(3)(i)',
    10.5,
    500_000,
    12,
    toFlows([
      [23, 23_000],
      [1, 28_000],
    ]),
  ],
  [
    '(c)(3)(ii)',
    12.22,
    20_000,
    26,
    toFlows(
      [
        [19, 950],
        [1, 3_000],
      ],
      0,
      { top: 8, bottom: 14 },
    ),
  ],
  [
    '(c)(4)(i)',
    10.9,
    500_000,
    12,
    toFlows([
      [1, 25_000],
      [22, 23_000],
      [1, 28_000],
    ]),
  ],
  [
    '(c)(4)(ii)',
    7.3,
    800_000,
    6,
    toFlows(
      [
        [1, 44_936],
        [18, 46_500],
        [1, 20_000],
      ],
      0,
      { top: 52, bottom: 60 },
    ),
  ],
];

export const nominalCases: readonly RateCase[] = appendixJ.map((row) => {
  const [name, percent, receivedCents, perYear, flows] = row;
  const periodsPerYear = { top: perYear, bottom: 1 };
  return {
    name: `Appendix J ${name}`,
    percent,
    problem: { receivedCents, flows, periodsPerYear, decimals: 2 },
  };
});

const commission: readonly (readonly [
  name: string,
  percent: number,
  flows: Flow[],
  perYear: number,
])[] = [
  ['1', 6.434412, toFlows([[240, 143_286]]), 12],
  ['2 case 1', 6.434185, toFlows([[240, 143_357]], 1, { top: 3, bottom: 365 }), 12],
  ['2 case 2', 6.434111, toFlows([[240, 143_356]], 1, { top: 3, bottom: 366 }), 12],
  ['2 case 3', 6.28207, toFlows([[20, 1_654_186]], 0, { top: 34, bottom: 365 }), 1],
  ['3', 6.588554, toFlows([[240, 144_953]]), 12],
  [
    '6',
    6.436359,
    toFlows([
      [239, 143_286],
      [1, 153_286],
    ]),
    12,
  ],
  [
    '7',
    6.409523,
    toFlows([
      [179, 119_910],
      [1, 119_910 + 14_209_769],
    ]),
    12,
  ],
  [
    '8',
    7.430479,
    toFlows([
      [239, 116_667],
      [1, 116_667 + 20_000_000],
    ]),
    12,
  ],
];

const xirrFlows: Flow[] = [
  { cents: 275_000, periods: 60 },
  { cents: 425_000, periods: 303 },
  { cents: 325_000, periods: 411 },
  { cents: 275_000, periods: 456 },
];

/** $200,000 less a fee of 2 %, with six decimals. */
export const effectiveCases: readonly RateCase[] = [
  ...commission.map(([name, percent, flows, perYear]) => ({
    name: `European Commission ${name}`,
    percent,
    problem: {
      ...{ receivedCents: 19_600_000, flows, decimals: 6 },
      periodsPerYear: { top: perYear, bottom: 1 },
    },
  })),
  {
    name: 'XIRR by days',
    percent: 37.34,
    problem: {
      ...{ receivedCents: 1_000_000, flows: xirrFlows, decimals: 2 },
      periodsPerYear: { top: 365, bottom: 1 },
    },
  },
];
