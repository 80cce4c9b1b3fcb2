/** Sums a lender's loans: interest by month, exposure, and the yield after losses. Exact in cents. */

import type { PerformanceLine } from './performance-lines.ts';
import { computeRealisedYieldPercent } from './realised-yield.ts';

/** Months before the current one, and after it. */
const monthsBack = 11;
const monthsAhead = 12;
const maxBorrowers = 10;

export interface PerformanceMonth {
  /** The first day, UTC midnight. */
  month: Date;
  earnedCents: number;
  expectedCents: number;
}

export interface BorrowerExposure {
  borrowerId: string;
  /** As in the newest contract. */
  name: string;
  loans: number;
  outstandingCents: number;
}

export interface LoanPerformance {
  asOf: Date;
  /** When the oldest loan that counts was accepted, if there are more; null if all count. */
  partialSince: Date | null;
  openLoans: number;
  outstandingCents: number;
  /** Half up; null without an open loan. */
  weightedRateBps: number | null;
  accruedCents: number;
  /** Consecutive. */
  months: PerformanceMonth[];
  earnedCents: number;
  earnedBeforeCents: number;
  expectedLaterCents: number;
  /** Accrued on open loans that are not running as agreed. */
  undatedCents: number;
  /** Largest first. */
  borrowers: BorrowerExposure[];
  /** All others. */
  otherBorrowers: { borrowers: number; loans: number; outstandingCents: number };
  repaidLoans: number;
  seizedLoans: number;
  /** Newest first. */
  seizedIds: string[];
  lostCents: number;
  realisedYieldPercent: number | null;
  /** Why there is no yield; null if there is. */
  realisedYieldNote: string | null;
  /** Loans with a receipt that count nowhere: a decision gave their domain to the platform, and the lender never got it. */
  undecidedLoans: number;
}

type Totals = Pick<LoanPerformance, 'asOf' | 'partialSince' | 'undecidedLoans'>;

export function sumPerformance(lines: readonly PerformanceLine[], totals: Totals): LoanPerformance {
  const open = lines.filter(({ endedOn }) => endedOn === null);
  const seized = lines.filter(({ state }) => state === 'SEIZED');
  const repaid = lines.filter(({ state }) => state === 'REPAID');
  return {
    ...totals,
    openLoans: open.length,
    outstandingCents: sumAmounts(open, 'principalCents'),
    weightedRateBps: computeWeightedRate(open),
    accruedCents: sumAmounts(open, 'accruedCents'),
    ...sumMonths(lines, totals.asOf),
    earnedCents: sumAmounts([...repaid, ...seized], 'earnedCents'),
    undatedCents: sumAmounts(
      open.filter(({ state }) => state !== 'RUNNING'),
      'accruedCents',
    ),
    ...sumBorrowers(open),
    repaidLoans: repaid.length,
    seizedLoans: seized.length,
    seizedIds: seized.map(({ escrowId }) => escrowId),
    lostCents: sumAmounts(seized, 'lostCents'),
    ...describeYield([...repaid, ...seized]),
  };
}

export type AmountKey =
  | 'principalCents'
  | 'earnedCents'
  | 'expectedCents'
  | 'accruedCents'
  | 'lostCents';

export const sumAmounts = (lines: readonly PerformanceLine[], key: AmountKey): number =>
  lines.reduce((total, line) => total + line[key], 0);

/** Weighted by principal. */
function computeWeightedRate(open: readonly PerformanceLine[]): number | null {
  let [top, bottom] = [0n, 0n];
  for (const { principalCents, rateBps } of open) {
    top += BigInt(principalCents) * BigInt(rateBps);
    bottom += BigInt(principalCents);
  }
  return bottom === 0n ? null : Number((2n * top + bottom) / (2n * bottom));
}

const monthNumber = (at: Date): number => 12 * at.getUTCFullYear() + at.getUTCMonth();

/** Interest earned by the month of the repayment, and expected by the month of the due date (UTC). */
function sumMonths(
  lines: readonly PerformanceLine[],
  asOf: Date,
): Pick<LoanPerformance, 'months' | 'earnedBeforeCents' | 'expectedLaterCents'> {
  const first = monthNumber(asOf) - monthsBack;
  const months = Array.from({ length: monthsBack + 1 + monthsAhead }, (_, index) => ({
    month: new Date(Date.UTC(Math.floor((first + index) / 12), (first + index) % 12)),
    earnedCents: 0,
    expectedCents: 0,
  }));
  let [earnedBeforeCents, expectedLaterCents] = [0, 0];
  for (const { endedOn, dueOn, earnedCents, expectedCents } of lines) {
    const month = months[monthNumber(endedOn ?? dueOn) - first];
    if (month) {
      month.earnedCents += earnedCents;
      month.expectedCents += expectedCents;
    } else {
      earnedBeforeCents += earnedCents;
      expectedLaterCents += expectedCents;
    }
  }
  return { months, earnedBeforeCents, expectedLaterCents };
}

/** `open` is newest first. */
function sumBorrowers(
  open: readonly PerformanceLine[],
): Pick<LoanPerformance, 'borrowers' | 'otherBorrowers'> {
  const groups = [...Map.groupBy(open, ({ borrowerId }) => borrowerId)];
  const exposures = groups
    .map(([borrowerId, lines]) => ({
      borrowerId,
      name: lines[0]?.borrowerName ?? '',
      loans: lines.length,
      outstandingCents: sumAmounts(lines, 'principalCents'),
    }))
    .sort(
      (a, b) => b.outstandingCents - a.outstandingCents || (a.borrowerId < b.borrowerId ? -1 : 1),
    );
  const others = exposures.slice(maxBorrowers);
  return {
    borrowers: exposures.slice(0, maxBorrowers),
    otherBorrowers: {
      borrowers: others.length,
      loans: others.reduce((total, { loans }) => total + loans, 0),
      outstandingCents: others.reduce((total, one) => total + one.outstandingCents, 0),
    },
  };
}

function describeYield(
  ended: readonly PerformanceLine[],
): Pick<LoanPerformance, 'realisedYieldPercent' | 'realisedYieldNote'> {
  if (ended.length === 0)
    return { realisedYieldPercent: null, realisedYieldNote: 'No loan has ended yet.' };
  const percent = computeRealisedYieldPercent(
    ended.map(({ principalDays, earnedCents, lostCents }) => ({
      principalDays,
      gainCents: earnedCents - lostCents,
    })),
  );
  return {
    realisedYieldPercent: percent,
    realisedYieldNote: percent === null ? 'No loan ran for a whole day.' : null,
  };
}
