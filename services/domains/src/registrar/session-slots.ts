/** The sessions that a registry allows at once, shared by all replicas: a row for each, held by lease. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseClock } from '@nameloan/service/store/database-clock.ts';
import { rowsOf } from '@nameloan/service/store/open-rows.ts';
import type { Store } from '@nameloan/service/store/store.ts';

/** A session that may be open. */
export interface Slot {
  /** Whether it may no longer be used: its lease could not be renewed. */
  readonly lost: boolean;
  /** Whether another replica waits for one, and this one has had it for a while. */
  readonly wanted: boolean;
  release(): Promise<void>;
}

export interface SessionSlots {
  /** The next that is free; undefined where none was until the deadline, in milliseconds of performance.now(). */
  acquire(deadline: number, onChange: () => void): Promise<Slot | undefined>;
}

export const sessionRows = 'epp_sessions';
const leaseMs = 15_000;
const heartbeatIntervalMs = 2_000;
const pollIntervalMs = 200;
/** Held for so long at least, so that replicas in need do not only log in and out. */
const minHoldMs = 2_000;
const requestMs = 5_000;

interface Row {
  _id: string;
  holder: string;
  /** The database's time, all three. */
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
  readonly #held: SlotLease;
  readonly #takenMs = performance.now();
  readonly #beat: NodeJS.Timeout;
  #renewedMs = this.#takenMs;
  #wanted = false;
  #lost = false;

  constructor(rows: Rows, clock: DatabaseClock, held: SlotLease) {
    this.#rows = rows;
    this.#clock = clock;
    this.#held = held;
    this.#beat = setInterval(() => void this.#renew(), heartbeatIntervalMs);
    this.#beat.unref();
  }

  get lost() {
    return this.#lost;
  }

  get wanted() {
    return this.#wanted && performance.now() - this.#takenMs >= minHoldMs;
  }

  async release() {
    clearInterval(this.#beat);
    const { id: _id, holder } = this.#held;
    // Nobody's, so that a heartbeat under way does not take it again. It ends by itself where the database is away.
    const free = { $set: { until: never, holder: '' } };
    await this.#rows.updateOne({ _id, holder }, free).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { id: _id, holder, onChange } = this.#held;
    const beganMs = performance.now();
    try {
      const at = await this.#clock.now();
      const set = { until: addMs(at, leaseMs) };
      const after = { returnDocument: 'after' } as const;
      const row = await this.#rows.findOneAndUpdate({ _id, holder }, { $set: set }, after);
      this.#lost = row === null;
      this.#wanted = (row?.wantedUntil ?? never) > at;
      // The lease runs from before the write, however long that took.
      this.#renewedMs = beganMs;
    } catch {
      this.#lost = performance.now() - this.#renewedMs > leaseMs - heartbeatIntervalMs;
    }
    if (this.#lost) clearInterval(this.#beat);
    if (this.#lost || this.#wanted) onChange();
  }
}

export class SharedSlots implements SessionSlots {
  readonly #rows: Rows;
  readonly #clock = new DatabaseClock();
  readonly #ids: readonly string[];

  /** `most`: how many the registry allows the account. */
  constructor(connection: Store['connection'], most: number) {
    this.#clock.open(connection);
    this.#rows = rowsOf<Row>(connection, sessionRows);
    this.#ids = Array.from({ length: most }, (_, number) => `session-${number + 1}`);
  }

  async acquire(deadline: number, onChange: () => void): Promise<Slot | undefined> {
    const holder = randomUUID();
    for (let tries = 0; ; tries++) {
      for (const id of this.#ids)
        if (await this.#claim(id, holder))
          return new LeasedSlot(this.#rows, this.#clock, { id, holder, onChange });
      if (performance.now() + pollIntervalMs >= deadline) return undefined;
      // Asked for again while it waits: the wish ends by itself with whoever had it.
      if (tries % 10 === 0) await this.#want();
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
      // It is there, and held.
      if ((error as { code?: unknown }).code === 11_000) return false;
      throw error;
    }
  }

  /** Tells whoever has held one longest that another is in need of it. */
  async #want(): Promise<void> {
    const mine = { _id: { $in: [...this.#ids] } };
    const [oldest] = await this.#rows.find(mine).sort({ since: 1 }).limit(1).toArray();
    const wantedUntil = addMs(await this.#clock.now(), requestMs);
    if (oldest) await this.#rows.updateOne({ _id: oldest._id }, { $set: { wantedUntil } });
  }
}
