/** One look-up in progress, which all callers for the same name share. */

import type { RdapReport, RdapResult } from './report.ts';

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export class Flight {
  /** Set once a caller is in a hurry; the queue reads it when it chooses the next request. */
  urgent = false;
  /** The registry's part, while the registrar is asked. */
  partial: RdapReport | undefined;
  readonly #ending = new AbortController();
  #callers = 0;
  #result: Promise<RdapResult> | undefined;

  /** Aborts when no caller waits any longer. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  start(work: (flight: Flight) => Promise<RdapResult>): void {
    this.#result = work(this);
  }

  end(): void {
    this.#ending.abort();
  }

  /** Waits until the deadline, which gives the registry's part alone if it is there. */
  async wait({ deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal | undefined }) {
    this.#callers += 1;
    const { promise: expired, resolve: expire } = Promise.withResolvers<RdapResult>();
    const leave = () =>
      expire(
        this.partial
          ? { kind: 'found', report: structuredClone(this.partial) }
          : { kind: 'unknown', reason: 'DEADLINE' },
      );
    const timer = setTimeout(leave, Math.min(deadlineMs, maxTimerMs));
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    try {
      return await Promise.race([this.#result ?? expired, expired]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      this.#callers -= 1;
      if (this.#callers === 0) this.end();
    }
  }
}
