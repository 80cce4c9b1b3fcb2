/** Scheduled jobs: one row per kind and key, claimed by lease, so that a crash neither loses nor duplicates a job. */

import { randomUUID } from 'node:crypto';
import { now, onClockMove } from '@nameloan/runtime/clock';
import type { Log } from '@nameloan/runtime/log';
import { recordError, traced, traceparent } from '@nameloan/runtime/trace';
import type { ClientSession, Collection, Connection } from 'mongoose';
import type { DatabaseClock } from '../database-clock.ts';
import { openRows } from '../open-rows.ts';
import type { ReplicaSignals } from '../replica-signals.ts';
import type { JobRequest } from '../tx.ts';
import { findDueJobs } from './due-jobs.ts';
import type { IsolatedJobs, JobGroups } from './job-groups.ts';
import { divideKinds } from './job-groups.ts';
import { JobLanes } from './job-lanes.ts';
import { free, JobLeases } from './job-leases.ts';
import type { JobRow } from './job-row.ts';
import { noLease } from './job-row.ts';
import { JobWorker, pollIntervalMs } from './job-worker.ts';

export type { IsolatedJobs } from './job-groups.ts';

const heartbeatMs = 2_000;
/** How far ahead a poll looks: past the next poll, even when that one or its response is late. */
const lookAheadMs = 2 * pollIntervalMs;
/** The replica that sent the signal is awake and has most likely claimed the job by then. */
const replicaGraceMs = 250;
const maxBackoffMs = 5 * 60_000;
/** Key of a recurring job. */
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

