/** Counts and sums an account's loans in one role by status, in the database, and reads its largest open loans. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import type { Filter } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import { newestFirst, pageErrors } from '@nameloan/persistence/reads/page';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { fundedStatuses, isFinal, openStatuses } from '../loan/status.ts';
import type { RoleKey } from './open-loans.ts';

export interface StatusTotal {
  status: EscrowStatus;
  count: number;
  amountCents: number;
}

export interface LoanSum {
  count: number;
  amountCents: number;
}

export interface LoanTotals {
  as: RoleKey;
  /** Number of loans that are not over. */
  open: number;
  /** Sum of their amounts. */
  amountCents: number;
  /** In the order of the statuses, without empty ones. */
  byStatus: StatusTotal[];
  /** The filter of these loans. */
  of: Filter<Escrow>;
}

export async function sumLoans({ accountId }: AccountActor, as: RoleKey): Promise<LoanTotals> {
  const ownFilter: Filter<Escrow> = {};
  ownFilter[as] = accountId;
  const tallies = await escrows.tally(ownFilter, { by: 'status', sum: 'amountCents' });
  const byStatus = escrowStatuses.flatMap((status) => {
    const found = tallies.find(({ of }) => of === status);
    return found ? [{ status, count: found.count, amountCents: found.sum }] : [];
  });
  const open = addUp(byStatus.filter(({ status }) => !isFinal(status)));
  return { as, open: open.count, amountCents: open.amountCents, byStatus, of: ownFilter };
}

const addUp = (sums: readonly LoanSum[]): LoanSum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amountCents: sums.reduce((all, { amountCents }) => all + amountCents, 0),
});

/** The open loans whose money was received. */
export async function sumRunning({ of }: LoanTotals): Promise<LoanSum> {
  const running = { ...of, status: { $in: fundedStatuses }, receipt: { $ne: null } };
  const tallies = await escrows.tally(running, { by: 'status', sum: 'amountCents' });
  return addUp(tallies.map(({ count, sum }) => ({ count, amountCents: sum })));
}

/** A domain secures at most one open loan, so each amount belongs to one domain. Throws INVALID_INPUT for the limit. */
export async function findLargestLoans(
  { of }: LoanTotals,
  { limit, keys }: { limit: number; keys: Keys<Escrow> },
): Promise<Escrow[]> {
  assertValid(pageErrors({ page: 1, limit }));
  const sort = { amountCents: -1, ...newestFirst } as const;
  return escrows.findMany({ ...of, status: { $in: openStatuses } }, { sort, limit, keys });
}
