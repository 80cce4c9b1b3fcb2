/** The pace of requests to one server: an interval between starts, and pauses that it demands or that failures cause. Pure. */

const minRetryMs = 1000;
/** Longer demands are cut, so that a wrong header cannot stop look-ups for days. */
const maxRetryMs = 3_600_000;
const firstRefusalMs = 30_000;
const firstFailureMs = 2000;
const maxFailurePauseMs = 300_000;
const maxDoublings = 20;

export type PauseReason = 'RATE_LIMITED' | 'UNAVAILABLE';

/** Times are milliseconds of one clock, which the caller passes. */
export class Pace {
  readonly #startIntervalMs: number;
  #nextStartAt = 0;
  #pausedUntil = 0;
  #reason: PauseReason = 'UNAVAILABLE';
  #refusals = 0;
  #failures = 0;

  constructor(startIntervalMs: number) {
    this.#startIntervalMs = startIntervalMs;
  }

  /** Milliseconds until the next request may start. */
  waitMs(at: number): number {
    this.#limit(at);
    return Math.max(0, this.#nextStartAt - at, this.#pausedUntil - at);
  }

  /** The pause in effect; undefined when there is none. */
  pause(at: number): { ms: number; reason: PauseReason } | undefined {
    this.#limit(at);
    const ms = this.#pausedUntil - at;
    return ms > 0 ? { ms, reason: this.#reason } : undefined;
  }

  /** A clock that was set back must not stop the queue for longer than before. */
  #limit(at: number): void {
    this.#nextStartAt = Math.min(this.#nextStartAt, at + this.#startIntervalMs);
    this.#pausedUntil = Math.min(this.#pausedUntil, at + maxRetryMs);
  }

  started(at: number): void {
    this.#nextStartAt = at + this.#startIntervalMs;
  }

  succeeded(): void {
    this.#refusals = 0;
    this.#failures = 0;
  }

  /** The server limits the rate; without `retryAfterMs` the pause doubles from half a minute. */
  refused(at: number, retryAfterMs: number | undefined): void {
    const pauseMs = retryAfterMs ?? doubled(firstRefusalMs, this.#refusals);
    this.#refusals += 1;
    this.#pauseFor(at, Math.min(maxRetryMs, Math.max(minRetryMs, pauseMs)), 'RATE_LIMITED');
  }

  /** The server failed or did not respond; the pause doubles from two seconds to five minutes. */
  failed(at: number, retryAfterMs: number | undefined): void {
    const pauseMs = Math.min(maxFailurePauseMs, doubled(firstFailureMs, this.#failures));
    this.#failures += 1;
    const demanded = Math.min(maxRetryMs, retryAfterMs ?? 0);
    this.#pauseFor(at, Math.max(pauseMs, demanded), 'UNAVAILABLE');
  }

  #pauseFor(at: number, ms: number, reason: PauseReason): void {
    if (at + ms <= this.#pausedUntil) return;
    this.#pausedUntil = at + ms;
    this.#reason = reason;
  }
}

const doubled = (firstMs: number, times: number) => firstMs * 2 ** Math.min(times, maxDoublings);
