/** Claims rows of due jobs by lease, and holds, frees or puts back the claimed ones. */

import { randomUUID } from 'node:crypto';
import { now } from '@nameloan/runtime/clock';
import type { Collection } from 'mongoose';
import type { DatabaseClock } from '../database-clock.ts';
import type { IsolatedJobs } from './job-groups.ts';
import type { JobRow } from './job-row.ts';
import { noLease, outsideLanes } from './job-row.ts';

/**
 * Lifetime of a run's lease without a heartbeat. A worker that stalls, or loses its database, for ten seconds right
 * before a heartbeat still holds the job alone; the jobs of a crashed worker continue after this.
 */
const leaseMs = 15_000;
/** Rows whose lane is looked up at once. */
const maxAssigned = 200;

/** Removes the lease, so that a heartbeat still in flight matches no row. */
export const free = { leasedUntil: noLease, lease: '' };

export class JobLeases {
  readonly #rows: () => Collection<JobRow>;
  readonly #clock: DatabaseClock;
  /** Lease → row of each job that runs here now. */
  readonly #held = new Map<string, Pick<JobRow, '_id' | 'kind'>>();

  constructor(rows: () => Collection<JobRow>, clock: DatabaseClock) {
    this.#rows = rows;
    this.#clock = clock;
  }

  /** Whether a job that is of none of these kinds runs here now. */
  hasOther(kinds: readonly string[]): boolean {
    return [...this.#held.values()].some(({ kind }) => !kinds.includes(kind));
  }

  /** Claims the next due row of these kinds, unless its lane is one of `fullLanes`. */
  async claim(
    kinds: readonly string[],
    fullLanes: readonly string[] = [],
  ): Promise<JobRow | undefined> {
    const at = await this.#clock.now();
    const row = await this.#rows().findOneAndUpdate(
      {
        runAt: { $lte: now() },
        leasedUntil: { $lte: at },
        kind: { $in: [...kinds] },
        ...outsideLanes(fullLanes),
      },
      {
        $set: { leasedUntil: new Date(at.getTime() + leaseMs), lease: randomUUID() },
        $inc: { attempts: 1 },
      },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    );
    if (!row) return undefined;
    this.#held.set(row.lease ?? '', row);
    return row;
  }

  /** Stores the lanes of due rows that have none yet, so that a claim passes over those of full lanes. */
  async assignLanes(
    kinds: readonly string[],
    findLanes: NonNullable<IsolatedJobs['findLanes']>,
  ): Promise<void> {
    const unassigned = { kind: { $in: [...kinds] }, runAt: { $lte: now() }, lane: null };
    const found = await this.#rows()
      .find(unassigned)
      .sort({ runAt: 1 })
      .limit(maxAssigned)
      .toArray();
    if (found.length === 0) return;
    const lanes = await findLanes(found);
    const ids = Map.groupBy(found.keys(), (at) => lanes[at] ?? '');
    for (const [lane, positions] of ids) {
      const _id = { $in: [...positions].map((at) => found[at]?._id ?? '') };
      await this.#rows().updateMany({ _id, lane: null }, { $set: { lane } });
    }
  }

  async extend(held: { _id: string; lease: string }): Promise<void> {
    const at = await this.#clock.now();
    const leasedUntil = new Date(at.getTime() + leaseMs);
    await this.#rows().updateOne(held, { $set: { leasedUntil } });
  }

  /** The run has ended and its row is written. */
  ended({ lease = '' }: Pick<JobRow, 'lease'>): void {
    this.#held.delete(lease);
  }

  async free({ _id, lease = '' }: Pick<JobRow, '_id' | 'lease'>): Promise<void> {
    this.#held.delete(lease);
    await this.#rows().updateOne({ _id, lease }, { $set: free });
  }

  /** Frees a row that waits for a place of its lane; the claim does not count as an attempt. */
  async putBack({ _id, lease = '', token }: JobRow, lane: string | null): Promise<void> {
    this.#held.delete(lease);
    const change = { $set: { ...free, lane }, $inc: { attempts: -1 } };
    const { matchedCount } = await this.#rows().updateOne({ _id, lease, token }, change);
    // Rescheduled since, which has reset its attempts.
    if (matchedCount === 0) await this.#rows().updateOne({ _id, lease }, { $set: free });
  }

  async freeAll(): Promise<void> {
    const rows = [...this.#held].map(([lease, { _id }]) => ({ lease, _id }));
    await Promise.allSettled(rows.map((row) => this.free(row)));
  }
}
