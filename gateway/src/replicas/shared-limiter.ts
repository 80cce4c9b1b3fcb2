/** A limit shared by all gateways. It draws points for about a second at a time, so that few requests access the store. */

import { LRUCache } from 'lru-cache';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, Grant } from './window.ts';

const maxKeys = 50_000;

export type Draw = (allowance: Allowance, key: string, wanted: number) => Promise<Grant>;

interface DrawnPoints {
  left: number;
  /** Wall time at which the remaining points expire. */
  endsMs: number;
  exhausted: boolean;
  rejected: number;
  drawing: Promise<void> | undefined;
}

export class SharedLimiter {
  readonly points: number;
  readonly #allowance: Allowance;
  readonly #draw: Draw;
  /** The points of one draw, and those that each gateway grants without one, so that small clients never access the store. */
  readonly #portion: number;
  readonly #free: number;
  readonly #drawn = new LRUCache<string, DrawnPoints>({ max: maxKeys });

  constructor(allowance: Allowance, draw: Draw) {
    this.points = allowance.points;
    this.#allowance = allowance;
    this.#draw = draw;
    this.#free = Math.floor(allowance.points / 60);
    this.#portion = Math.max(1, this.#free);
  }

  /** Throws RateLimiterRes once the allowance of all gateways is exhausted. */
  async consume(key: string, points = 1): Promise<void> {
    const drawn = this.#pointsOf(key);
    while (drawn.left < points) {
      if (drawn.exhausted && drawn.endsMs > Date.now()) throw this.#rejection(drawn, points);
      // One draw at a time, however many requests of this client are pending.
      drawn.drawing ??= this.#drawMore(key, drawn, points);
      await drawn.drawing;
    }
    drawn.left -= points;
  }

  /** Charges work that has already been done. */
  async penalty(key: string, points: number): Promise<void> {
    this.#pointsOf(key).left -= points;
  }

  #pointsOf(key: string): DrawnPoints {
    const nowMs = Date.now();
    const known = this.#drawn.get(key);
    if (known && (known.endsMs > nowMs || known.drawing)) return known;
    const endsMs = nowMs + this.#allowance.seconds * 1000;
    const fresh = { left: this.#free, endsMs, exhausted: false, rejected: 0, drawing: undefined };
    this.#drawn.set(key, fresh);
    return fresh;
  }

  async #drawMore(key: string, drawn: DrawnPoints, points: number): Promise<void> {
    const wanted = Math.max(this.#portion, points - drawn.left);
    try {
      const granted = await this.#draw(this.#allowance, key, wanted);
      drawn.left += granted.points;
      drawn.endsMs = granted.endsMs;
      drawn.exhausted = granted.points < wanted;
    } finally {
      drawn.drawing = undefined;
    }
  }

  #rejection(drawn: DrawnPoints, points: number): RateLimiterRes {
    drawn.rejected += points;
    return new RateLimiterRes(0, drawn.endsMs - Date.now(), this.points + drawn.rejected);
  }
}
