/**
 * Turns to send requests to one account: every process of the service reserves them in one database row, so the pace
 * holds for all processes together, however many there are. A reservation is one database command for all requests of
 * the process that wait then.
 */

import { rowsOf } from '@nameloan/persistence/open-rows';
import type { Store } from '@nameloan/persistence/store';
import { EppUnavailableError } from '../registrar-errors.ts';
import type { RequestKind } from './budget-slices.ts';

/** When a request may be sent, in milliseconds of performance.now(). */
export interface Turn {
  readonly startAt: number;
  /** Later it needs another turn: those that follow may be taken by other processes. */
  readonly endAt: number;
}

/**
 * An account may send 20 requests within a second. Those sent within one have turns within `1000 + maxDelayMs`, and
 * there are 20 of them at most.
 */
const intervalMs = 75;
/** Between the start of a turn by the database's time and the request; a slow database takes its share of it. */
const maxDelayMs = 495;
/** A request waits no longer for its turn. Orders get turns while queries already wait for too long. */
export const maxWaitMs: Readonly<Record<RequestKind, number>> = { ORDER: 10_000, QUERY: 8_000 };
const maxBatch = 10;
export const maxPauseMs = 3_600_000;
/** Times that are further ahead were written before the database's clock was set back. */
const maxAheadMs = maxWaitMs.ORDER + maxBatch * intervalMs + 5_000;
const maxAttempts = 5;
const duplicateKey = 11_000;

/** Times are those of the database. */
interface TurnsRow {
  _id: string;
  /** Of the last reservation. */
  reservedAt: Date;
  reservedFrom: Date;
  /** The first turn that is free. */
  freeFrom: Date;
  pausedUntil?: Date | null;
}

interface Waiting {
  resolve(turn: Turn): void;
  reject(error: Error): void;
}

const busy = () => new EppUnavailableError('BUSY', 'The registrar’s limit of requests is used up.');

export class SharedTurns {
  readonly #rows: ReturnType<typeof rowsOf<TurnsRow>>;
  readonly #id: string;
  readonly #waiting: Record<RequestKind, Waiting[]> = { ORDER: [], QUERY: [] };
  #isReserving = false;
  /** Milliseconds of performance.now() until which another process must send no request. */
  pausedUntil = 0;

  constructor(
    connection: Store['connection'],
    { rows, account }: { rows: string; account: string },
  ) {
    this.#rows = rowsOf<TurnsRow>(connection, rows);
    this.#id = `turns/${account}`;
  }

  /** Throws BUSY when the request would wait for too long, and when the database does not respond. */
  reserve(kind: RequestKind): Promise<Turn> {
    return new Promise((resolve, reject) => {
      this.#waiting[kind].push({ resolve, reject });
      if (!this.#isReserving) void this.#reserveAll();
    });
  }

  /** No process gets a turn within the pause. */
  async pause(pauseMs: number): Promise<void> {
    const until = { $add: ['$$NOW', Math.min(pauseMs, maxPauseMs)] };
    await this.#update([{ $set: { pausedUntil: { $max: ['$pausedUntil', until] } } }]);
  }

  /** Orders first. */
  async #reserveAll(): Promise<void> {
    this.#isReserving = true;
    for (;;) {
      const kind = this.#waiting.ORDER.length > 0 ? 'ORDER' : 'QUERY';
      const batch = this.#waiting[kind].splice(0, maxBatch);
      if (batch.length === 0) break;
      try {
        const turns = await this.#take(batch.length, maxWaitMs[kind]);
        for (const [at, { resolve, reject }] of batch.entries()) {
          const turn = turns[at];
          if (turn) resolve(turn);
          else reject(busy());
        }
      } catch {
        const error = new EppUnavailableError('BUSY', 'The turns of requests could not be read.');
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isReserving = false;
  }

  /** Empty: the next turns are too far ahead. */
  async #take(count: number, waitMs: number): Promise<Turn[]> {
    const sentAtMs = performance.now();
    const row = await this.#update([
      { $set: { reservedAt: '$$NOW', reservedFrom: { $max: ['$$NOW', ...obstacles] } } },
      {
        $set: {
          freeFrom: {
            $cond: [
              { $lte: ['$reservedFrom', { $add: ['$$NOW', waitMs] }] },
              { $add: ['$reservedFrom', count * intervalMs] },
              '$freeFrom',
            ],
          },
        },
      },
    ]);
    const receivedAtMs = performance.now();
    if (!row) throw new Error('the turns of requests are not stored');
    /** What is added to the database's time; behind by at most the time of the command. */
    const aheadMs = receivedAtMs - row.reservedAt.getTime();
    const pausedUntil = (row.pausedUntil?.getTime() ?? 0) + aheadMs;
    if (pausedUntil <= receivedAtMs + maxPauseMs) this.pausedUntil = pausedUntil;
    if (row.reservedFrom.getTime() > row.reservedAt.getTime() + waitMs) return [];
    return Array.from({ length: count }, (_, at) => {
      const startAt = row.reservedFrom.getTime() + at * intervalMs + aheadMs;
      return { startAt, endAt: startAt + maxDelayMs - (receivedAtMs - sentAtMs) };
    });
  }

  async #update(pipeline: object[]): Promise<TurnsRow | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#rows.findOneAndUpdate({ _id: this.#id }, pipeline as never, {
          upsert: true,
          returnDocument: 'after',
        });
      } catch (error) {
        // Another process has inserted the row at the same moment.
        const isDuplicate = (error as { code?: unknown }).code === duplicateKey;
        if (!isDuplicate || attempt >= maxAttempts) throw error;
      }
    }
  }
}

/** The time of a field, unless it is too far ahead. */
const unlessAhead = (field: string, aheadMs: number) => ({
  $cond: [{ $lte: [field, { $add: ['$$NOW', aheadMs] }] }, field, null],
});

/** Null and missing values count as none (MongoDB manual, "$max"). */
const obstacles = [
  unlessAhead('$freeFrom', maxAheadMs),
  unlessAhead('$pausedUntil', maxPauseMs + 5_000),
];
