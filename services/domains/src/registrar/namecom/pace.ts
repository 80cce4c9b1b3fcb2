/**
 * The pace of requests to one account: an interval between them, the budget of each hour, and the pauses that the
 * registrar demands. Wall time.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { EppUnavailableError } from '../registrar-errors.ts';
import type { RequestKind } from './budget-slices.ts';
import type { RequestBudget } from './request-budget.ts';

/** A caller waits no longer for its turn. */
const maxWaitMs = 10_000;
const minPauseMs = 1000;
const maxPauseMs = 3_600_000;

/** The header's time is wall time, whatever the business clock says. */
const wallMs = () => performance.timeOrigin + performance.now();

export class Pace {
  readonly #budget: RequestBudget;
  #nextAt = 0;
  #pausedUntil = 0;

  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  /** Resolves when the request may be sent. Throws BUSY when that would take too long. */
  async takeTurn(kind: RequestKind): Promise<void> {
    this.#assertSoon(this.#startAt());
    await this.#budget.take(kind);
    // With a new slice the budget may have read a pause of another process.
    const startAt = this.#startAt();
    try {
      this.#assertSoon(startAt);
    } catch (error) {
      this.#budget.giveBack();
      throw error;
    }
    this.#nextAt = startAt + this.#budget.intervalMs;
    const waitMs = startAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
  }

  #startAt(): number {
    const pausedUntil = Math.max(this.#pausedUntil, this.#budget.pausedUntil);
    return Math.max(performance.now(), this.#nextAt, pausedUntil);
  }

  #assertSoon(startAt: number): void {
    if (startAt - performance.now() > maxWaitMs)
      throw new EppUnavailableError('BUSY', 'The registrar’s limit of requests is used up.');
  }

  /** After a 429: no request is sent until `untilMs` of wall time, or for a minute if the response does not say. */
  stopUntil(untilMs: number | undefined): void {
    const demandedMs = untilMs === undefined ? 60_000 : untilMs - wallMs();
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, demandedMs));
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
    this.#budget.sharePause(pauseMs);
  }
}

/** When requests are accepted again, in milliseconds of wall time; undefined without a usable header. */
export function readReset(headers: Headers): number | undefined {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(retryAfter)) return wallMs() + retryAfter * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? reset * 1000 : undefined;
}
