/** The installation's secrets that are understood now: one that seals and signs, and during a change a second one. */

import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** An actor that was signed just before a secret was given up is under way for at most as long as it lives. */
const graceMs = 60_000;

export class Keyring {
  #secrets: readonly [string, ...string[]];
  #retired: { secret: string; untilMs: number }[] = [];

  /** `also` is only understood: the former secret after a change, or the coming one before it. */
  constructor(current: string, also?: string | undefined) {
    this.#secrets = listed(current, also);
  }

  /** What seals and signs. */
  get current(): string {
    return this.#secrets[0];
  }

  /** All that is understood, the current one first. */
  get all(): readonly string[] {
    const nowMs = Date.now();
    this.#retired = this.#retired.filter(({ untilMs }) => untilMs > nowMs);
    if (this.#retired.length === 0) return this.#secrets;
    return [...this.#secrets, ...this.#retired.map(({ secret }) => secret)];
  }

  /** Whether a second secret is kept, as while it is changed. */
  get changing(): boolean {
    return this.#secrets.length > 1;
  }

  /** From now on everywhere that this ring was handed to. */
  replace(current: string, also?: string | undefined): void {
    const secrets = listed(current, also);
    const untilMs = Date.now() + graceMs;
    const left = this.#secrets.filter((secret) => !secrets.includes(secret));
    // One that left earlier keeps its own end: parts that share a ring each hand the same secrets to it.
    this.#retired = [
      ...this.#retired.filter(({ secret }) => !secrets.includes(secret)),
      ...left.map((secret) => ({ secret, untilMs })),
    ];
    this.#secrets = secrets;
  }

  /** Whether that is one of the secrets; the time it takes does not tell how much of it agrees. */
  accepts(given: unknown): boolean {
    return this.all.map((secret) => sameSecret(given, secret)).includes(true);
  }
}

function listed(current: string, also: string | undefined): readonly [string, ...string[]] {
  return also === undefined || also === current ? [current] : [current, also];
}

/** Compares two secrets without telling by time how much of them agrees. */
export function sameSecret(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

const ids = new Map<string, string>();

/** Names a secret without giving anything of it away: eight characters that stand before what it sealed. */
export function keyIdOf(secret: string): string {
  let id = ids.get(secret);
  if (id === undefined) {
    const bytes = hkdfSync('sha256', secret, '', 'nameloan key id', 6);
    id = Buffer.from(bytes).toString('base64url');
    ids.set(secret, id);
  }
  return id;
}
