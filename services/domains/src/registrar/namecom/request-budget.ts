/**
 * The hourly budget of requests to one account. Every process of the service sends requests to it, so each takes slices
 * of the budget from one database row, and a request costs a database command only when a slice is used up.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseClock } from '@nameloan/persistence/database-clock';
import { rowsOf } from '@nameloan/persistence/open-rows';
import type { Store } from '@nameloan/persistence/store';
import { EppUnavailableError } from '../registrar-errors.ts';
import type { RequestKind, Slice } from './budget-slices.ts';
import { grantSlice, usableMs } from './budget-slices.ts';
import type { Turn } from './request-turns.ts';
import { SharedTurns } from './request-turns.ts';

export interface RequestBudget {
  /** Counts one request that is sent within the next seconds. Throws BUSY when the hour's budget is used up. */
  take(kind: RequestKind): Promise<void>;
  /** The request that `take` counted just now is not sent. */
  giveBack(): void;
  /** When the next request may be sent. Throws BUSY when it would wait for too long. */
  reserveTurn(kind: RequestKind): Promise<Turn>;
  /** Milliseconds of performance.now() until which no process may send a request after a 429, as far as is known. */
  readonly pausedUntil: number;
  /** Other processes read it with their next turn. */
  sharePause(pauseMs: number): void;
}

export const budgetRows = 'registrar_budgets';
const maxAttempts = 20;
const maxRetryDelayMs = 50;
const duplicateKey = 11_000;

interface Row {
  _id: string;
  version: number;
  slices: Slice[];
}

/** A slice that this process uses. */
interface Allowance {
  readonly id: string;
  readonly kind: RequestKind;
  readonly size: number;
  used: number;
  /** Milliseconds of performance.now(). */
  readonly usableUntil: number;
}

const isUsable = ({ used, size, usableUntil }: Allowance) =>
  used < size && performance.now() < usableUntil;

/** `QUERY`: for requests of either kind. `ORDER`: of the share that is left to orders. */
export class SharedBudget implements RequestBudget {
  readonly #rows: ReturnType<typeof rowsOf<Row>>;
  readonly #clock = new DatabaseClock();
  readonly #account: string;
  readonly #holder = randomUUID();
  #allowances: Allowance[] = [];
  #lastUsed: Allowance | undefined;
  readonly #refills = new Map<RequestKind, Promise<boolean>>();
  readonly #turns: SharedTurns;

  /** `account`: the id of the registrar connection. */
  constructor(connection: Store['connection'], account: string) {
    this.#clock.open(connection);
    this.#rows = rowsOf<Row>(connection, budgetRows);
    this.#account = account;
    this.#turns = new SharedTurns(connection, { rows: budgetRows, account });
  }

  get pausedUntil(): number {
    return this.#turns.pausedUntil;
  }

  reserveTurn(kind: RequestKind): Promise<Turn> {
    return this.#turns.reserve(kind);
  }

  async take(kind: RequestKind): Promise<void> {
    for (;;) {
      const allowance = this.#allowances.find(
        (one) => isUsable(one) && (one.kind === 'QUERY' || kind === 'ORDER'),
      );
      if (allowance) {
        allowance.used += 1;
        this.#lastUsed = allowance;
        return;
      }
      if (!(await this.#refill(kind)))
        throw new EppUnavailableError('BUSY', 'The registrar’s limit of requests is used up.');
    }
  }

  giveBack(): void {
    if (this.#lastUsed && this.#lastUsed.used > 0) this.#lastUsed.used -= 1;
  }

  sharePause(pauseMs: number): void {
    // Without it another process gets a 429 as well.
    void this.#turns.pause(pauseMs).catch(() => undefined);
  }

  /** Callers of one kind share a refill. False: the budget is used up. */
  #refill(kind: RequestKind): Promise<boolean> {
    const running = this.#refills.get(kind);
    if (running) return running;
    const refill = this.#takeSlice(kind)
      .catch(() => {
        throw new EppUnavailableError('BUSY', 'The budget of requests could not be read.');
      })
      .finally(() => this.#refills.delete(kind));
    this.#refills.set(kind, refill);
    return refill;
  }

  async #takeSlice(kind: RequestKind): Promise<boolean> {
    const { id, holder } = { id: randomUUID(), holder: this.#holder };
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const startedAt = performance.now();
      const at = await this.#clock.now();
      const row = await this.#rows.findOne({ _id: this.#account });
      const slices = this.#returnUnused(row?.slices ?? []);
      const granted = grantSlice(slices, { kind, at, id, holder });
      if (!granted) return false;
      if (!(await this.#write(row, granted.slices))) {
        await pause(Math.random() * maxRetryDelayMs);
        continue;
      }
      const { size, kind: use } = granted.slice;
      this.#allowances = this.#allowances.filter(isUsable);
      this.#allowances.push({ id, kind: use, size, used: 0, usableUntil: startedAt + usableMs });
      return true;
    }
    throw new Error('other processes take slices of the budget all the time');
  }

  /** A slice that this process does not use any more counts only what was sent. */
  #returnUnused(slices: readonly Slice[]): Slice[] {
    const live = new Map(this.#allowances.filter(isUsable).map((one) => [one.id, one]));
    const ended = new Map(this.#allowances.map((one) => [one.id, one]));
    return slices.flatMap((slice) => {
      const mine = live.has(slice.id) ? undefined : ended.get(slice.id);
      if (!mine) return [slice];
      return mine.used > 0 ? [{ ...slice, size: mine.used }] : [];
    });
  }

  /** False: another process has changed the row since it was read. */
  async #write(row: Row | null, slices: Slice[]): Promise<boolean> {
    const version = row?.version ?? 0;
    const filter = { _id: this.#account, version };
    try {
      const set = { $set: { version: version + 1, slices } };
      const { modifiedCount, upsertedCount } = await this.#rows.updateOne(filter, set, {
        upsert: row === null,
      });
      return modifiedCount + upsertedCount > 0;
    } catch (error) {
      if ((error as { code?: unknown }).code === duplicateKey) return false;
      throw error;
    }
  }
}
