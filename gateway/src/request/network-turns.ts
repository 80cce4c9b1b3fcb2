/**
 * Bounds how many requests of one network run at the same time. The event loop serves all visitors, so a network that
 * sends many at once would otherwise be ahead of everyone else with each of them.
 */

import { tooManyRequests } from '@nameloan/contracts/errors';

export interface TurnLimits {
  atOnce: number;
  /** The number of turns for which a network may run `atOnce`. Beyond, it runs one at a time. */
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
  /** Turns of its burst that it has used, as of `atMs`; at most twice the burst, so that a rest of seconds is enough. */
  used: number;
  atMs: number;
  forgetting: boolean;
}

/** Ends a turn; repeatable. */
export type EndTurn = () => void;

export class NetworkTurns {
  readonly #limits: TurnLimits;
  readonly #networks = new Map<string, Network>();

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /** Resolves when it is this request's turn, in the order of arrival. TOO_MANY_REQUESTS if too many of its network wait. */
  async take(key: string): Promise<EndTurn> {
    const unknown = { running: 0, waiting: [], used: 0, atMs: Date.now(), forgetting: false };
    const network = this.#networks.get(key) ?? unknown;
    this.#networks.set(key, network);
    if (network.waiting.length >= this.#limits.maxWaiting)
      throw tooManyRequests('Too many requests.', 1);
    const turn = Promise.withResolvers<void>();
    network.waiting.push(turn.resolve);
    this.#startWaiting(network);
    await turn.promise;
    return this.#createEnd(key, network);
  }

  /** Networks that have requests, or had some moments ago. */
  get size(): number {
    return this.#networks.size;
  }

  #atOnce(network: Network): number {
    const { atOnce, burst, burstPerSecond } = this.#limits;
    const now = Date.now();
    const regained = (Math.max(0, now - network.atMs) * burstPerSecond) / 1000;
    network.used = Math.max(0, network.used - regained);
    network.atMs = now;
    return network.used < burst ? atOnce : 1;
  }

  #startWaiting(network: Network): void {
    const { burst } = this.#limits;
    while (network.waiting.length > 0 && network.running < this.#atOnce(network)) {
      network.running++;
      network.used = Math.min(network.used + 1, 2 * burst);
      network.waiting.shift()?.();
    }
  }

  #createEnd(key: string, network: Network): EndTurn {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      network.running--;
      this.#startWaiting(network);
      if (network.running === 0 && !network.forgetting) this.#forgetIdle(key, network);
    };
    const timer = setTimeout(end, this.#limits.turnMs).unref();
    return end;
  }

  /** Once its burst is whole again, because a new network has one. */
  #forgetIdle(key: string, network: Network): void {
    network.forgetting = true;
    const afterMs = Math.ceil((network.used / this.#limits.burstPerSecond) * 1000);
    setTimeout(() => {
      network.forgetting = false;
      this.#atOnce(network);
      if (network.running > 0) return;
      if (network.used > 0) this.#forgetIdle(key, network);
      else if (this.#networks.get(key) === network) this.#networks.delete(key);
    }, afterMs).unref();
  }
}
