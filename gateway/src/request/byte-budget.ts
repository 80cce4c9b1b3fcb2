/** Memory that clients may hold here: so much together, and so much each, so that one cannot hold it all. */

import { DomainError } from '@nameloan/contracts/errors.ts';

const busy = 'This is busy right now. Please try again.';
const retryAfterSeconds = 5;

export interface MemoryRequest {
  /** Bytes that count against the client's own share. */
  ownBytes: number;
  /** Bytes that count against what all have together. */
  sharedBytes: number;
}

export class ByteBudget {
  readonly #mostBytes: number;
  #sharedBytes = 0;
  readonly #held = new Map<string, number>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /**
   * Sets memory aside for a client. TOO_MANY_REQUESTS when it would hold more than `shareBytes`, UNAVAILABLE when all
   * together have no room for it now.
   */
  reserve(client: string, { ownBytes, sharedBytes }: MemoryRequest, shareBytes: number): void {
    const held = this.#held.get(client) ?? 0;
    if (held + ownBytes > shareBytes) {
      const sentence = 'Too much at once is coming from you. Please wait for the rest to end.';
      throw new DomainError('TOO_MANY_REQUESTS', sentence, { retryAfterSeconds });
    }
    if (this.#sharedBytes + sharedBytes > this.#mostBytes) {
      throw new DomainError('UNAVAILABLE', busy, { retryAfterSeconds });
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
