/** How many sockets a network or an account has open: here, and at all gateways together. */

import type { Peers } from '../replicas/replicas.ts';

export class SocketCounts {
  readonly #peers: Peers;
  readonly #here = new Map<string, number>();

  constructor(peers: Peers) {
    this.#peers = peers;
  }

  /** At all gateways. */
  of(key: string): number {
    return (this.#here.get(key) ?? 0) + this.#peers.elsewhere(key);
  }

  /** One more; call the result once when it is gone. */
  add(key: string): () => void {
    this.#change(key, 1);
    return () => this.#change(key, -1);
  }

  [Symbol.iterator](): Iterator<[string, number]> {
    return this.#here.entries();
  }

  #change(key: string, by: number): void {
    const count = (this.#here.get(key) ?? 0) + by;
    if (count > 0) this.#here.set(key, count);
    else this.#here.delete(key);
    this.#peers.changed();
  }
}
