/**
 * Bounds how many requests of one network run at the same time. The event loop serves all visitors, so a network that
 * sends many at once would otherwise be ahead of everyone else with each of them.
 */

import { tooManyRequests } from '@nameloan/contracts/errors';

export interface TurnLimits {
  atOnce: number;
  /** Requests of a network that may wait. */
  maxWaiting: number;
  /** A request that waits for a slow system costs others nothing, so its turn ends after this time. */
  turnMs: number;
}

const defaults: TurnLimits = { atOnce: 4, maxWaiting: 500, turnMs: 250 };

interface Network {
  running: number;
  waiting: (() => void)[];
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
    const network = this.#networks.get(key) ?? { running: 0, waiting: [] };
    this.#networks.set(key, network);
    if (network.running < this.#limits.atOnce) network.running++;
    else await this.#wait(network);
    return this.#start(key, network);
  }

  #wait({ waiting }: Network): Promise<void> {
    if (waiting.length >= this.#limits.maxWaiting) throw tooManyRequests('Too many requests.', 1);
    return new Promise((resolve) => waiting.push(resolve));
  }

  #start(key: string, network: Network): EndTurn {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      const next = network.waiting.shift();
      if (next) return next();
      network.running--;
      if (network.running === 0) this.#networks.delete(key);
    };
    const timer = setTimeout(end, this.#limits.turnMs).unref();
    return end;
  }
}
