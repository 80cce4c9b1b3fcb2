/** The outbox: facts written in the transaction that caused them, kept until the bus has them safe. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { Alarm } from '../alarm.ts';
import type { Bus } from '../bus/bus.ts';
import type { Log } from '../log.ts';
import { pauseUnref } from '../pause-unref.ts';
import type { DatabaseClock } from './database-clock.ts';
import { OpenCommits } from './open-commits.ts';
import { openRows } from './open-rows.ts';
import type { OutboxRow } from './outbox-row.ts';
import { asEvent, inCommitOrder } from './outbox-row.ts';
import type { ReplicaSignals } from './replica-signals.ts';

/** Short, so that facts go on soon after a crash: two relays at once repeat facts, which readers bear. */
const leaseMs = 3000;
const batchSize = 200;
/** Finds what a process committed and did not live to relay, where nothing else is committed. */
const pollIntervalMs = 15_000;
/** Where the database did not answer. */
const retryDelayMs = 500;
/** Where a commit woke and nothing was there: a majority may not have it yet, during a change of primary. */
const recheckMs = 1000;
/**
 * After a commit people wait for what its process does next, the answer and what is sent live; other services do not.
 * With two hundred watchers of a chat it takes two milliseconds of fifteen off nine messages in ten.
 */
const relayDelayMs = 5;
/** Facts handed to the bus and not yet safe. A reader that is down for long must not fill the memory. */
const maxInFlight = 5000;
const maxCounted = 100_000;
/** Of what a failover may still undo nothing is said. */
const readConcern = { level: 'majority' } as const;
/** How long a stop waits for what the bus has in hand; a row that is not done by then is relayed again. */
const stopPatienceMs = 3000;

interface LeaseRow {
  _id: string;
  holder: string;
  /** The database's time. */
  until: Date;
}

export class Outbox {
  readonly #clock: DatabaseClock;
  #rows: Collection<OutboxRow> | undefined;
  #leases: Collection<LeaseRow> | undefined;
  readonly #alarm = new Alarm();
  readonly #peers: ReplicaSignals | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  readonly #underWay = new Map<string, Promise<void>>();
  #relaying: { bus: Bus; log: Log } | undefined;
  /** Calls to look, and up to which one there was a look. */
  #calls = 0;
  #answered = 0;
  /** What is committed here while the database is asked what waits. */
  #meanwhile: OutboxRow[] | undefined;
  readonly #commits = new OpenCommits();
  /** More may wait than there was room for. */
  #full = false;
  /** The database's time until which this process relays; 0: it is not the last that did. */
  #leaseUntilMs = 0;
  /** Monotonic time until which another process may hold the lease. */
  #othersUntilMs = 0;