/** Undefined when the job is done, or the business time of its next run. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a next run may just return
export type JobResult = void | { runAgainAt: Date };
export type JobHandler = (job: Job) => Promise<JobResult>;

export class Jobs {
  readonly #service: string;
  readonly #clock: DatabaseClock;
  readonly #replicaSignals: ReplicaSignals | undefined;
  #rows: Collection<JobRow> | undefined;
  #handlers: Record<string, JobHandler> = {};
  #background: readonly string[] = [];
  #workers: JobWorker[] = [];
  #stopping = false;
  #leaveClock: () => void = () => {};
  #log: Log | undefined;
  readonly #leases: JobLeases;
  readonly health = () => this.#workers.flatMap(({ health }) => health);

  constructor(service: string, clock: DatabaseClock, replicaSignals?: ReplicaSignals) {
    this.#service = service;
    this.#clock = clock;
    this.#replicaSignals = replicaSignals;
    this.#leases = new JobLeases(() => this.#collection, clock);
  }

  async open(connection: Connection): Promise<void> {
    this.#rows = await openRows<JobRow>(connection, 'jobs', [
      { keys: { runAt: 1 } },
      // Few of many rows have an error.
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
      lane: null,
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

  /** Schedules a recurring job unless it exists. */
  async addRecurring(kind: string): Promise<void> {
    const there = await this.#collection.findOne({ _id: `${kind}:${recurringKey}` });
    if (!there) await this.schedule({ kind, key: recurringKey });
  }

  async waiting(): Promise<number> {
    return this.#collection.countDocuments({});
  }

  /** Number of jobs whose last run failed. */
  async failing(): Promise<number> {
    return this.#collection.countDocuments({ lastError: { $type: 'string' } });
  }

  /** Polls now, also for jobs that other processes scheduled. */
  wake(): void {
    for (const worker of this.#workers) worker.wake();
  }

  /** Sets timers for newly scheduled jobs and signals other replicas if one is due before their next poll. */
  scheduleWakeUp(requests: readonly Pick<JobRequest, 'kind' | 'at'>[]): void {
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const { kind, at } of requests) {
      const inMs = at ? Math.max(0, at.getTime() - now().getTime()) : 0;
      soonestMs = Math.min(soonestMs, inMs);
      this.#wakeIn(kind, inMs);
    }
    if (soonestMs < pollIntervalMs) this.#replicaSignals?.send('jobs');
  }

  #wakeIn(kind: string, ms: number): void {
    for (const worker of this.#workers) {
      if (!worker.handles(kind)) continue;
      if (ms === 0) worker.wake();
      else worker.wakeIn(ms);
    }
  }

  start(handlers: Record<string, JobHandler>, log: Log, groups: JobGroups = {}): void {
    this.#handlers = handlers;
    this.#log = log;
    this.#stopping = false;
    this.#background = groups.background?.kinds ?? [];
    this.#workers = divideKinds(Object.keys(handlers), groups).map((group) =>
      this.#createWorker(group),
    );
    for (const worker of this.#workers) worker.start();
    this.#leaveClock = onClockMove(() => this.wake());
    this.#replicaSignals?.on('jobs', () => {
      for (const worker of this.#workers) worker.wakeIn(replicaGraceMs);
    });
  }

  #createWorker(group: IsolatedJobs): JobWorker {
    const lanes = new JobLanes(group);
    const findDue = (kinds: readonly string[]) =>
      findDueJobs(this.#collection, this.#clock, {
        ...{ kinds, withinMs: lookAheadMs, fullLanes: lanes.full() },
      });
    const worker: JobWorker = new JobWorker({
      kinds: group.kinds,
      maxConcurrency: group.findLanes ? Number.POSITIVE_INFINITY : group.maxConcurrency,
      findDue,
      claim: () => this.#claim(lanes, () => worker.wake()),
      warn: (error) => this.#log?.warn({ err: error }, 'jobs are paused'),
    });
    return worker;
  }

  /** Claims the next due job of a group and returns its run, which calls `onFreed` when it frees a place of a full lane. */
  async #claim(lanes: JobLanes, onFreed: () => void): Promise<(() => Promise<void>) | undefined> {
    const { kinds, findLanes } = lanes.group;
    if (findLanes && lanes.full().length > 0) await this.#leases.assignLanes(kinds, findLanes);
    const row = await this.#leases.claim(kinds, lanes.full());
    // Claimed while this process began to stop: release it for another replica.
    if (row && this.#stopping) return void (await this.#free(row));
    if (!row || !findLanes) return row && (() => this.#runClaimed(row));
    // What it waits for may have changed since its last run.
    const [lane = ''] = await findLanes([row]).catch(async (error: unknown) => {
      await this.#leases.putBack(row, null);
      throw error;
    });
    if (!lanes.enter(lane)) return void (await this.#leases.putBack(row, lane));
    return () =>
      this.#runClaimed(row).finally(() => {
        if (lanes.leave(lane)) onFreed();
      });
  }

  /** Runs every due job in sequence, except background kinds; resolves to whether there was any. */
  async runDue(): Promise<boolean> {
    const kinds = Object.keys(this.#handlers).filter((kind) => !this.#background.includes(kind));
    let ran = this.#leases.hasOther(this.#background);
    for (let count = 0; count < 10_000; count++) {
      const row = await this.#leases.claim(kinds);
      if (!row) break;
      await this.#runClaimed(row);
      ran = true;
    }
    while (this.#leases.hasOther(this.#background))
      await new Promise((resolve) => setTimeout(resolve, 5));
    return ran;
  }

  #runClaimed(row: JobRow): Promise<void> {
    return this.#execute(row).finally(() => this.#leases.ended(row));
  }

  #execute(row: JobRow): Promise<void> {
    const options = {
      kind: 'internal' as const,
      service: this.#service,
      // Otherwise a recurring job would extend the trace that scheduled it forever.
      parent: row.key === recurringKey ? null : (row.traceparent ?? null),
      attributes: { 'nameloan.attempt': row.attempts },
    };
    return traced(`job ${row.kind}`, options, () => this.#run(row));
  }

  async #run(row: JobRow): Promise<void> {
    const held = { _id: row._id, lease: row.lease ?? '' };
    const mine = { ...held, token: row.token };
    const heartbeat = setInterval(
      () => void this.#leases.extend(held).catch(() => undefined),
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
      this.#log?.warn(
        { err: error, job: row._id, attempt: row.attempts },
        'a job failed and will be retried',
      );
      const set = {
        ...free,
        runAt: new Date(now().getTime() + backoffMs),
        lastError: String(error),
      };
      const { matchedCount } = await this.#collection.updateOne(mine, { $set: set });
      if (matchedCount > 0) return this.scheduleWakeUp([{ kind: row.kind, at: set.runAt }]);
    }
    // The job was rescheduled while it ran: the row stays and only the lease is removed.
    await this.#collection.updateOne({ ...held, token: { $ne: row.token } }, { $set: free });
    this.#wakeIn(row.kind, 0);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#leaveClock();
    await Promise.allSettled(this.#workers.map((worker) => worker.stop()));
  }

  /** Releases all leases so that other replicas continue at once. Does not stop runs: call it right before the process exits. */
  async releaseAll(): Promise<void> {
    await this.#leases.freeAll();
    this.#replicaSignals?.send('jobs');
  }

  async #free(row: JobRow): Promise<void> {
    await this.#leases.free(row);
    this.#replicaSignals?.send('jobs');
  }
}
