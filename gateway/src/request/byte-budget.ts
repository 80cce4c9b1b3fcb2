/** A memory budget with a limit for all clients together and one per client. */

import { DomainError, tooManyRequests } from '@nameloan/contracts/errors';

const busyMessage = 'The service is busy right now. Try again.';
const retryAfterSeconds = 5;

export interface MemoryRequest {
  /** Bytes charged to the client's own limit. */
  ownBytes: number;
  /** Bytes charged to the common limit. */
  sharedBytes: number;
}

export class ByteBudget {
  readonly #maxBytes: number;
  #sharedBytes = 0;
  readonly #held = new Map<string, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Reserves memory for a client. Throws TOO_MANY_REQUESTS beyond the client's limit of `maxClientBytes`, and UNAVAILABLE
   * if the common budget is exhausted.
   */
  reserve(client: string, { ownBytes, sharedBytes }: MemoryRequest, maxClientBytes: number): void {
    const held = this.#held.get(client) ?? 0;
    if (held + ownBytes > maxClientBytes) {
      throw tooManyRequests('You are sending too much at once.', retryAfterSeconds);
    }
    if (this.#sharedBytes + sharedBytes > this.#maxBytes) {
      throw new DomainError('UNAVAILABLE', busyMessage, { retryAfterSeconds });
    }
    this.#held.set(client, held + ownBytes);
    this.#sharedBytes += sharedBytes;
  }

  release(client: string, { ownBytes, sharedBytes }: MemoryRequest): void {
    const left = (this.#held.get(client) ?? 0) - ownBytes;
    if (left > 0) this.#held.set(client, left);
    else this.#held.delete(client);
    this.#sharedBytes -= sharedBytes;
  }
}
