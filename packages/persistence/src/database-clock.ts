/** The database's time, which all processes of a service share for leases. */

import { SettingsError } from '@nameloan/runtime/settings';
import type { Connection } from 'mongoose';
import { inTime } from './database-unavailable.ts';

/** Maximum age of a reading: a failover may change the clock. */
const freshMs = 5_000;
/** Beyond this, the machine slept or its wall clock was set. */
const maxDriftMs = 250;

interface Reading {
  /** The database's time, less this machine's monotonic one. */
  aheadMs: number;
  monotonicMs: number;
  wallMs: number;
}

export class DatabaseClock {
  #connection: Connection | undefined;
  #reading: Reading | undefined;

  open(connection: Connection): void {
    this.#connection = connection;
    this.#reading = undefined;
  }

  /** Throws SettingsError if the database does not report its time, without which no lease can be taken. */
  async check(): Promise<void> {
    const localTime = await this.#askTime();
    if (!(localTime instanceof Date))
      throw new SettingsError([
        `MONGODB_URL names a server that Nameloan cannot use: ${complaint(localTime)}.`,
      ]);
  }

  /** Never ahead of the database's time, and behind by at most the latency of one response. */
  async now(): Promise<Date> {
    this.#reading = isFresh(this.#reading) ? this.#reading : await this.#read();
    return timeOf(this.#reading);
  }

  /** `now` if a fresh reading is cached. */
  get known(): Date | undefined {
    const reading = this.#reading;
    return isFresh(reading) ? timeOf(reading) : undefined;
  }

  async #read(): Promise<Reading> {
    const localTime = await this.#askTime();
    if (!(localTime instanceof Date)) throw new Error(complaint(localTime));
    const monotonicMs = performance.now();
    const aheadMs = localTime.getTime() - monotonicMs;
    return { aheadMs, monotonicMs, wallMs: Date.now() };
  }

  async #askTime(): Promise<unknown> {
    const hello = this.#connection?.db?.admin().command({ hello: 1 });
    return (await inTime(Promise.resolve(hello)))?.localTime;
  }
}

function complaint(localTime: unknown): string {
  if (localTime === undefined) return 'the database does not report its time (hello.localTime)';
  return `the database reports its time as a ${typeof localTime}, not as a date (hello.localTime)`;
}

const timeOf = ({ aheadMs }: Reading): Date => new Date(performance.now() + aheadMs);

function isFresh(reading: Reading | undefined): reading is Reading {
  if (!reading) return false;
  const passedMs = performance.now() - reading.monotonicMs;
  const driftMs = Date.now() - reading.wallMs - passedMs;
  return passedMs < freshMs && Math.abs(driftMs) < maxDriftMs;
}
