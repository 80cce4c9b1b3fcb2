/** Reads loans and their histories for whoever may see them. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Filter, Sort } from '@nameloan/service/store/noun.ts';
import type { PageRequest } from '@nameloan/service/store/page.ts';
import { checkPage, newestFirst, pagesOf, slice } from '@nameloan/service/store/page.ts';
import type { HistoryEntry } from '../loan/history.ts';
import { isOperator } from '../party/read-party.ts';
import { escrows, histories } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import { personIn, personOf } from './person.ts';

/** The parties can make a history as long as they like: a claim, its denial, the next claim. */
const mostLines = 1_000;

export async function listEscrows(
  { accountId }: AccountActor,
  as: 'borrowerId' | 'lenderId',
  request: PageRequest,
) {
  checkPage(request);
  const mine: Filter<Escrow> = {};
  mine[as] = accountId;
  return page(mine, newestFirst, request);
}

/** Loans in dispute, the one that has waited longest first; FORBIDDEN to all but operators. */
export async function listEscalated({ accountId }: AccountActor, request: PageRequest) {
  if (!(await isOperator(accountId))) {
    throw new DomainError('FORBIDDEN', 'Only operators can see all disputes.');
  }
  checkPage(request);
  return page({ status: 'ESCALATED' }, { statusAt: 1, _id: 1 }, request);
}

async function page(filter: Filter<Escrow>, sort: Sort<Escrow>, request: PageRequest) {
  const [found, total] = await Promise.all([
    escrows.findMany(filter, { sort, ...slice(request) }),
    escrows.count(filter),
  ]);
  return { escrows: found, total, pages: pagesOf(total, request) };
}

export async function readEscrow(actor: AccountActor, id: string): Promise<Escrow> {
  const [person, escrow] = await Promise.all([personOf(actor), escrows.find(id)]);
  return personIn(escrow, person).escrow;
}

/** Of many, those that this account may see, by id. */
export async function readEscrows(
  actor: AccountActor,
  ids: readonly string[],
): Promise<Map<string, Escrow>> {
  const person = await personOf(actor);
  const found = await escrows.findMany({ _id: { $in: [...ids] } });
  const visible = found.filter((escrow) => {
    try {
      return personIn(escrow, person).escrow === escrow;
    } catch {
      return false;
    }
  });
  return new Map(visible.map((escrow) => [escrow.id, escrow]));
}

/** Oldest first; of a very long history the newest thousand lines. */
export async function readHistory(actor: AccountActor, escrowId: string): Promise<HistoryEntry[]> {
  await readEscrow(actor, escrowId);
  const newest = { sort: { version: -1, at: -1, _id: -1 }, limit: mostLines } as const;
  return (await histories.findMany({ escrowId }, newest)).reverse();
}
