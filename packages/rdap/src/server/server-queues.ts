/** One queue per server; idle ones are dropped, so that strangers cannot fill the memory with servers. */

import type { QueuedRequest, ServerAnswer } from './server-queue.ts';
import { ServerQueue } from './server-queue.ts';

const maxQueues = 2000;

export class ServerQueues {
  readonly #startIntervalMs: number;
  readonly #queues = new Map<string, ServerQueue>();

  constructor(startIntervalMs: number) {
    this.#startIntervalMs = startIntervalMs;
  }

  /** Sends a request in its server's turn. Never rejects. */
  run(server: string, request: QueuedRequest): Promise<ServerAnswer> {
    const queue = this.#queues.get(server) ?? this.#add(server);
    return queue?.run(request) ?? Promise.resolve({ kind: 'unknown', reason: 'UNAVAILABLE' });
  }

  close(): void {
    for (const queue of this.#queues.values()) queue.close();
    this.#queues.clear();
  }

  #add(server: string): ServerQueue | undefined {
    if (this.#queues.size >= maxQueues)
      for (const [each, { idle }] of this.#queues) if (idle) this.#queues.delete(each);
    if (this.#queues.size >= maxQueues) return undefined;
    const queue = new ServerQueue(this.#startIntervalMs);
    this.#queues.set(server, queue);
    return queue;
  }
}
