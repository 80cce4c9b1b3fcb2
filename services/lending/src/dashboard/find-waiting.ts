/** Reads what waits for an account: loans by deadline and, for operators, disputes. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Keys } from '@nameloan/persistence/reads';
import { pageErrors } from '@nameloan/persistence/reads/page';
import { escrows } from '../escrow/escrow.model.ts';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { byRank, listDisputes } from '../escrow/read-escrows.ts';
import { isOperator } from '../party/read-party.ts';
import type { RoleKey } from './open-loans.ts';
import { buildRankFilter, roleKeys } from './open-loans.ts';

interface WaitingRequest {
  limit: number;
}

const rankKeys = ['borrowerRank', 'lenderRank'] as const;

/** The loans on which the account has to act, the earliest deadline first. Throws INVALID_INPUT for the limit. */
export async function findWaitingLoans(
  { accountId }: AccountActor,
  { limit }: WaitingRequest,
  keys: Keys<Escrow>,
) {
  assertValid(pageErrors({ page: 1, limit }));
  const ranked = escrowProjection.join([keys, rankKeys]);
  const read = async (as: RoleKey) => {
    const filter = buildRankFilter(accountId, as, 'RUNNING');
    const rank = as === 'borrowerId' ? 'borrowerRank' : 'lenderRank';
    const [found, count] = await Promise.all([
      escrows.findMany(filter, { sort: byRank[as], limit, keys: ranked }),
      escrows.count(filter),
    ]);
    return { found: found.map((escrow) => ({ escrow, rank: escrow[rank] ?? 0 })), count };
  };
  const roles = await Promise.all(roleKeys.map(read));
  const total = roles.reduce((all, { count }) => all + count, 0);
  const first = roles
    .flatMap(({ found }) => found)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit);
  return { escrows: first.map(({ escrow }) => escrow), total };
}

/** Null for all but operators: the open disputes, the earliest due date of a decision first. */
export async function findWaitingDisputes(
  actor: AccountActor,
  { limit }: WaitingRequest,
  keys: Keys<Escrow>,
) {
  if (!(await isOperator(actor.accountId))) return null;
  return listDisputes(actor, { page: 1, limit, status: 'ESCALATED' }, keys);
}
