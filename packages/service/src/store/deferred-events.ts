/**
 * Facts that could not be taken yet: kept as they came, so that the bus is free of them, and tried again by whichever
 * replica of the service knows how.
 */

import { randomUUID } from 'node:crypto';
import type { Collection, Connection } from 'mongoose';
import { Alarm } from '../alarm.ts';
import type { Log } from '../log.ts';
import type { DatabaseClock } from './database-clock.ts';
import { openRows } from './open-rows.ts';
import type { ReplicaSignals } from './replica-signals.ts';

/**
 * What keeps a fact waiting. `unknown`: another release knows its subject or version; `early`: what it builds on has
 * not come; `failed`: its handler has; `away`: another part was.
 */
export type DeferralReason = 'unknown' | 'early' | 'failed' | 'away';
export interface Deferral {
  reason: DeferralReason;
  fault: string;
}

/** A fact that nobody could take for so long is for a person to look at. */
export const maxDeferralHours = 24;
/** Longer than a commit can take. One that took longer is done twice, which the inbox makes once. */
const leaseMs = 30_000;
/** Finds what another replica parked and did not live to try again; not longer than its lease. */
const pollIntervalMs = 30_000;
/** Where the database did not answer. */
const retryDelayMs = 500;
/** Enough to see beyond what most replicas try at once. */
const maxRows = 32;
const sweepMs = 60_000;
const maxConcurrency = 8;
/** What is tried again within this time is still under way, for whoever waits until all is quiet. */
const imminentMs = 2_000;
const maxDelayMs = { unknown: 0, early: 30_000, failed: 300_000, away: 1_000 };

interface DeferredEventRow {
  /** The event's. */
  _id: string;
  /** The event as it came, as JSON. */
  raw: string;
  /** What a replica must know to take it. */
  kind: string;
  why: DeferralReason;
  fault: string;
  failures: number;
  /** The database's time, all four. */
  deferredAt: Date;
  nextAt: Date;
  leasedUntil: Date;
  lease: string;
}

export interface DeferredEventsOptions {
  /** What this release can take. */
  kinds: readonly string[];
  /** Resolves to nothing once it has its effect, else to what still keeps it. */
  handle(raw: unknown): Promise<Deferral | undefined>;
  /** Puts it aside for a person. */
  deadLetter(raw: unknown, fault: string): Promise<void>;
  log: Log;
}

/** After so many failures, the next try. */
export function nextAttemptInMs(failures: number, why: DeferralReason): number {
  const growing = why === 'early' ? 100 * 1.3 ** failures : 100 * 2 ** failures;
  const ms = why === 'away' ? maxDelayMs.away : growing;
  return Math.min(maxDelayMs[why], Math.round(ms));
}

export class DeferredEvents {
  readonly #clock: DatabaseClock;
  #rows: Collection<DeferredEventRow> | undefined;
  #options: DeferredEventsOptions | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  readonly #alarm = new Alarm();
  readonly #peers: ReplicaSignals | undefined;
  #sweptAtMs = 0;

