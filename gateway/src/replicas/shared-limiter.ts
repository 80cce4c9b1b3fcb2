/** A limit that all gateways keep together: points are drawn by the second's worth, so that few requests ask the store. */

import { LRUCache } from 'lru-cache';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, Grant } from './window.ts';

const keys = 50_000;

export type Draw = (allowance: Allowance, key: string, wanted: number) => Promise<Grant>;

interface Drawn {
  left: number;
  /** Wall time at which what is left is worth nothing. */
  endsMs: number;
  usedUp: boolean;
  refused: number;
  drawing: Promise<void> | undefined;
}

export class SharedLimiter {
  readonly points: number;
  readonly #allowance: Allowance;
  readonly #draw: Draw;
  /** What one draw takes, and what each gateway lets pass without one: a caller who asks for little costs no store. */
  readonly #portion: number;
  readonly #free: number;
  readonly #drawn = new LRUCache<string, Drawn>({ max: keys });

  constructor(allowance: Allowance, draw: Draw) {
    this.points = allowance.points;
    this.#allowance = allowance;
    this.#draw = draw;
    this.#free = Math.floor(allowance.points / 60);
    this.#portion = Math.max(1, this.#free);
  }

  /** Throws RateLimiterRes once all gateways together have used the allowance up. */
  async consume(key: string, points = 1): Promise<void> {
    const drawn = this.#of(key);
    while (drawn.left < points) {
      if (drawn.usedUp && drawn.endsMs > Date.now()) throw this.#refusal(drawn, points);
      // One draw at a time, however many requests of this caller are here.
      drawn.drawing ??= this.#drawMore(key, drawn, points);
      await drawn.drawing;
    }
    drawn.left -= points;
  }

  /** What has been used already, and is known only now. */
  async penalty(key: string, points: number): Promise<void> {
    this.#of(key).left -= points;
  }

  #of(key: string): Drawn {
    const nowMs = Date.now();
    const known = this.#drawn.get(key);
    if (known && (known.endsMs > nowMs || known.drawing)) return known;
    const endsMs = nowMs + this.#allowance.seconds * 1000;
    const fresh = { left: this.#free, endsMs, usedUp: false, refused: 0, drawing: undefined };
    this.#drawn.set(key, fresh);
    return fresh;
  }

  async #drawMore(key: string, drawn: Drawn, points: number): Promise<void> {
    const wanted = Math.max(this.#portion, points - drawn.left);
    try {
      const granted = await this.#draw(this.#allowance, key, wanted);
      drawn.left += granted.points;
      drawn.endsMs = granted.endsMs;
      drawn.usedUp = granted.points < wanted;
    } finally {
      drawn.drawing = undefined;
    }
  }

  #refusal(drawn: Drawn, points: number): RateLimiterRes {
    drawn.refused += points;
    return new RateLimiterRes(0, drawn.endsMs - Date.now(), this.points + drawn.refused);
  }
}
