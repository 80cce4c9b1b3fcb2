/** Limits the concurrent registry sessions of all replicas: one database row per session, held by a lease. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseClock } from '@nameloan/persistence/database-clock';
import { rowsOf } from '@nameloan/persistence/open-rows';
import type { Store } from '@nameloan/persistence/store';

/** Permission to open one session. */
export interface Slot {
  /** True: its lease could not be renewed, so it must not be used. */
  readonly lost: boolean;
  /** True: another replica waits for a slot, and the minimum hold time is over. */
  readonly requested: boolean;
  release(): Promise<void>;
}

export interface SessionSlots {
  /** The next free slot; undefined when none is free until the deadline, in milliseconds of performance.now(). */
  acquire(deadline: number, onChange: () => void): Promise<Slot | undefined>;
}

export const sessionRows = 'epp_sessions';
const leaseMs = 15_000;
const heartbeatIntervalMs = 2_000;
const pollIntervalMs = 200;
/** Minimum hold time, so that competing replicas do not spend their time logging in and out. */
const minHoldMs = 2_000;
const requestMs = 5_000;

interface Row {
  _id: string;
  holder: string;
  /** These three are database times. */
  since: Date;
  until: Date;
  wantedUntil?: Date;
}

type Rows = ReturnType<typeof rowsOf<Row>>;

const never = new Date(0);
const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

interface SlotLease {
  id: string;
  holder: string;
  onChange(): void;
}

class LeasedSlot implements Slot {
  readonly #rows: Rows;
  readonly #clock: DatabaseClock;
  readonly #lease: SlotLease;
  readonly #acquiredMs = performance.now();
  readonly #heartbeat: NodeJS.Timeout;
  #renewedMs = this.#acquiredMs;
  #requested = false;
  #lost = false;

  constructor(rows: Rows, clock: DatabaseClock, lease: SlotLease) {
    this.#rows = rows;
    this.#clock = clock;
    this.#lease = lease;
    this.#heartbeat = setInterval(() => void this.#renew(), heartbeatIntervalMs);
    this.#heartbeat.unref();
  }

  get lost() {
    return this.#lost;
  }

  get requested() {
    return this.#requested && performance.now() - this.#acquiredMs >= minHoldMs;
  }

  async release() {
    clearInterval(this.#heartbeat);
    const { id: _id, holder } = this.#lease;
    // The holder is cleared, so that a running heartbeat cannot renew it. Without the database the lease expires.
    const free = { $set: { until: never, holder: '' } };
    await this.#rows.updateOne({ _id, holder }, free).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { id: _id, holder, onChange } = this.#lease;
    const startedMs = performance.now();
    try {
      const at = await this.#clock.now();
      const set = { until: addMs(at, leaseMs) };
      const after = { returnDocument: 'after' } as const;
      const row = await this.#rows.findOneAndUpdate({ _id, holder }, { $set: set }, after);
      this.#lost = row === null;
      this.#requested = (row?.wantedUntil ?? never) > at;
      // The lease counts from before the write, whatever its duration.
      this.#renewedMs = startedMs;
    } catch {
      this.#lost = performance.now() - this.#renewedMs > leaseMs - heartbeatIntervalMs;
    }
    if (this.#lost) clearInterval(this.#heartbeat);
    if (this.#lost || this.#requested) onChange();
  }
}

export class SharedSlots implements SessionSlots {
  readonly #rows: Rows;
  readonly #clock = new DatabaseClock();
  readonly #ids: readonly string[];

  /** `max` is the registry's limit for the account, whose rows have the prefix. */
  constructor(connection: Store['connection'], max: number, prefix = '') {
    this.#clock.open(connection);
    this.#rows = rowsOf<Row>(connection, sessionRows);
    this.#ids = Array.from({ length: max }, (_, number) => `${prefix}session-${number + 1}`);
  }

  async acquire(deadline: number, onChange: () => void): Promise<Slot | undefined> {
    const holder = randomUUID();
    for (let attempts = 0; ; attempts++) {
      for (const id of this.#ids)
        if (await this.#claim(id, holder))
          return new LeasedSlot(this.#rows, this.#clock, { id, holder, onChange });
      if (performance.now() + pollIntervalMs >= deadline) return undefined;
      // Repeated while waiting, because a request expires or ends with the slot's release.
      if (attempts % 10 === 0) await this.#requestSlot();
      await pause(pollIntervalMs * (0.5 + Math.random()));
    }
  }

  async #claim(_id: string, holder: string): Promise<boolean> {
    const at = await this.#clock.now();
    const set = { holder, since: at, until: addMs(at, leaseMs), wantedUntil: never };
    const free = { _id, until: { $lte: at } };
    try {
      await this.#rows.findOneAndUpdate(free, { $set: set }, { upsert: true });
      return true;
    } catch (error) {
      // The row exists and is held.
      if ((error as { code?: unknown }).code === 11_000) return false;
      throw error;
    }
  }

  /** Marks the slot that has been held longest as requested. */
  async #requestSlot(): Promise<void> {
    const slots = { _id: { $in: [...this.#ids] } };
    const [oldest] = await this.#rows.find(slots).sort({ since: 1 }).limit(1).toArray();
    const wantedUntil = addMs(await this.#clock.now(), requestMs);
    if (oldest) await this.#rows.updateOne({ _id: oldest._id }, { $set: { wantedUntil } });
  }
}
