/** The database's time, which all processes of a service share for leases. */

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
    const hello = this.#connection?.db?.admin().command({ hello: 1 });
    const answer = await inTime(Promise.resolve(hello));
    if (!(answer?.localTime instanceof Date))
      throw new Error('the database does not report its time');
    const monotonicMs = performance.now();
    const aheadMs = answer.localTime.getTime() - monotonicMs;
    return { aheadMs, monotonicMs, wallMs: Date.now() };
  }
}

const timeOf = ({ aheadMs }: Reading): Date => new Date(performance.now() + aheadMs);

function isFresh(reading: Reading | undefined): reading is Reading {
  if (!reading) return false;
  const passedMs = performance.now() - reading.monotonicMs;
  const driftMs = Date.now() - reading.wallMs - passedMs;
  return passedMs < freshMs && Math.abs(driftMs) < maxDriftMs;
}
