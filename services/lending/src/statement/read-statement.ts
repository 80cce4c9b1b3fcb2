/** Makes an account's statement of one year from the loans that it was a party of. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { waitForParty } from '../party/read-party.ts';
import { commit, quotas } from '../service-context.ts';
import type { Statement } from './statement.ts';
import { statementLines, sumLines } from './statement.ts';

const firstYear = 2000;

/** INVALID_INPUT for what is no year up to this one; TOO_MANY_REQUESTS. This year's is as it stands today. */
export async function readStatement(
  { accountId }: AccountActor,
  yearText: string,
): Promise<Statement> {
  const madeAt = now();
  const year = readYear(yearText, madeAt);
  const { name } = await waitForParty(accountId);
  await commit((tx) => quotas.take('statements', accountId, tx));
  const ended = await escrows.findMany({
    $or: [{ borrowerId: accountId }, { lenderId: accountId }],
    status: { $in: ['FINALIZED_RETURN_TO_BORROWER', 'FINALIZED_LENDER_SEIZURE'] },
    // A repayment may be of an earlier year than the word that ended the loan, never of a later one.
    finalizedAt: { $gte: new Date(Date.UTC(year, 0)) },
  });
  const lines = statementLines(ended, accountId, year);
  return { year, name, madeAt, lines, sums: sumLines(lines) };
}

function readYear(text: string, today: Date): number {
  const latest = today.getUTCFullYear();
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= firstYear && year <= latest) return year;
  const sentence = `Name a year from ${firstYear} to ${latest}.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { year: sentence } });
}
