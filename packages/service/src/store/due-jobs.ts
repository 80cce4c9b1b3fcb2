/** What the jobs of some kinds hold ready: how many are due now, and when the next one will be. */

import type { Collection } from 'mongoose';
import { now } from '../clock.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { JobRow } from './job-row.ts';
import { noLease } from './job-row.ts';

/** Enough to see more than most replicas hold at once. */
const maxRows = 32;

export interface DueJobs {
  due: number;
  /** Milliseconds until another one is; 0: that was not to be seen, endless: there is none in this time. */
  inMs: number;
}

type JobTiming = Pick<JobRow, 'runAt' | 'leasedUntil'>;

/** By the first rows within a time: those that somebody holds wait for the end of their lease, the others for their time. */
export async function findDueJobs(
  rows: Collection<JobRow>,
  clock: DatabaseClock,
  { kinds, withinMs }: { kinds: readonly string[]; withinMs: number },
): Promise<DueJobs> {
  // Without a bound, kinds with few jobs would be looked for among all that others have for later.
  const runAt = { $lte: new Date(now().getTime() + withinMs) };
  const first = (filter: object): Promise<JobTiming[]> =>
    rows
      .find({ kind: { $in: [...kinds] }, runAt, ...filter })
      .sort({ runAt: 1 })
      .limit(maxRows)
      .project<JobTiming>({ _id: 0, runAt: 1, leasedUntil: 1 })
      .toArray();
  const seen = await first({});
  const nowMs = now().getTime();
  // The database is asked for its time only where a lease is to be compared with it.
  const leased = seen.some(({ leasedUntil }) => leasedUntil > noLease);
  const at = leased ? await clock.now() : noLease;
  // All of them are in hand: what is free stands behind them.
  if (seen.length === maxRows && seen.every(({ leasedUntil }) => leasedUntil > at))
    seen.push(...(await first({ leasedUntil: { $lte: at } })));
  const waitsMs = seen.map(({ runAt, leasedUntil }) =>
    Math.max(runAt.getTime() - nowMs, leasedUntil.getTime() - at.getTime()),
  );
  const later = waitsMs.filter((ms) => ms > 0);
  const due = waitsMs.length - later.length;
  const more = due > 0 && seen.length >= maxRows;
  return { due, inMs: more ? 0 : Math.min(Number.POSITIVE_INFINITY, ...later) };
}
