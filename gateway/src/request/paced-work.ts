/**
 * Spreads the expensive work of one network over time. The event loop serves all visitors, so an allowance that is
 * spent in one burst would delay everyone for as long.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { DomainError } from '@nameloan/contracts/errors';
import { tooManyRequests } from '@nameloan/contracts/errors';

export interface Pace {
  /** Thread time that a network may use at `burstShare`. */
  burstMs: number;
  /** Share of the thread in a burst: the calls of others, which need many turns, run in between. */
  burstShare: number;
  /** Share of the thread beyond. */
  share: number;
  /** Pieces of work that may wait. */
  maxWaiting: { client: number; network: number };
}

const defaults = { burstShare: 0.25, maxWaiting: { client: 50, network: 200 } };

/** Whose work it is: the clients of a network share its pace, and take turns. */
export interface Sender {
  network: string;
  /** Default: the network is one client. */
  client?: string;
}

type Turn = PromiseWithResolvers<void>;

interface Network {
  /** When its work so far would have ended at its share of the thread. */
  paidAtMs: number;
  /** The earliest time of the next piece. */
  nextAtMs: number;
  running: boolean;
  /** By client; the next turn is that of the first one. */
  waiting: Map<string, Turn[]>;
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

  /**
   * Runs the work of a network one after another, and passes the thread time that it took to `charge`. It contains the
   * work of others if `work` waits for anything. TOO_MANY_REQUESTS if too much work of the client waits, or too much of
   * its network and no other client has more.
   */
  run<T>(
    sender: Sender,
    work: () => T | Promise<T>,
    charge: (spentMs: number) => void = () => undefined,
  ): Promise<T> {
    return this.#takeTurn(sender, async (network) => {
      const startedMs = threadMs();
      try {
        return await work();
      } finally {
        const spentMs = threadMs() - startedMs;
        this.#spend(network, spentMs);
        charge(spentMs);
      }
    });
  }

  /** Resolves when work may start that will take about this thread time. TOO_MANY_REQUESTS like `run`. */
  wait(sender: Sender, expectedMs: number): Promise<void> {
    return this.#takeTurn(sender, (network) => this.#spend(network, expectedMs));
  }

  async #takeTurn<T>(
    { network: key, client = '' }: Sender,
    act: (network: Network) => T | Promise<T>,
  ): Promise<T> {
    const idle = { paidAtMs: 0, nextAtMs: 0, running: false, waiting: new Map() };
    const network = this.#networks.get(key) ?? idle;
    this.#networks.set(key, network);
    if (network.running) await this.#wait(network, client);
    network.running = true;
    try {
      const delayMs = this.#delayMs(network);
      if (delayMs > 0) await pause(delayMs);
      return await act(network);
    } finally {
      startNext(network);
      this.#forgetIdle(key, network);
    }
  }

  #wait(network: Network, client: string): Promise<void> {
    const { maxWaiting } = this.#pace;
    const own = network.waiting.get(client) ?? [];
    const total = [...network.waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= maxWaiting.client) throw this.#tooMany(network);
    if (total >= maxWaiting.network) this.#makeRoom(network, own.length);
    const turn = Promise.withResolvers<void>();
    own.push(turn);
    network.waiting.set(client, own);
    return turn.promise;
  }

  /** The last in the longest queue gives way to a client whose queue is shorter. */
  #makeRoom(network: Network, ownLength: number): void {
    const [longest] = [...network.waiting.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length <= ownLength + 1) throw this.#tooMany(network);
    longest.pop()?.reject(this.#tooMany(network));
  }

  #tooMany(network: Network): DomainError {
    return tooManyRequests('Too many requests.', this.#delayMs(network) / 1000);
  }

  #delayMs({ paidAtMs, nextAtMs }: Network): number {
    const { burstMs, share } = this.#pace;
    return Math.max(nextAtMs, paidAtMs - burstMs / share) - performance.now();
  }

  #spend(network: Network, spentMs: number): void {
    const { burstShare, share } = this.#pace;
    const now = performance.now();
    network.nextAtMs = now + spentMs * (1 / burstShare - 1);
    network.paidAtMs = Math.max(network.paidAtMs, now) + spentMs / share;
  }

  #forgetIdle(key: string, network: Network): void {
    if (network.running) return;
    const restMs = Math.max(0, network.paidAtMs - performance.now());
    setTimeout(() => {
      const isIdle = !network.running && network.paidAtMs <= performance.now();
      if (isIdle && this.#networks.get(key) === network) this.#networks.delete(key);
    }, restMs + 1).unref();
  }
}

/** The turn passes directly to the next client, so that no newcomer takes it. */
function startNext(network: Network): void {
  const [next] = network.waiting;
  network.running = next !== undefined;
  if (!next) return;
  const [client, turns] = next;
  const turn = turns.shift();
  network.waiting.delete(client);
  if (turns.length > 0) network.waiting.set(client, turns);
  turn?.resolve();
}
