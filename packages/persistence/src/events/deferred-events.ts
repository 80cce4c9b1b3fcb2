/**
 * Events that could not be handled yet. They are stored as received, so that the bus does not redeliver them, and
 * retried by any replica whose release knows them.
 */

import { randomUUID } from 'node:crypto';
import { Alarm } from '@nameloan/runtime/alarm';
import type { Log } from '@nameloan/runtime/log';
import { LoopHealth } from '@nameloan/runtime/loop-health';
import type { Collection, Connection } from 'mongoose';
import type { DatabaseClock } from '../database-clock.ts';
import { openRows } from '../open-rows.ts';
import type { ReplicaSignals } from '../replica-signals.ts';

/**
 * Why an event is deferred. `unknown`: only another release knows its subject or version; `early`: an event that it
 * depends on has not arrived; `failed`: its handler threw; `away`: the database or another service was unavailable.
 */
export type DeferralReason = 'unknown' | 'early' | 'failed' | 'away';
export interface Deferral {
  reason: DeferralReason;
  fault: string;
}

/** An event that no replica could handle for so long becomes a dead letter. */
export const maxDeferralHours = 24;
/** Longer than a commit can take. If one takes longer, the event is handled twice and the inbox drops the duplicate. */
const leaseMs = 30_000;
/** Finds events of a replica that crashed before it retried them; not longer than its lease. */
const pollIntervalMs = 30_000;
/** After the database did not answer. */
const retryDelayMs = 500;
/** More rows than all replicas usually retry at the same time. */
const maxRows = 32;
const sweepMs = 60_000;
const maxConcurrency = 8;
/** An event that is retried within this time counts as in progress for a caller that waits until all is quiet. */
const imminentMs = 2_000;
const maxDelayMs = { unknown: 0, early: 30_000, failed: 300_000, away: 1_000 };

interface DeferredEventRow {
  /** The event's id. */
  _id: string;
  /** The event as received, as JSON. */
  raw: string;
  /** Subject and version that a replica must know to handle it. */
  kind: string;
  reason: DeferralReason;
  fault: string;
  failures: number;
  /** All dates are the database's time. */
  deferredAt: Date;
  nextAt: Date;
  leasedUntil: Date;
  lease: string;
}

export interface DeferredEventsOptions {
  /** Subjects and versions that this release can handle. */
  kinds: readonly string[];
  /** Resolves to undefined once the effect is committed, otherwise to the reason to defer again. */
  handle(raw: unknown): Promise<Deferral | undefined>;
  /** Stores it as a dead letter. */
  deadLetter(raw: unknown, fault: string): Promise<void>;
  log: Log;
}

/** Delay until the next attempt after this many failures. */
export function nextAttemptInMs(failures: number, reason: DeferralReason): number {
  const growing = reason === 'early' ? 100 * 1.3 ** failures : 100 * 2 ** failures;
  const ms = reason === 'away' ? maxDelayMs.away : growing;
  return Math.min(maxDelayMs[reason], Math.round(ms));
}

export class DeferredEvents {
  readonly #clock: DatabaseClock;
  #rows: Collection<DeferredEventRow> | undefined;
  #options: DeferredEventsOptions | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  readonly #alarm = new Alarm();
  readonly #replicaSignals: ReplicaSignals | undefined;
  #sweptAtMs = 0;
  readonly #retryHealth = new LoopHealth('The retry of deferred events');
  readonly health = [this.#retryHealth];

  constructor(clock: DatabaseClock, replicaSignals?: ReplicaSignals) {
    this.#clock = clock;
    this.#replicaSignals = replicaSignals;
    replicaSignals?.on('deferred', () => this.#alarm.ring());
  }

  async open(connection: Connection): Promise<void> {
    this.#rows = await openRows<DeferredEventRow>(connection, 'deferred_events', [
      { keys: { kind: 1, nextAt: 1 } },
      { keys: { deferredAt: 1 } },
      { keys: { reason: 1, deferredAt: 1 } },
    ]);
  }

  get #collection() {
    if (!this.#rows) throw new Error('deferred events are used before the start');
    return this.#rows;
  }

