/** Lets a bounded number of costly works run at once and a bounded number wait. */

import { DomainError } from '@nameloan/contracts/errors.ts';

export class ConcurrencyLimiter {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = waiting;
  }

  /** Runs `work` when it is its turn; UNAVAILABLE when too many wait already. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting) {
        throw new DomainError('UNAVAILABLE', 'This is busy right now. Please try again.', {
          retryAfterSeconds: 1,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn is handed on, so nobody who comes in between can take it as well.
      if (next) next();
      else this.#running--;
    }
  }
}
