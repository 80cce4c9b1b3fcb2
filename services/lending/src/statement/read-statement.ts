/** Builds an account's statement of one year from its loans. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { waitForParty } from '../party/read-party.ts';
import { commit, quotas } from '../service-context.ts';
import type { Statement } from './statement.ts';
import { buildStatementLines, sumLines } from './statement.ts';

const firstYear = 2000;

/** Throws INVALID_INPUT for an invalid or future year, TOO_MANY_REQUESTS. The current year is as of today. */
export async function readStatement(
  { accountId }: AccountActor,
  yearText: string,
): Promise<Statement> {
  const madeAt = now();
  const year = readYear(yearText, madeAt);
  const { name } = await waitForParty(accountId);
  await commit((tx) => quotas.take('statements', accountId, tx));
  const endedLoans = await escrows.findMany({
    $or: [{ borrowerId: accountId }, { lenderId: accountId }],
    status: { $in: ['FINALIZED_RETURN_TO_BORROWER', 'FINALIZED_LENDER_SEIZURE'] },
    // The repayment day may lie in an earlier year than the end of the loan, never in a later one.
    finalizedAt: { $gte: new Date(Date.UTC(year, 0)) },
  });
  const lines = buildStatementLines(endedLoans, accountId, year);
  return { year, name, madeAt, lines, sums: sumLines(lines) };
}

function readYear(text: string, today: Date): number {
  const latest = today.getUTCFullYear();
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= firstYear && year <= latest) return year;
  const sentence = `Enter a year from ${firstYear} to ${latest}.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { year: sentence } });
}
