/** Reads loans and their histories for parties and operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import type { Filter, Sort } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { Direction, PageRequest } from '@nameloan/persistence/reads/page';
import {
  checkPage,
  countPages,
  inDirection,
  newestFirst,
  toSkipAndLimit,
} from '@nameloan/persistence/reads/page';
import type { CursorPageRequest } from '../loan/cursor-page.ts';
import { readCursorPage } from '../loan/cursor-page.ts';
import { isFinal } from '../loan/status.ts';
import { isOperator } from '../party/read-party.ts';
import type { StoredEntry } from './escrow.model.ts';
import { escrows, histories } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import { findRole } from './escrow.ts';
import type { HeldState } from './held.ts';
import { loadViewer, requireParticipant } from './participant.ts';

/** The record fields that decide who may see a loan and under which name. */
const visibilityKeys = [
  'borrowerId',
  'lenderId',
  'borrowerName',
  'lenderName',
  'escalation',
] as const;

export interface EscrowsRequest extends PageRequest {
  status?: EscrowStatus | null;
  /** true: only loans that are not over; false: only those that are. */
  open?: boolean | null;
  /** By time of acceptance; absent: by rank. */
  direction?: Direction | null;
}

export const byRank = {
  borrowerId: { borrowerRank: 1, _id: 1 },
  lenderId: { lenderRank: 1, _id: 1 },
} as const;

export async function listEscrows(
  { accountId }: AccountActor,
  { as, keys }: { as: 'borrowerId' | 'lenderId'; keys: Keys<Escrow> },
  request: EscrowsRequest,
) {
  checkPage(request);
  const ownFilter: Filter<Escrow> = buildStatusFilter(request);
  ownFilter[as] = accountId;
  const sort = request.direction ? inDirection(newestFirst, request.direction) : byRank[as];
  return readPage(ownFilter, { sort, keys }, request);
}

function buildStatusFilter({ status, open }: EscrowsRequest): Filter<Escrow> {
  const statuses = escrowStatuses.filter(
    (one) => (status ?? one) === one && (open ?? !isFinal(one)) === !isFinal(one),
  );
  return statuses.length === escrowStatuses.length ? {} : { status: { $in: statuses } };
}

/** Loans that are or were in dispute, oldest escalation first; FORBIDDEN for all but operators. */
export async function listDisputes(
  { accountId }: AccountActor,
  request: PageRequest & { status: EscrowStatus },
  keys: Keys<Escrow>,
) {
  if (!(await isOperator(accountId))) {
    throw new DomainError('FORBIDDEN', 'Only operators can see all disputes.');
  }
  checkPage(request);
  const escalated = { status: request.status, 'escalation.at': { $exists: true } } as const;
  return readPage(escalated, { sort: { 'escalation.at': 1, _id: 1 }, keys }, request);
}

const heldFilters: Readonly<Record<HeldState, Filter<Escrow>>> = {
  HELD: {
    heldRelease: null,
    $or: [{ custodyLostAt: null }, { inCustodyAt: { $ne: null } }],
  },
  LOST: { heldRelease: null, custodyLostAt: { $ne: null }, inCustodyAt: null },
  RELEASED: { heldRelease: { $ne: null } },
};

/** Loans that were decided for the platform, earliest escalation first; FORBIDDEN for all but operators. */
export async function listHeld(
  { accountId }: AccountActor,
  request: PageRequest & { state: HeldState },
  keys: Keys<Escrow>,
) {
  if (!(await isOperator(accountId))) {
    throw new DomainError('FORBIDDEN', 'Only operators can see all held domains.');
  }
  checkPage(request);
  return readHeldPage(request, keys);
}

/** For staff whose right is already checked. */
export function readHeldPage(
  request: PageRequest & { state: HeldState },
  keys: Keys<Escrow> = undefined,
) {
  const held: Filter<Escrow> = {
    status: 'FINALIZED_PLATFORM_SEZIURE',
    'escalation.at': { $exists: true },
    ...heldFilters[request.state],
  };
  return readPage(held, { sort: { 'escalation.at': 1, _id: 1 }, keys }, request);
}

async function readPage(
  filter: Filter<Escrow>,
  order: { sort: Sort<Escrow>; keys: Keys<Escrow> },
  request: PageRequest,
) {
  const [found, total] = await Promise.all([
    escrows.findMany(filter, { ...order, ...toSkipAndLimit(request) }),
    escrows.count(filter),
  ]);
  return { escrows: found, total, pages: countPages(total, request) };
}

export async function readEscrow(
  actor: AccountActor,
  id: string,
  keys?: Keys<Escrow>,
): Promise<Escrow> {
  const [viewer, escrow] = await Promise.all([loadViewer(actor), escrows.findById(id, keys)]);
  return requireParticipant(escrow, viewer).escrow;
}

/** Throws NOT_FOUND unless the caller may see the loan. */
export async function assertVisible(actor: AccountActor, id: string): Promise<void> {
  await readEscrow(actor, id, visibilityKeys);
}

/**
 * Runs `read` in parallel with the access check and throws NOT_FOUND first. Only for reads of a single record: the
 * time of a rejection must not depend on how much there is to read.
 */
async function readIfVisible<T>(
  actor: AccountActor,
  id: string,
  read: () => Promise<T>,
): Promise<T> {
  const found = read();
  found.catch(() => undefined);
  await assertVisible(actor, id);
  return found;
}

/** Like `readEscrow`, but undefined when the caller may not see the loan. */
export async function findEscrow(
  actor: AccountActor,
  id: string,
  keys: Keys<Escrow>,
): Promise<Escrow | undefined> {
  const [viewer, escrow] = await Promise.all([loadViewer(actor), escrows.findById(id, keys)]);
  const role = escrow && findRole(escrow, viewer.accountId, viewer.operator);
  return role === 'OUTSIDER' ? undefined : escrow;
}

/** Oldest first: the entries after or before a cursor, or the newest ones. */
export async function readHistory(
  actor: AccountActor,
  escrowId: string,
  request: CursorPageRequest,
): Promise<StoredEntry[]> {
  const { forward, cursor, limit } = readCursorPage(request);
  const sort = inDirection({ version: -1, at: -1, _id: -1 } as const, forward ? 'ASC' : 'DESC');
  const side = await readIfVisible(actor, escrowId, async () =>
    cursor === null ? {} : buildCursorFilter(cursor, { escrowId, forward }),
  );
  const found = await histories.findMany({ escrowId, ...side }, { sort, limit });
  return forward ? found : found.reverse();
}

/** A filter for the entries on one side of the cursor, in history order: version, time, id. */
async function buildCursorFilter(
  id: string,
  { escrowId, forward }: { escrowId: string; forward: boolean },
): Promise<Filter<StoredEntry>> {
  const entry = await histories.find(id);
  if (entry?.escrowId !== escrowId) {
    throw new DomainError('NOT_FOUND', 'There is no such entry in the history of this loan.');
  }
  const { version, at } = entry;
  const past = <V>(value: V) => (forward ? { $gt: value } : { $lt: value });
  return {
    $or: [{ version: past(version) }, { version, at: past(at) }, { version, at, _id: past(id) }],
  };
}
