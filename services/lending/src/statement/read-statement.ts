/** Builds an account's statement of one year from its loans and the answers to their payments. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Filter } from '@nameloan/persistence/entity';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { mapInTurns } from '../loan/map-in-turns.ts';
import { receivableStatuses } from '../loan/status.ts';
import { waitForParty } from '../party/read-party.ts';
import { commit, quotas } from '../service-context.ts';
import type { Statement } from './statement.ts';
import { buildStatementLine, sortLines, sumLines } from './statement.ts';

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
  const loans = await escrows.findMany(ranIn(accountId, year));
  const answeredAt = await readAnswers(loans);
  const query = { accountId, year, now: madeAt, answeredAt };
  const built = await mapInTurns(loans, (loan) => buildStatementLine(loan, query));
  const lines = sortLines(built.filter((line) => line !== undefined));
  return { year, name, madeAt, lines, sums: sumLines(lines) };
}

/** Payments are answered, and days of repayment become known, while a loan is open or at its end, never later. */
const ranIn = (accountId: string, year: number): Filter<Escrow> => ({
  $or: [{ borrowerId: accountId }, { lenderId: accountId }, { 'sales.sellerId': accountId }],
  status: { $in: receivableStatuses },
  'receipt.at': { $lt: new Date(Date.UTC(year + 1, 0)) },
  $and: [{ $or: [{ finalizedAt: null }, { finalizedAt: { $gte: new Date(Date.UTC(year, 0)) } }] }],
});

/** When each counted payment was answered, by its id; those that count without an answer are left out. */
export async function readAnswers(
  loans: readonly Pick<Escrow, 'countedPayments'>[],
  batchSize = 1_000,
): Promise<Map<string, Date>> {
  const ids = loans.flatMap(({ countedPayments }) => (countedPayments ?? []).map(({ id }) => id));
  const answers = new Map<string, Date>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = { _id: { $in: ids.slice(start, start + batchSize) } };
    for (const { id, answeredAt } of await payments.findProjected(batch, ['answeredAt']))
      if (answeredAt) answers.set(id, answeredAt);
  }
  return answers;
}

function readYear(text: string, today: Date): number {
  const latest = today.getUTCFullYear();
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= firstYear && year <= latest) return year;
  const sentence = `Enter a year from ${firstYear} to ${latest}.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { year: sentence } });
}