  /** Stores an event once, however often it is delivered; resolves once it is durable. */
  async add(raw: unknown, about: { id: string; kind: string }, delay: Deferral): Promise<void> {
    const { id, kind } = about;
    const deferredAt = await this.#clock.now();
    const failures = delay.reason === 'early' || delay.reason === 'failed' ? 1 : 0;
    const inMs = nextAttemptInMs(failures, delay.reason);
    const row = {
      ...{ raw: JSON.stringify(raw), kind, ...delay, failures, deferredAt },
      ...{ nextAt: later(deferredAt, inMs), leasedUntil: new Date(0), lease: '' },
    };
    try {
      await this.#collection.updateOne({ _id: id }, { $setOnInsert: row }, { upsert: true });
    } catch (error) {
      // A concurrent delivery has stored it.
      if ((error as { code?: unknown }).code !== 11_000) throw error;
    }
    this.#alarm.ringIn(inMs);
    // A replica of another release may know it.
    if (delay.reason === 'unknown') this.#replicaSignals?.send('deferred');
  }

  /** Retries due events until stopped. */
  start(options: DeferredEventsOptions): void {
    this.#options = options;
    this.#stopping = false;
    this.#sweptAtMs = 0;
    this.#running = this.#run(options);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.ring();
    await this.#running;
  }

