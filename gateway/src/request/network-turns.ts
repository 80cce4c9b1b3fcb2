/**
 * Bounds how many requests of one network run at the same time. The event loop serves all visitors, so a network that
 * sends many at once would otherwise be ahead of everyone else with each of them.
 */

import { tooManyRequests } from '@nameloan/contracts/errors';

export interface TurnLimits {
  atOnce: number;
  /** So many turns of a network run `atOnce`. Beyond, one at a time, so that others wait for one request at most. */
  burst: number;
  /** Turns that an idle network regains for its next burst. */
  burstPerSecond: number;
  /** Requests of a network that may wait. */
  maxWaiting: number;
  /** A request that waits for a slow system costs others nothing, so its turn ends after this time. */
  turnMs: number;
}

const defaults: TurnLimits = {
  atOnce: 4,
  burst: 20,
  burstPerSecond: 10,
  maxWaiting: 500,
  turnMs: 250,
};

interface Network {
  running: number;
  waiting: (() => void)[];
  /** Turns of its burst that it has used, as of `atMs`. */
  used: number;
  atMs: number;
}

/** Ends a turn; repeatable. */
export type EndTurn = () => void;

export class NetworkTurns {
  readonly #limits: TurnLimits;
  readonly #networks = new Map<string, Network>();

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /** Resolves when it is this request's turn. TOO_MANY_REQUESTS if too many of its network wait. */
  async take(key: string): Promise<EndTurn> {
    const unknown = { running: 0, waiting: [], used: 0, atMs: Date.now() };
    const network = this.#networks.get(key) ?? unknown;
    this.#networks.set(key, network);
    if (network.running < this.#atOnce(network)) this.#begin(network);
    else await this.#wait(network);
    return this.#createEnd(key, network);
  }

  #atOnce(network: Network): number {
    const { atOnce, burst, burstPerSecond } = this.#limits;
    const now = Date.now();
    const regained = (Math.max(0, now - network.atMs) * burstPerSecond) / 1000;
    network.used = Math.max(0, network.used - regained);
    network.atMs = now;
    return network.used < burst ? atOnce : 1;
  }

  #begin(network: Network): void {
    network.running++;
    network.used++;
  }

  #wait({ waiting }: Network): Promise<void> {
    if (waiting.length >= this.#limits.maxWaiting) throw tooManyRequests('Too many requests.', 1);
    return new Promise((resolve) => waiting.push(resolve));
  }

  #createEnd(key: string, network: Network): EndTurn {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      network.running--;
      while (network.waiting.length > 0 && network.running < this.#atOnce(network)) {
        this.#begin(network);
        network.waiting.shift()?.();
      }
      if (network.running === 0) this.#forgetIdle(key, network);
    };
    const timer = setTimeout(end, this.#limits.turnMs).unref();
    return end;
  }

  /** Once its burst is whole again, because a new network has one. */
  #forgetIdle(key: string, network: Network): void {
    const { burstPerSecond } = this.#limits;
    const afterMs = Math.ceil((network.used / burstPerSecond) * 1000);
    setTimeout(() => {
      this.#atOnce(network);
      if (network.running > 0 || network.used > 0) return;
      if (this.#networks.get(key) === network) this.#networks.delete(key);
    }, afterMs).unref();
  }
}
