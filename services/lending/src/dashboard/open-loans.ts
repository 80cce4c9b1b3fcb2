/** Reads an account's open loans in one role, once per request, in the order of its list. */

import type { Filter } from '@nameloan/persistence/entity';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { balanceKeys } from '../escrow/balance/debt-record.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { lowestRank } from '../escrow/rank-loan.ts';
import { byRank } from '../escrow/read-escrows.ts';

export type RoleKey = 'borrowerId' | 'lenderId';
export const roleKeys: readonly RoleKey[] = ['borrowerId', 'lenderId'];

/** Beyond it, figures that need every loan are not computed: each takes exact arithmetic. */
export const maxOpenLoans = 500;

/** What payoffs and payments depend on. */
export const paymentKeys = [
  'status',
  'statusAt',
  'domainName',
  'unicodeName',
  ...balanceKeys,
  'dueAt',
  'instalmentDueAt',
  'missed',
  'replacement',
  'noticeAt',
  'graceFrom',
  'claim',
  'openPayments',
  'blockingClaimUsed',
  'maySeize',
  'fundingFrom',
  'markLapsedAt',
  'legalHold',
  'holdPauses',
  'cancelRequestedAt',
  'finalPayoffCents',
] as const;

export interface OpenLoans {
  /** At most `maxOpenLoans`. */
  loans: readonly Escrow[];
  complete: boolean;
}

export function readOpenLoans(context: Context, as: RoleKey): Promise<OpenLoans> {
  const { accountId } = signedIn(context);
  const read = async () => new Map([[accountId, await findOpenLoans(accountId, as)]]);
  return load(context, { name: `open loans by ${as}`, id: accountId }, read) as Promise<OpenLoans>;
}

async function findOpenLoans(accountId: string, as: RoleKey): Promise<OpenLoans> {
  const loans = await escrows.findMany(buildRankFilter(accountId, as, 'CLOSED'), {
    sort: byRank[as],
    limit: maxOpenLoans + 1,
    keys: paymentKeys,
  });
  return { loans: loans.slice(0, maxOpenLoans), complete: loans.length <= maxOpenLoans };
}

/** The account's loans before a group of its list. */
export function buildRankFilter(
  accountId: string,
  as: RoleKey,
  before: Parameters<typeof lowestRank>[0],
): Filter<Escrow> {
  const rank = { $lt: lowestRank(before) };
  return as === 'borrowerId'
    ? { borrowerId: accountId, borrowerRank: rank }
    : { lenderId: accountId, lenderRank: rank };
}
