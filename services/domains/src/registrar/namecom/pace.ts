/**
 * The pace of requests to one account: turns, the budget of each hour, and the pauses that the registrar demands. Wall
 * time.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { EppUnavailableError } from '../registrar-errors.ts';
import type { RequestKind } from './budget-slices.ts';
import type { RequestBudget } from './request-budget.ts';
import { maxPauseMs, maxWaitMs } from './request-turns.ts';

/** A process that stalls at its turns takes others. */
const maxTurns = 5;
const minPauseMs = 1000;

/** The header's time is wall time, whatever the business clock says. */
const wallMs = () => performance.timeOrigin + performance.now();

export class Pace {
  readonly #budget: RequestBudget;
  #pausedUntil = 0;

  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  /** Resolves when the request may be sent. Throws BUSY when that would take too long. */
  async takeTurn(kind: RequestKind): Promise<void> {
    const lastAt = performance.now() + maxWaitMs[kind];
    this.#assertBefore(lastAt);
    await this.#budget.take(kind);
    try {
      await this.#waitForTurn(kind, lastAt);
    } catch (error) {
      this.#budget.giveBack();
      throw error;
    }
  }

  async #waitForTurn(kind: RequestKind, lastAt: number): Promise<void> {
    for (let count = 0; count < maxTurns; count++) {
      this.#assertBefore(lastAt);
      await waitUntil(this.#resumesAt());
      const { startAt, endAt } = await this.#budget.reserveTurn(kind);
      if (startAt > lastAt) break;
      await waitUntil(startAt);
      const at = performance.now();
      if (at <= endAt && at >= this.#resumesAt()) return;
    }
    throw usedUp();
  }

  /** The end of the present pause. */
  #resumesAt(): number {
    return Math.max(this.#pausedUntil, this.#budget.pausedUntil);
  }

  #assertBefore(lastAt: number): void {
    if (this.#resumesAt() > lastAt) throw usedUp();
  }

  /** After a 429: no request is sent until `untilMs` of wall time, or for a minute if the response does not say. */
  stopUntil(untilMs: number | undefined): void {
    const demandedMs = untilMs === undefined ? 60_000 : untilMs - wallMs();
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, demandedMs));
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
    this.#budget.sharePause(pauseMs);
  }
}

const usedUp = () =>
  new EppUnavailableError('BUSY', 'The registrar’s limit of requests is used up.');

async function waitUntil(at: number): Promise<void> {
  const waitMs = at - performance.now();
  if (waitMs > 0) await pause(waitMs);
}

/** When requests are accepted again, in milliseconds of wall time; undefined without a usable header. */
export function readReset(headers: Headers): number | undefined {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(retryAfter)) return wallMs() + retryAfter * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? reset * 1000 : undefined;
}