  constructor(clock: DatabaseClock, peers?: ReplicaSignals) {
    this.#clock = clock;
    this.#peers = peers;
    peers?.on('parked', () => this.#alarm.ring());
  }

  async open(connection: Connection): Promise<void> {
    this.#rows = await openRows<DeferredEventRow>(connection, 'parked', [
      { keys: { kind: 1, nextAt: 1 } },
      { keys: { parkedAt: 1 } },
      { keys: { why: 1, parkedAt: 1 } },
    ]);
  }

  get #collection() {
    if (!this.#rows) throw new Error('parked facts are used before the start');
    return this.#rows;
  }

  /** Keeps a fact, once however often it is delivered; resolves when it is safe. */
  async add(raw: unknown, about: { id: string; kind: string }, delay: Deferral): Promise<void> {
    const { id, kind } = about;
    const parkedAt = await this.#clock.now();
    const failures = delay.reason === 'early' || delay.reason === 'failed' ? 1 : 0;
    const inMs = nextAttemptInMs(failures, delay.reason);
    const row = {
      ...{ raw: JSON.stringify(raw), kind, ...delay, failures, parkedAt },
      ...{ nextAt: later(parkedAt, inMs), leasedUntil: new Date(0), lease: '' },
    };
    try {
      await this.#collection.updateOne({ _id: id }, { $setOnInsert: row }, { upsert: true });
    } catch (error) {
      // A rival delivery has parked it.
      if ((error as { code?: unknown }).code !== 11_000) throw error;
    }
    this.#alarm.ringIn(inMs);
    // Of another release perhaps, which knows it.
    if (delay.reason === 'unknown') this.#peers?.send('parked');
  }

  /** Tries what waits until stopped. */
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
    const tries = new Set<Promise<unknown>>();
    let failures = 0;
    while (!this.#stopping) {
      let inMs = retryDelayMs;
      try {
        await this.#sweep(options);
        inMs = await this.#turn(tries, options);
        failures = 0;
      } catch (error) {
        if (++failures % 20 === 1) options.log.warn({ err: error }, 'parked facts wait');
      }
      if (this.#stopping) break;
      if (tries.size >= maxConcurrency) await Promise.race(tries);
      else if (inMs > 0) await this.#alarm.sleep(inMs);
    }
    await Promise.allSettled([...tries]);
  }

  /** Begins to try what is due, so many at once; resolves to when to look again. */
  async #turn(tries: Set<Promise<unknown>>, options: DeferredEventsOptions): Promise<number> {
    const inMs = await this.#nextInMs(options);
    if (inMs > 0) return Math.min(inMs, pollIntervalMs);
    while (!this.#stopping && tries.size < maxConcurrency) {
      const row = await this.#claim(options);
      if (!row) break;
      const trying = this.#try(row, options).finally(() => tries.delete(trying));
      tries.add(trying);
    }
    return 0;
  }

  /** By the first rows: those that somebody tries wait for the end of their lease, the others for their time. */
  async #nextInMs({ kinds }: DeferredEventsOptions): Promise<number> {
    const first = (filter: object) =>
      this.#collection
        .find({ kind: { $in: [...kinds] }, ...filter })
        .sort({ nextAt: 1 })
        .limit(maxRows)
        .project<{ nextAt: Date; leasedUntil: Date }>({ _id: 0, nextAt: 1, leasedUntil: 1 })
        .toArray();
    const seen = await first({});
    if (seen.length === 0) return Number.POSITIVE_INFINITY;
    const at = await this.#clock.now();
    // All of them are in hand: what is free stands behind them.
    if (seen.length === maxRows && seen.every(({ leasedUntil }) => leasedUntil > at))
      seen.push(...(await first({ leasedUntil: { $lte: at } })));
    return Math.min(
      ...seen.map(
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

  /** Resolves to whether it had its effect. */
  async #try(row: DeferredEventRow, { handle, log }: DeferredEventsOptions): Promise<boolean> {
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
      log.warn({ err: error, event: row._id }, 'a parked fact waits for the end of its lease');
    }
    return false;
  }

  /** What has waited for too long, known here or not, goes to a person; not what waits for a part that is away. */
  async #sweep(options: DeferredEventsOptions): Promise<void> {
    if (performance.now() - this.#sweptAtMs < sweepMs && this.#sweptAtMs > 0) return;
    for (;;) {
      const at = await this.#clock.now();
      const parkedAt = { $lte: later(at, -maxDeferralHours * 3_600_000) };
      const old = { parkedAt, why: { $ne: 'away' as const }, leasedUntil: { $lte: at } };
      const row = await this.#lease(old, at, { parkedAt: 1 });
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

  /** Tries all that are due now, one after another; resolves to whether any had its effect. */
  async runDue(): Promise<boolean> {
    if (!this.#options) return false;
    let done = false;
    for (let row = await this.#claim(this.#options); row; row = await this.#claim(this.#options))
      done = (await this.#try(row, this.#options)) || done;
    return done;
  }

  /** Whether anything that this release knows is tried now or again soon. */
  async busy(): Promise<boolean> {
    const soon = later(await this.#clock.now(), imminentMs);
    const kind = { $in: [...(this.#options?.kinds ?? [])] };
    return (await this.#collection.findOne({ kind, nextAt: { $lte: soon } })) !== null;
  }

  async holds(id: string): Promise<boolean> {
    return (await this.#collection.findOne({ _id: id })) !== null;
  }

  /** For how long the oldest of a reason has been waiting, in seconds; 0 where there is none. */
  async oldestSeconds(why: DeferralReason): Promise<number> {
    const oldest = await this.#collection.findOne({ why }, { sort: { parkedAt: 1 } });
    if (!oldest) return 0;
    return Math.max(0, ((await this.#clock.now()).getTime() - oldest.deferredAt.getTime()) / 1000);
  }

  /** How many wait, by reason. */
  async count(why: DeferralReason): Promise<number> {
    return this.#collection.countDocuments({ why });
  }
}

/** All parts may have been down for a day: what would go well now is not handed to a person untried. */
async function lastAttempt(
  { raw, kind, why, fault }: DeferredEventRow,
  { kinds, handle }: DeferredEventsOptions,
): Promise<Deferral | undefined> {
  return kinds.includes(kind) ? handle(JSON.parse(raw)) : { reason, fault };
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
