/** One body's part of the memory for all bodies: one of 10 MB is fine, a hundred are not, and one address has a few. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { clientNetwork } from '@nameloan/service/client-network.ts';
import type { ByteBudget } from './byte-budget.ts';

const megabyte = 1024 * 1024;
/** What is free in each body of what all have together, so that small calls go on while large ones are turned away. */
const freeBytesPerBody = 100 * 1024;
/** What one address may hold. A contract of 10 MB may be checked without login. */
const maxBytesPerAddress = { visitor: 12 * megabyte, member: 24 * megabyte };

export class BodyMemory {
  readonly #budget: ByteBudget;
  readonly #client: string;
  readonly #mostBytes: number;
  #ownBytes = 0;
  #sharedBytes = 0;
  #released = false;

  constructor(budget: ByteBudget, { kind, ip }: Actor) {
    this.#budget = budget;
    this.#client = clientNetwork(ip);
    this.#mostBytes = kind === 'account' ? maxBytesPerAddress.member : maxBytesPerAddress.visitor;
  }

  /** Counts bytes that are about to be kept. Throws as the budget does when there is no room for them. */
  reserve(bytes: number): void {
    if (this.#released) return;
    const sharedBytes = Math.max(0, this.#ownBytes + bytes - freeBytesPerBody) - this.#sharedBytes;
    this.#budget.reserve(this.#client, { ownBytes: bytes, sharedBytes }, this.#mostBytes);
    this.#ownBytes += bytes;
    this.#sharedBytes += sharedBytes;
  }

  /** Nobody needs the body any more; what still comes of it is not kept and not counted. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#budget.release(this.#client, {
      ownBytes: this.#ownBytes,
      sharedBytes: this.#sharedBytes,
    });
  }
}
