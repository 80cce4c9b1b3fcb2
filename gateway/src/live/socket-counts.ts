/** Counts open sockets per network and account, here and across all gateways. */

import type { GatewayReplicas } from '../replicas/replicas.ts';

export class SocketCounts {
  readonly #replicas: GatewayReplicas;
  readonly #here = new Map<string, number>();

  constructor(replicas: GatewayReplicas) {
    this.#replicas = replicas;
  }

  /** The count across all gateways. */
  of(key: string): number {
    return (this.#here.get(key) ?? 0) + this.#replicas.elsewhere(key);
  }

  /** Counts one more socket; call the returned function once when it closes. */
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
    this.#replicas.changed();
  }
}
