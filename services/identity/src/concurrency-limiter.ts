/** Concurrency limiter with a bounded queue. */

import { DomainError } from '@nameloan/contracts/errors';

export class ConcurrencyLimiter {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#maxWaiting = waiting;
  }

  /** Runs `work` when a slot is free; UNAVAILABLE if the queue is full. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#maxWaiting) {
        throw new DomainError('UNAVAILABLE', 'The service is busy right now. Try again.', {
          retryAfterSeconds: 1,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes directly to the next in the queue, so a concurrent caller cannot take it.
      if (next) next();
      else this.#running--;
    }
  }
}
