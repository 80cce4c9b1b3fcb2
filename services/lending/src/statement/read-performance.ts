/** Reads an account's loans as their lender and computes its performance. */

import { setImmediate } from 'node:timers/promises';
import type { AccountActor } from '@nameloan/contracts/actor';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import type { Keys } from '@nameloan/persistence/reads';
import { newestFirst } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { LoanPerformance } from './loan-performance.ts';
import { sumPerformance } from './loan-performance.ts';
import type { LentLoan, PerformanceLine } from './performance-lines.ts';
import { buildPerformanceLine, performanceKeys } from './performance-lines.ts';

/** The newest ones count. */
const maxLoans = 2_000;
/** Exact interest of a long loan takes about a millisecond. */
const loansPerSlice = 25;
const maxSeized = 20;

/** Loans whose money can have arrived. */
const statuses: readonly EscrowStatus[] = [
  'LOAN_POSTED',
  'ESCALATED',
  'FINALIZED_RETURN_TO_BORROWER',
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_PLATFORM_SEZIURE',
];

export interface PerformanceReport {
  performance: LoanPerformance;
  /** Newest first. */
  lines: readonly PerformanceLine[];
}

export async function readPerformance(
  { accountId }: AccountActor,
  limit = maxLoans,
): Promise<PerformanceReport> {
  const asOf = now();
  const found = await escrows.findProjected(
    { lenderId: accountId, status: { $in: statuses }, 'receipt.at': { $exists: true } },
    performanceKeys,
    { sort: newestFirst, limit: limit + 1 },
  );
  const loans = found.slice(0, limit);
  const lines = await buildLines(loans, asOf);
  const undecided = loans.filter(({ status }) => status === 'FINALIZED_PLATFORM_SEZIURE');
  const performance = sumPerformance(lines, {
    asOf,
    partialSince: found.length > limit ? (loans.at(-1)?.createdAt ?? null) : null,
    undecidedLoans: undecided.length,
  });
  return { performance, lines };
}

/** Other requests take their turn between the slices. */
async function buildLines(loans: readonly LentLoan[], asOf: Date): Promise<PerformanceLine[]> {
  const lines: PerformanceLine[] = [];
  for (const [index, loan] of loans.entries()) {
    if (index % loansPerSlice === loansPerSlice - 1) await setImmediate();
    const line = buildPerformanceLine(loan, asOf);
    if (line) lines.push(line);
  }
  return lines;
}

/** The newest loans that ended with their domain. */
export function listSeizedLoans(
  { accountId }: AccountActor,
  keys: Keys<Escrow>,
): Promise<Escrow[]> {
  return escrows.findMany(
    {
      lenderId: accountId,
      status: 'FINALIZED_LENDER_SEIZURE',
      'receipt.at': { $exists: true },
    },
    { sort: newestFirst, limit: maxSeized, keys },
  );
}
