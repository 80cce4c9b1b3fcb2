/** The installation's secrets that are understood now: one that seals and signs, and during a change a second one. */

import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** A signed actor lives so long, so a dropped secret is accepted for that time. */
const graceMs = 60_000;

export class Keyring {
  #secrets: readonly [string, ...string[]];
  #retired: { secret: string; untilMs: number }[] = [];

  /** `also` is only accepted: the former secret after a rotation, or the next one before it. */
  constructor(current: string, also?: string | undefined) {
    this.#secrets = listed(current, also);
  }

  /** Encrypts and signs. */
  get current(): string {
    return this.#secrets[0];
  }

  /** All accepted secrets, the current one first. */
  get all(): readonly string[] {
    const nowMs = Date.now();
    this.#retired = this.#retired.filter(({ untilMs }) => untilMs > nowMs);
    if (this.#retired.length === 0) return this.#secrets;
    return [...this.#secrets, ...this.#retired.map(({ secret }) => secret)];
  }

  /** Whether a rotation is in progress. */
  get changing(): boolean {
    return this.#secrets.length > 1;
  }

  /** Takes effect in everything that holds this keyring. */
  replace(current: string, also?: string | undefined): void {
    const secrets = listed(current, also);
    const untilMs = Date.now() + graceMs;
    const left = this.#secrets.filter((secret) => !secrets.includes(secret));
    // A secret that was dropped earlier keeps its deadline: services that share a keyring all call this.
    this.#retired = [
      ...this.#retired.filter(({ secret }) => !secrets.includes(secret)),
      ...left.map((secret) => ({ secret, untilMs })),
    ];
    this.#secrets = secrets;
  }

  /** Whether `given` is one of the secrets; compares in constant time. */
  accepts(given: unknown): boolean {
    return this.all.map((secret) => sameSecret(given, secret)).includes(true);
  }
}

function listed(current: string, also: string | undefined): readonly [string, ...string[]] {
  return also === undefined || also === current ? [current] : [current, also];
}

/** Compares two secrets in constant time. */
export function sameSecret(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

const ids = new Map<string, string>();

/** Identifies a secret without revealing it: eight characters that prefix every text it encrypted. */
export function keyIdOf(secret: string): string {
  let id = ids.get(secret);
  if (id === undefined) {
    const bytes = hkdfSync('sha256', secret, '', 'nameloan key id', 6);
    id = Buffer.from(bytes).toString('base64url');
    ids.set(secret, id);
  }
  return id;
}
