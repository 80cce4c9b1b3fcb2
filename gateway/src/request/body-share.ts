/** Memory that one request body reserves from the shared budget: limits the total of all bodies and of each address. */

import type { Actor } from '@nameloan/contracts/actor';
import { clientNetwork } from '@nameloan/security/client-network';
import type { ByteBudget } from './byte-budget.ts';

const megabyte = 1024 * 1024;
/** The first bytes of a body are not charged to the shared budget, so that small requests work while large ones are rejected. */
const freeBytesPerBody = 100 * 1024;
/** The limit per address. A contract of 10 MB can be verified without login. */
const maxBytesPerAddress = { visitor: 12 * megabyte, member: 24 * megabyte };

export class BodyMemory {
  readonly #budget: ByteBudget;
  readonly #client: string;
  readonly #maxBytes: number;
  #ownBytes = 0;
  #sharedBytes = 0;
  #released = false;

  constructor(budget: ByteBudget, { kind, ip }: Actor) {
    this.#budget = budget;
    this.#client = clientNetwork(ip);
    this.#maxBytes = kind === 'account' ? maxBytesPerAddress.member : maxBytesPerAddress.visitor;
  }

  /** Reserves memory for bytes about to be kept. Throws if the budget has no room. */
  reserve(bytes: number): void {
    if (this.#released) return;
    const sharedBytes = Math.max(0, this.#ownBytes + bytes - freeBytesPerBody) - this.#sharedBytes;
    this.#budget.reserve(this.#client, { ownBytes: bytes, sharedBytes }, this.#maxBytes);
    this.#ownBytes += bytes;
    this.#sharedBytes += sharedBytes;
  }

  /** Releases the memory; bytes that still arrive are neither kept nor counted. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#budget.release(this.#client, {
      ownBytes: this.#ownBytes,
      sharedBytes: this.#sharedBytes,
    });
  }
}
