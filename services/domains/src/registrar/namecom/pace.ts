/**
 * The pace of requests to one account: an interval between them, a budget for each hour, and the pauses that the registrar
 * demands. Wall time.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { EppUnavailableError } from '../registrar-errors.ts';

/** Half of the 20 requests a second that an account may send, because replicas share it. */
const intervalMs = 100;
/** A caller waits no longer for its turn. */
const maxWaitMs = 10_000;
const hourMs = 3_600_000;
/** The requests that an account may send within an hour; queries leave a share of them to orders and changes. */
const hourlyLimits = { ORDER: 3000, QUERY: 2400 };
const minPauseMs = 1000;
const maxPauseMs = 3_600_000;

/** The header's time is wall time, whatever the business clock says. */
const wallMs = () => performance.timeOrigin + performance.now();

export class Pace {
  #nextAt = 0;
  #pausedUntil = 0;
  /** The times of the turns within the last hour, oldest first. */
  #turns: number[] = [];

  /** Resolves when the request may be sent. Throws BUSY when that would take too long. */
  async takeTurn(kind: keyof typeof hourlyLimits): Promise<void> {
    const at = performance.now();
    this.#assertBudget(kind, at);
    const startAt = Math.max(at, this.#nextAt, this.#pausedUntil);
    if (startAt - at > maxWaitMs)
      throw new EppUnavailableError('BUSY', 'The registrar’s limit of requests is used up.');
    this.#nextAt = startAt + intervalMs;
    this.#turns.push(startAt);
    if (startAt > at) await pause(startAt - at);
  }

  #assertBudget(kind: keyof typeof hourlyLimits, at: number): void {
    const first = this.#turns.findIndex((turn) => turn > at - hourMs);
    if (first !== 0) this.#turns = first < 0 ? [] : this.#turns.slice(first);
    if (this.#turns.length >= hourlyLimits[kind])
      throw new EppUnavailableError('BUSY', 'The registrar’s limit of requests is used up.');
  }

  /** After a 429: no request is sent until `untilMs` of wall time, or for a minute if the response does not say. */
  stopUntil(untilMs: number | undefined): void {
    const demandedMs = untilMs === undefined ? 60_000 : untilMs - wallMs();
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, demandedMs));
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
  }
}

/** When requests are accepted again, in milliseconds of wall time; undefined without a usable header. */
export function readReset(headers: Headers): number | undefined {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(retryAfter)) return wallMs() + retryAfter * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? reset * 1000 : undefined;
}
