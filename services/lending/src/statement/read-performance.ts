/** Reads an account's loans as their lender and computes its performance. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Filter } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import { newestFirst } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { mapInTurns } from '../loan/map-in-turns.ts';
import { receivableStatuses } from '../loan/status.ts';
import type { LoanPerformance } from './loan-performance.ts';
import { sumPerformance } from './loan-performance.ts';
import type { PerformanceLine } from './performance-lines.ts';
import { buildPerformanceLine, performanceKeys } from './performance-lines.ts';
import { SharedResults } from './shared-results.ts';

/** The newest ones count. */
const maxLoans = 2_000;
const maxSeized = 20;

export interface PerformanceReport {
  performance: LoanPerformance;
  /** Newest first. */
  lines: readonly PerformanceLine[];
}

const reports = new SharedResults<PerformanceReport>();

/** Computed once for concurrent and repeated calls, until a loan changes or some seconds have passed. */
export async function readPerformance(
  { accountId }: AccountActor,
  limit = maxLoans,
): Promise<PerformanceReport> {
  // Read before the loans, so that a change between the two is not missed.
  const stamp = await readStamp(accountId);
  return reports.share({ key: `${accountId} ${limit}`, stamp }, () => compute(accountId, limit));
}

const lentBy = (accountId: string): Filter<Escrow> => ({
  lenderId: accountId,
  status: { $in: receivableStatuses },
  'receipt.at': { $exists: true },
});

/** Each change of a loan raises its version. */
async function readStamp(accountId: string): Promise<string> {
  const tallies = await escrows.tally(lentBy(accountId), { by: 'status', sum: 'version' });
  const parts = tallies.map(({ of, count, sum }) => `${of} ${count} ${sum}`);
  return parts.sort().join();
}

async function compute(accountId: string, limit: number): Promise<PerformanceReport> {
  const asOf = now();
  const found = await escrows.findProjected(lentBy(accountId), performanceKeys, {
    sort: newestFirst,
    limit: limit + 1,
  });
  const loans = found.slice(0, limit);
  const built = await mapInTurns(loans, (loan) => buildPerformanceLine(loan, asOf));
  const lines = built.filter((line) => line !== undefined);
  const undecided = loans.filter(
    ({ status }, index) => status === 'FINALIZED_PLATFORM_SEZIURE' && !built[index],
  );
  const performance = sumPerformance(lines, {
    asOf,
    partialSince: found.length > limit ? (loans.at(-1)?.createdAt ?? null) : null,
    undecidedLoans: undecided.length,
  });
  return { performance, lines };
}

/** The newest of the counted loans whose domain went to the lender. */
export async function listSeizedLoans(
  { seizedIds }: LoanPerformance,
  keys: Keys<Escrow>,
): Promise<Escrow[]> {
  const ids = seizedIds.slice(0, maxSeized);
  const found = await escrows.findByIds(ids, keys);
  return ids.flatMap((id) => found.get(id) ?? []);
}