  async #run(options: DeferredEventsOptions): Promise<void> {
    const attempts = new Set<Promise<unknown>>();
    let failures = 0;
    while (!this.#stopping) {
      let inMs = retryDelayMs;
      try {
        const sweptAndRun = this.#sweep(options).then(() =>
          this.#runDueAttempts(attempts, options),
        );
        inMs = await this.#retryHealth.watch(sweptAndRun);
        failures = 0;
      } catch (error) {
        if (++failures % 20 === 1)
          options.log.warn({ err: error }, 'retries of deferred events are paused');
      }
      if (this.#stopping) break;
      if (attempts.size >= maxConcurrency) await Promise.race(attempts);
      else if (inMs > 0) await this.#alarm.sleep(inMs);
    }
    await Promise.allSettled([...attempts]);
  }

  /** Starts attempts for due events up to the concurrency limit; resolves to the delay until the next poll. */
  async #runDueAttempts(
    attempts: Set<Promise<unknown>>,
    options: DeferredEventsOptions,
  ): Promise<number> {
    const inMs = await this.#nextInMs(options);
    if (inMs > 0) return Math.min(inMs, pollIntervalMs);
    while (!this.#stopping && attempts.size < maxConcurrency) {
      const row = await this.#claim(options);
      if (!row) break;
      const attempt = this.#attempt(row, options).finally(() => attempts.delete(attempt));
      attempts.add(attempt);
    }
    return 0;
  }

  /** Computed from the first rows: a leased row waits for the end of its lease, the others for their time. */
  async #nextInMs({ kinds }: DeferredEventsOptions): Promise<number> {
    const first = (filter: object) =>
      this.#collection
        .find({ kind: { $in: [...kinds] }, ...filter })
        .sort({ nextAt: 1 })
        .limit(maxRows)
        .project<{ nextAt: Date; leasedUntil: Date }>({ _id: 0, nextAt: 1, leasedUntil: 1 })
        .toArray();
    const observed = await first({});
    if (observed.length === 0) return Number.POSITIVE_INFINITY;
    const at = await this.#clock.now();
    // All of these are leased: the free ones sort after them.
    if (observed.length === maxRows && observed.every(({ leasedUntil }) => leasedUntil > at))
      observed.push(...(await first({ leasedUntil: { $lte: at } })));
    return Math.min(
      ...observed.map(
        ({ nextAt, leasedUntil }) => Math.max(Number(nextAt), Number(leasedUntil)) - Number(at),
      ),
    );
  }

  async #claim({ kinds }: DeferredEventsOptions): Promise<DeferredEventRow | undefined> {
    const at = await this.#clock.now();
    const due = { kind: { $in: [...kinds] }, nextAt: { $lte: at }, leasedUntil: { $lte: at } };
    return (await this.#lease(due, at, { nextAt: 1 })) ?? undefined;
  }

  #lease(which: object, at: Date, sort: Record<string, 1>) {
    const set = { lease: randomUUID(), leasedUntil: later(at, leaseMs) };
    return this.#collection.findOneAndUpdate(
      which,
      { $set: set },
      { sort, returnDocument: 'after' },
    );
  }

  /** Resolves to whether the event's effect was committed. */
  async #attempt(row: DeferredEventRow, { handle, log }: DeferredEventsOptions): Promise<boolean> {
    const mine = { _id: row._id, lease: row.lease };
    try {
      const delay = await handle(JSON.parse(row.raw));
      if (!delay) {
        await this.#collection.deleteOne(mine);
        return true;
      }
      const failures = row.failures + (delay.reason === 'away' ? 0 : 1);
      const inMs = nextAttemptInMs(failures, delay.reason);
      const nextAt = later(await this.#clock.now(), inMs);
      const set = { ...delay, failures, nextAt, leasedUntil: new Date(0), lease: '' };
      await this.#collection.updateOne(mine, { $set: set });
      this.#alarm.ringIn(inMs);
    } catch (error) {
      log.warn({ err: error, event: row._id }, 'a deferred event waits for the end of its lease');
    }
    return false;
  }

  /** Dead-letters events that have waited too long, known here or not, except those that wait for an unavailable service. */
  async #sweep(options: DeferredEventsOptions): Promise<void> {
    if (performance.now() - this.#sweptAtMs < sweepMs && this.#sweptAtMs > 0) return;
    for (;;) {
      const at = await this.#clock.now();
      const deferredAt = { $lte: later(at, -maxDeferralHours * 3_600_000) };
      const old = { deferredAt, reason: { $ne: 'away' as const }, leasedUntil: { $lte: at } };
      const row = await this.#lease(old, at, { deferredAt: 1 });
      if (!row || this.#stopping) break;
      const mine = { _id: row._id, lease: row.lease };
      const kept = await lastAttempt(row, options);
      if (kept?.reason === 'away') {
        await this.#collection.updateOne(mine, { $set: { ...kept, leasedUntil: new Date(0) } });
        continue;
      }
      if (kept) await options.deadLetter(JSON.parse(row.raw), kept.fault);
      await this.#collection.deleteOne(mine);
    }
    this.#sweptAtMs = performance.now();
  }

  /** Attempts all events that are due now, in sequence; resolves to whether any effect was committed. */
  async runDue(): Promise<boolean> {
    if (!this.#options) return false;
    let done = false;
    for (let row = await this.#claim(this.#options); row; row = await this.#claim(this.#options))
      done = (await this.#attempt(row, this.#options)) || done;
    return done;
  }

  /** Whether an event that this release knows is being retried or will be soon. */
  async busy(): Promise<boolean> {
    const soon = later(await this.#clock.now(), imminentMs);
    const kind = { $in: [...(this.#options?.kinds ?? [])] };
    return (await this.#collection.findOne({ kind, nextAt: { $lte: soon } })) !== null;
  }

  async holds(id: string): Promise<boolean> {
    return (await this.#collection.findOne({ _id: id })) !== null;
  }

  /** Age in seconds of the oldest event with this reason; 0 if there is none. */
  async oldestSeconds(reason: DeferralReason): Promise<number> {
    const oldest = await this.#collection.findOne({ reason }, { sort: { deferredAt: 1 } });
    if (!oldest) return 0;
    return Math.max(0, ((await this.#clock.now()).getTime() - oldest.deferredAt.getTime()) / 1000);
  }

  /** Number of events with this reason. */
  async count(reason: DeferralReason): Promise<number> {
    return this.#collection.countDocuments({ reason });
  }
}

/** All services may have been down for a day, so one more attempt precedes the dead letter. */
async function lastAttempt(
  { raw, kind, reason, fault }: DeferredEventRow,
  { kinds, handle }: DeferredEventsOptions,
): Promise<Deferral | undefined> {
  return kinds.includes(kind) ? handle(JSON.parse(raw)) : { reason, fault };
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
