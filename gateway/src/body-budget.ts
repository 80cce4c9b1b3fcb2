/** How much memory the large bodies of all callers may take together: one of 10 MB is fine, a hundred are not. */

import { DomainError } from '@nameloan/contracts/errors.ts';

/** What is free in each body, so that small calls go on while large ones are turned away. */
const freeBytes = 100 * 1024;

/** One body's part of the budget. */
export class BodyShare {
  readonly #budget: BodyBudget;
  #bytes = 0;
  #heldBytes = 0;
  #over = false;

  constructor(budget: BodyBudget) {
    this.#budget = budget;
  }

  /** Counts bytes that are about to be kept; UNAVAILABLE when all bodies together have no room for them. */
  take(bytes: number): void {
    if (this.#over) return;
    const beyond = Math.max(0, this.#bytes + bytes - freeBytes) - this.#heldBytes;
    this.#budget.take(beyond);
    this.#bytes += bytes;
    this.#heldBytes += beyond;
  }

  /** Nobody needs the body any more; what still comes of it is not kept and not counted. */
  giveBack(): void {
    this.#over = true;
    this.#budget.giveBack(this.#heldBytes);
    this.#heldBytes = 0;
  }
}

export class BodyBudget {
  readonly #mostBytes: number;
  #heldBytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  take(bytes: number): void {
    if (this.#heldBytes + bytes > this.#mostBytes) {
      throw new DomainError('UNAVAILABLE', 'This is busy right now. Please try again.', {
        retryAfterSeconds: 5,
      });
    }
    this.#heldBytes += bytes;
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
