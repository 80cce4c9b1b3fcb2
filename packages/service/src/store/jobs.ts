/** Work for later: one row per kind and key, claimed by lease, so that a crash loses none and doubles none silently. */

import { randomUUID } from 'node:crypto';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { now, onClockMove } from '../clock.ts';
import type { Log } from '../log.ts';
import { recordError, traced, traceparent } from '../trace.ts';
import type { DatabaseClock } from './database-clock.ts';
import { findDueJobs } from './due-jobs.ts';
import type { JobRow } from './job-row.ts';
import { noLease } from './job-row.ts';
import { JobWorker, pollIntervalMs } from './job-worker.ts';
import { openRows } from './open-rows.ts';
import type { ReplicaSignals } from './replica-signals.ts';
import type { JobRequest } from './tx.ts';

/**
 * How long a run is held without a sign of life. A worker may sleep, or miss its database, for ten seconds
 * right before a heartbeat and is still the only one; a killed one's jobs go on after this.
 */
const leaseMs = 15_000;
const heartbeatMs = 2_000;
/** Of what no outsider holds up. */
const maxConcurrency = 4;
/** How far ahead a look sees: past the next one, also where that or its answer is late. */
const lookAheadMs = 2 * pollIntervalMs;
/** Whoever told of a job is awake, and most likely has it in hand by then. */
const replicaGraceMs = 250;
const maxBackoffMs = 5 * 60_000;
/** Key of a job that repeats itself for ever. */
export const recurringKey = 'every';

export interface Job {
  kind: string;
  key: string;
  data: Record<string, unknown>;
  /** Counts from 1. */
  attempt: number;
  /** Business time at which it became due. */
  dueAt: Date;
}

/** Without the lease a heartbeat that is still on its way finds nothing to hold. */
const free = { leasedUntil: noLease, lease: '' };

/** What a run may ask for: nothing (it is done), or another run at a business time. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing to ask for may just end
export type JobResult = void | { runAgainAt: Date };
export type JobHandler = (job: Job) => Promise<JobResult>;

/** Kinds that wait for outsiders whom users choose: they run beside the others, so that these never wait for them. */
export interface IsolatedJobs {
  kinds: readonly string[];
  /** The most that run at once. */
  maxConcurrency: number;
}

export class Jobs {
  readonly #service: string;
  readonly #clock: DatabaseClock;
  readonly #peers: ReplicaSignals | undefined;
  #rows: Collection<JobRow> | undefined;
  #handlers: Record<string, JobHandler> = {};
  #takers: JobWorker[] = [];
  #stopping = false;
  #leaveClock: () => void = () => {};
  #log: Log | undefined;
  /** What runs here now: the lease of each row. */
  readonly #held = new Map<string, string>();

  constructor(service: string, clock: DatabaseClock, peers?: ReplicaSignals) {
    this.#service = service;
    this.#clock = clock;
    this.#peers = peers;
  }