  constructor(clock: DatabaseClock, peers?: ReplicaSignals) {
    this.#clock = clock;
    this.#peers = peers;
    peers?.on('outbox', () => {
      if (this.#leaseUntilMs > 0) this.wake();
    });
    // Whoever stopped may leave facts of its own, too.
    peers?.on('relay', () => {
      this.#othersUntilMs = 0;
      this.wake();
    });
  }

  async open(connection: Connection): Promise<void> {
    this.#rows = await openRows<OutboxRow>(connection, 'outbox', [{ keys: { at: 1, _id: 1 } }]);
    this.#leases = await openRows<LeaseRow>(connection, 'leases');
  }

  /** Inside a commit; where it did not throw, `committed` or `failed` follows once that is over. */
  async add(rows: readonly OutboxRow[], session: ClientSession): Promise<void> {
    const [only, ...others] = rows as readonly never[];
    if (!only) return;
    this.#commits.begin(rows);
    // As JSON has it: what is read from here is what was handed on at once.
    const options = { session: session as never, ignoreUndefined: true };
    try {
      if (others.length > 0) await this.#collection.insertMany([only, ...others], options);
      else await this.#collection.insertOne(only, options);
    } catch (error) {
      this.#commits.end(rows);
      throw error;
    }
  }

  get #collection() {
    if (!this.#rows) throw new Error('the outbox is used before the start');
    return this.#rows;
  }

  /** A commit may have left something here. */
  wake(): void {
    this.#calls++;
    this.#alarm.ring();
  }

  /** The commit of these has failed, or nobody knows what became of it. */
  failed(rows: readonly OutboxRow[]): void {
    this.#commits.end(rows);
    if (rows.length > 0) this.wake();
  }

  /**
   * A commit has left these here. Whoever relays hands them on at once and does not ask for what it has just written,
   * but for what would pass another of its own: of two commits at once it is the look that tells which was first.
   */
  committed(rows: readonly OutboxRow[]): void {
    if (rows.length === 0) return;
    const rivals = this.#commits.end(rows);
    // Half a lease is left for the look after these, which renews it where they take so long.
    const leasedAtMs = this.#leaseUntilMs - leaseMs / 2;
    const leased = (this.#clock.known?.getTime() ?? Number.POSITIVE_INFINITY) < leasedAtMs;
    const due = this.#full || this.#answered < this.#calls;
    if (!leased || rivals || this.#stopping || !this.#relaying) this.wake();
    else if (this.#meanwhile) this.#meanwhile.push(...rows);
    else if (due || rows.length > maxInFlight - this.#underWay.size) this.wake();
    else {
      this.#handOn(rows, this.#relaying);
      this.#alarm.ringIn(leaseMs / 3);
    }
  }

  /** How many facts wait; counted up to a hundred thousand, so that a long stall does not make the look itself long. */
  async waiting(): Promise<number> {
    return this.#collection.countDocuments({}, { limit: maxCounted });
  }

  /** Id of the fact that has waited longest. */
  async oldest(): Promise<string | undefined> {
    const first = { sort: { _id: 1 }, projection: { _id: 1 } } as const;
    return (await this.#collection.findOne({}, { ...first, readConcern }))?._id;
  }

  /** Relays until stopped; `holder` names this process in the lease that makes one process relay at a time. */
  start(bus: Bus, holder: string, log: Log): void {
    this.#stopping = false;
    this.#relaying = { bus, log };
    this.#running = this.#run(bus, holder, log);
  }

  async #run(bus: Bus, holder: string, log: Log): Promise<void> {
    let failures = 0;
    let woken = false;
    while (!this.#stopping) {
      let inMs = retryDelayMs;
      try {
        inMs = await this.#turn({ bus, holder, log, woken });
        failures = 0;
      } catch (error) {
        failures++;
        if (failures === 1 || failures % 20 === 0) log.warn({ err: error }, 'the outbox waits');
      }
      if (inMs > 0 && !this.#stopping) woken = await this.#alarm.sleep(inMs);
    }
    const ended = Promise.allSettled([...this.#underWay.values()]);
    await Promise.race([ended, pauseUnref(stopPatienceMs)]);
    this.#leaseUntilMs = 0;
    await this.#leases?.deleteOne({ _id: 'relay', holder }).catch(() => undefined);
    this.#peers?.send('relay');
  }

  /** Relays what waits, and resolves to when to look again. Where nothing waits no lease is taken and none renewed. */
  async #turn(turn: { bus: Bus; holder: string; log: Log; woken: boolean }): Promise<number> {
    const { bus, holder, log, woken } = turn;
    if (!woken && this.#underWay.size === 0 && !(await this.oldest())) return pollIntervalMs;
    const heldForMs = this.#othersUntilMs - performance.now();
    if (heldForMs > 0 || !(await this.#lease(holder))) {
      this.#peers?.send('outbox');
      return heldForMs > 0 ? heldForMs : leaseMs;
    }
    this.#full = await this.#relay(bus, log);
    if (this.#full && this.#underWay.size < maxInFlight) return 0;
    if (this.#underWay.size > 0) return leaseMs / 3;
    return woken ? recheckMs : pollIntervalMs;
  }

  async #lease(holder: string): Promise<boolean> {
    const at = await this.#clock.now();
    if (this.#leaseUntilMs - at.getTime() > leaseMs / 2) return true;
    const until = new Date(at.getTime() + leaseMs);
    try {
      const taken = await this.#leases?.findOneAndUpdate(
        { _id: 'relay', $or: [{ holder }, { until: { $lt: at } }] },
        { $set: { holder, until } },
        { upsert: true, returnDocument: 'after' },
      );
      this.#leaseUntilMs = taken ? until.getTime() : 0;
      return Boolean(taken);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 11000) throw error;
      this.#leaseUntilMs = 0;
      this.#othersUntilMs = performance.now() + leaseMs;
      return false;
    }
  }

  /** Starts publishing what is not under way yet, in commit order per aggregate; resolves to whether more may wait. */
  async #relay(bus: Bus, log: Log): Promise<boolean> {
    const room = Math.min(batchSize, maxInFlight - this.#underWay.size);
    if (room <= 0) return true;
    // A call of its own: what is committed during one that fails waits for the next.
    const calls = ++this.#calls;
    const meanwhile: OutboxRow[] = [];
    this.#meanwhile = meanwhile;
    try {
      const found = await this.#collection
        .find({ _id: { $nin: [...this.#underWay.keys()] } }, { readConcern })
        .sort({ at: 1, _id: 1 })
        .limit(room)
        .toArray();
      // The process may have slept through its lease; another one relays these rows then.
      if ((await this.#clock.now()).getTime() >= this.#leaseUntilMs) return true;
      const full = found.length === room;
      const all = new Map([...found, ...(full ? [] : meanwhile)].map((row) => [row._id, row]));
      this.#handOn([...all.values()], { bus, log });
      this.#answered = calls;
      return full;
    } finally {
      this.#meanwhile = undefined;
    }
  }

  #handOn(rows: readonly OutboxRow[], { bus, log }: { bus: Bus; log: Log }): void {
    // The same for all, so that none passes another.
    const turn = pause(relayDelayMs);
    for (const row of inCommitOrder(rows)) {
      const sending = turn
        .then(() => bus.publish(asEvent(row)))
        .then(async () => {
          await this.#collection.deleteOne({ _id: row._id });
          this.#underWay.delete(row._id);
          if (this.#full) this.#alarm.ring();
        });
      this.#underWay.set(
        row._id,
        sending.catch(async (error) => {
          log.debug({ err: error, event: row._id }, 'an event waits for another try');
          await pauseUnref(this.#stopping ? 0 : 250);
          this.#underWay.delete(row._id);
          this.#alarm.ring();
        }),
      );
    }
  }

  /** Resolves to whether anything was under way or waiting; returns once all of it has been tried. */
  async settle(): Promise<boolean> {
    const busy = this.#underWay.size > 0 || (await this.waiting()) > 0;
    this.wake();
    if (busy)
      await Promise.race([Promise.allSettled([...this.#underWay.values()]), pauseUnref(200)]);
    return busy;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.ring();
    await this.#running;
  }
}
