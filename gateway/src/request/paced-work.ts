/**
 * Spreads the expensive work of one network over time. The event loop serves all visitors, so an allowance that is
 * spent in one burst would delay everyone for as long.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { tooManyRequests } from '@nameloan/contracts/errors';

export interface Pace {
  /** Thread time that a network may use at `burstShare`. */
  burstMs: number;
  /** Share of the thread in a burst: the calls of others, which need many turns, run in between. */
  burstShare: number;
  /** Share of the thread beyond. */
  share: number;
  /** Pieces of work of a network that may wait. */
  maxWaiting: number;
}

const defaults = { burstShare: 0.25, maxWaiting: 50 };

interface Network {
  /** When its work so far would have ended at its share of the thread. */
  paidAtMs: number;
  /** The earliest time of the next piece. */
  nextAtMs: number;
  waiting: number;
  last: Promise<unknown>;
}

/** Milliseconds that this thread has worked. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export class PacedWork {
  readonly #pace: Pace;
  readonly #networks = new Map<string, Network>();

  constructor(pace: Pick<Pace, 'burstMs' | 'share'> & Partial<Pace>) {
    this.#pace = { ...defaults, ...pace };
  }

  /** Runs the work of a network one after another. TOO_MANY_REQUESTS if too much of it waits. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const idle = { paidAtMs: 0, nextAtMs: 0, waiting: 0, last: Promise.resolve() };
    const network = this.#networks.get(key) ?? idle;
    this.#networks.set(key, network);
    if (network.waiting >= this.#pace.maxWaiting)
      throw tooManyRequests('Too many requests.', this.#delayMs(network) / 1000);
    network.waiting++;
    const result = network.last.then(() => this.#runNext(network, work));
    network.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      network.waiting--;
      this.#forgetIdle(key, network);
    }
  }

  #delayMs({ paidAtMs, nextAtMs }: Network): number {
    const { burstMs, share } = this.#pace;
    return Math.max(nextAtMs, paidAtMs - burstMs / share) - performance.now();
  }

  async #runNext<T>(network: Network, work: () => Promise<T>): Promise<T> {
    const delayMs = this.#delayMs(network);
    if (delayMs > 0) await pause(delayMs);
    const startedMs = threadMs();
    try {
      return await work();
    } finally {
      const { burstShare, share } = this.#pace;
      const spentMs = threadMs() - startedMs;
      network.nextAtMs = performance.now() + spentMs * (1 / burstShare - 1);
      network.paidAtMs = Math.max(network.paidAtMs, performance.now()) + spentMs / share;
    }
  }

  #forgetIdle(key: string, network: Network): void {
    if (network.waiting > 0) return;
    const restMs = Math.max(0, network.paidAtMs - performance.now());
    setTimeout(() => {
      const isIdle = network.waiting === 0 && network.paidAtMs <= performance.now();
      if (isIdle && this.#networks.get(key) === network) this.#networks.delete(key);
    }, restMs + 1).unref();
  }
}
