/** How many jobs of some kinds are due now, and when the next one will be. */

import { now } from '@nameloan/runtime/clock';
import type { Collection } from 'mongoose';
import type { DatabaseClock } from '../database-clock.ts';
import type { JobRow } from './job-row.ts';
import { noLease, outsideLanes } from './job-row.ts';

/** More rows than all replicas usually lease at the same time. */
const maxRows = 32;

export interface DueJobs {
  due: number;
  /** Milliseconds until the next job is due; 0: unknown, poll again; Infinity: none in this time. */
  inMs: number;
}

type JobTiming = Pick<JobRow, 'runAt' | 'leasedUntil'>;

/**
 * Computed from the first rows outside `fullLanes`: a leased row waits for the end of its lease, the others for their
 * time.
 */
export async function findDueJobs(
  rows: Collection<JobRow>,
  clock: DatabaseClock,
  {
    kinds,
    withinMs,
    fullLanes = [],
  }: { kinds: readonly string[]; withinMs: number; fullLanes?: readonly string[] },
): Promise<DueJobs> {
  // Without this bound, a query for kinds with few jobs would scan the later jobs of all others.
  const runAt = { $lte: new Date(now().getTime() + withinMs) };
  const first = (filter: object): Promise<JobTiming[]> =>
    rows
      .find({ kind: { $in: [...kinds] }, runAt, ...outsideLanes(fullLanes), ...filter })
      .sort({ runAt: 1 })
      .limit(maxRows)
      .project<JobTiming>({ _id: 0, runAt: 1, leasedUntil: 1 })
      .toArray();
  const observed = await first({});
  const nowMs = now().getTime();
  // Reads the database's time only when there is a lease to compare with it.
  const leased = observed.some(({ leasedUntil }) => leasedUntil > noLease);
  const at = leased ? await clock.now() : noLease;
  // All of these are leased: the free ones sort after them.
  if (observed.length === maxRows && observed.every(({ leasedUntil }) => leasedUntil > at))
    observed.push(...(await first({ leasedUntil: { $lte: at } })));
  const waitsMs = observed.map(({ runAt, leasedUntil }) =>
    Math.max(runAt.getTime() - nowMs, leasedUntil.getTime() - at.getTime()),
  );
  const later = waitsMs.filter((ms) => ms > 0);
  const due = waitsMs.length - later.length;
  const more = due > 0 && observed.length >= maxRows;
  return { due, inMs: more ? 0 : Math.min(Number.POSITIVE_INFINITY, ...later) };
}