  async open(connection: Connection): Promise<void> {
    this.#rows = await openRows<JobRow>(connection, 'jobs', [
      { keys: { runAt: 1 } },
      // Of few rows among many.
      { keys: { lastError: 1 }, partialFilterExpression: { lastError: { $type: 'string' } } },
    ]);
  }

  get #collection() {
    if (!this.#rows) throw new Error('jobs are used before the start');
    return this.#rows;
  }

  async schedule(request: JobRequest, session?: ClientSession): Promise<void> {
    const row = {
      kind: request.kind,
      key: request.key,
      data: request.data ?? {},
      runAt: request.at ?? now(),
      attempts: 0,
      token: randomUUID(),
      lastError: null,
      traceparent: traceparent() ?? null,
    };
    await this.#collection.updateOne(
      { _id: `${request.kind}:${request.key}` },
      { $set: row, $setOnInsert: { leasedUntil: noLease } },
      { upsert: true, ...(session ? { session: session as never } : {}) },
    );
    if (!session) this.scheduleWakeUp([request]);
  }

  async unschedule(kind: string, key: string, session?: ClientSession): Promise<void> {
    const inside = session ? { session: session as never } : {};
    await this.#collection.deleteOne({ _id: `${kind}:${key}` }, inside);
  }

  /** Adds a job that repeats itself, unless it is there already. */
  async addRecurring(kind: string): Promise<void> {
    const there = await this.#collection.findOne({ _id: `${kind}:${recurringKey}` });
    if (!there) await this.schedule({ kind, key: recurringKey });
  }

  async waiting(): Promise<number> {
    return this.#collection.countDocuments({});
  }

  /** How many failed when they last ran. */
  async failing(): Promise<number> {
    return this.#collection.countDocuments({ lastError: { $type: 'string' } });
  }

  /** Looks now at what is due; what this process did not schedule itself it need not know of. */
  wake(): void {
    for (const taker of this.#takers) taker.wake();
  }

  /** What a commit has scheduled: here a timer is set, and other replicas are told of what is due before they look. */
  scheduleWakeUp(requests: readonly Pick<JobRequest, 'kind' | 'at'>[]): void {
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const { kind, at } of requests) {
      const inMs = at ? Math.max(0, at.getTime() - now().getTime()) : 0;
      soonestMs = Math.min(soonestMs, inMs);
      this.#wakeIn(kind, inMs);
    }
    if (soonestMs < pollIntervalMs) this.#peers?.send('jobs');
  }

  #wakeIn(kind: string, ms: number): void {
    for (const taker of this.#takers) {
      if (!taker.handles(kind)) continue;
      if (ms === 0) taker.wake();
      else taker.wakeIn(ms);
    }
  }

  start(handlers: Record<string, JobHandler>, log: Log, apart?: IsolatedJobs): void {
    this.#handlers = handlers;
    this.#log = log;
    this.#stopping = false;
    const kinds = Object.keys(handlers).filter((kind) => !apart?.kinds.includes(kind));
    this.#takers = [{ kinds, atOnce: maxConcurrency }, ...(apart ? [apart] : [])].map(
      (some) =>
        new JobWorker({
          ...some,
          findDue: (those) =>
            findDueJobs(this.#collection, this.#clock, { kinds: those, withinMs: lookAheadMs }),
          claim: (those) => this.#claim(those),
          warn: (error) => this.#log?.warn({ err: error }, 'jobs wait'),
        }),
    );
    for (const taker of this.#takers) taker.start();
    this.#leaveClock = onClockMove(() => this.wake());
    this.#peers?.on('jobs', () => {
      for (const taker of this.#takers) taker.wakeIn(replicaGraceMs);
    });
  }

  /** The run of the next job of these kinds that is due. */
  async #claim(kinds: readonly string[]): Promise<(() => Promise<void>) | undefined> {
    const row = await this.#claimRow(kinds);
    // It came while we were told to stop: for somebody else.
    if (row && this.#stopping) return void (await this.#free(row));
    return row && (() => this.#runClaimed(row));
  }

  /** Runs every job that is due, one after another; resolves to whether there was any. */
  async runDue(): Promise<boolean> {
    let ran = this.#held.size > 0;
    for (let count = 0; count < 10_000; count++) {
      const row = await this.#claimRow(Object.keys(this.#handlers));
      if (!row) break;
      await this.#runClaimed(row);
      ran = true;
    }
    while (this.#held.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return ran;
  }

  async #claimRow(kinds: readonly string[]): Promise<JobRow | undefined> {
    const at = await this.#clock.now();
    const row = await this.#collection.findOneAndUpdate(
      { runAt: { $lte: now() }, leasedUntil: { $lte: at }, kind: { $in: [...kinds] } },
      {
        $set: { leasedUntil: new Date(at.getTime() + leaseMs), lease: randomUUID() },
        $inc: { attempts: 1 },
      },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    );
    if (!row) return undefined;
    this.#held.set(row.lease ?? '', row._id);
    return row;
  }

  async #runClaimed(row: JobRow): Promise<void> {
    try {
      await this.#execute(row);
    } finally {
      this.#held.delete(row.lease ?? '');
    }
  }

  #execute(row: JobRow): Promise<void> {
    const options = {
      kind: 'internal' as const,
      part: this.#service,
      // What goes on for ever would make the trace of whoever woke it endless.
      parent: row.key === recurringKey ? null : (row.traceparent ?? null),
      attributes: { 'nameloan.attempt': row.attempts },
    };
    return traced(`job ${row.kind}`, options, () => this.#run(row));
  }

  async #run(row: JobRow): Promise<void> {
    const held = { _id: row._id, lease: row.lease ?? '' };
    const mine = { ...held, token: row.token };
    const heartbeat = setInterval(
      () => void this.#hold(held).catch(() => undefined),
      heartbeatMs,
    ).unref();
    try {
      const { kind, key, data } = row;
      const result = await this.#handlers[kind]?.({
        kind,
        key,
        data,
        attempt: row.attempts,
        dueAt: row.runAt,
      });
      clearInterval(heartbeat);
      if (result?.runAgainAt) {
        const set = { ...free, runAt: result.runAgainAt, attempts: 0, lastError: null };
        const { matchedCount } = await this.#collection.updateOne(mine, { $set: set });
        if (matchedCount > 0) return this.scheduleWakeUp([{ kind, at: result.runAgainAt }]);
      } else if ((await this.#collection.deleteOne(mine)).deletedCount > 0) return;
    } catch (error) {
      clearInterval(heartbeat);
      recordError(error);
      const backoffMs = Math.min(maxBackoffMs, 500 * 2 ** Math.min(row.attempts, 12));
      this.#log?.warn({ err: error, job: row._id, attempt: row.attempts }, 'a job will run again');
      const set = {
        ...free,
        runAt: new Date(now().getTime() + backoffMs),
        lastError: String(error),
      };
      const { matchedCount } = await this.#collection.updateOne(mine, { $set: set });
      if (matchedCount > 0) return this.scheduleWakeUp([{ kind: row.kind, at: set.runAt }]);
    }
    // Scheduled anew while it ran: the row stays, only the lease goes.
    await this.#collection.updateOne({ ...held, token: { $ne: row.token } }, { $set: free });
    this.#wakeIn(row.kind, 0);
  }

  async #hold(held: { _id: string; lease: string }): Promise<void> {
    const at = await this.#clock.now();
    const leasedUntil = new Date(at.getTime() + leaseMs);
    await this.#collection.updateOne(held, { $set: { leasedUntil } });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#leaveClock();
    await Promise.allSettled(this.#takers.map((taker) => taker.stop()));
  }

  /** What still runs goes on elsewhere at once. For a process that is about to end: a run is not ended by this. */
  async releaseAll(): Promise<void> {
    const rows = [...this.#held].map(([lease, _id]) => ({ lease, _id }));
    await Promise.allSettled(rows.map((row) => this.#free(row)));
  }

  async #free({ _id, lease = '' }: { _id: string; lease?: string }): Promise<void> {
    this.#held.delete(lease);
    await this.#collection.updateOne({ _id, lease }, { $set: free });
    this.#peers?.send('jobs');
  }
}
