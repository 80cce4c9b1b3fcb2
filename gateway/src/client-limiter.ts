/** Limiters of requests per client, and the allowance of pages and files, which the web app's server has too. */

import { setTimeout as pause } from 'node:timers/promises';
import { tooManyRequests } from '@nameloan/contracts/errors';
import { clientNetwork } from '@nameloan/security/client-network';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Draw } from './replicas/shared-limiter.ts';
import { SharedLimiter } from './replicas/shared-limiter.ts';

/** Anonymous callers may not spend the allowance of a minute in one burst. */
const burstAllowance = { seconds: 5, shareOfMinute: 1 / 5, min: 100 };
/** Pages, their files and descriptions of the API: one page of the app consists of dozens of files. */
const fileShare = 4;
/** After this many rejections a client's responses are delayed, because immediate rejections cost other clients time. */
export const maxPromptRejections = 20;
export const slowRejectionMs = 1000;

export interface Limiter {
  readonly points: number;
  /** Throws RateLimiterRes. */
  consume(key: string, points?: number): Promise<unknown>;
  penalty(key: string, points: number): Promise<unknown>;
}

const createLocalLimiter = (points: number, duration: number): Limiter =>
  new RateLimiterMemory({ points, duration });

/** Shared by all gateways with `draw`, otherwise of this process. */
export const createLimiter = (
  { name, points, seconds }: { name: string; points: number; seconds: number },
  draw: Draw | undefined,
): Limiter =>
  draw ? new SharedLimiter({ name, points, seconds }, draw) : createLocalLimiter(points, seconds);

/** The allowance of a minute, and a smaller one of a few seconds. */
export function createAddressLimiters(
  { name, share, perMinute }: { name: string; share: number; perMinute: number },
  draw: Draw | undefined,
): Limiter[] {
  return [
    createLimiter({ name, points: perMinute * share, seconds: 60 }, draw),
    // Bursts are limited per gateway, because each has its own event loop.
    createLocalLimiter(
      Math.max(burstAllowance.min, perMinute * burstAllowance.shareOfMinute) * share,
      burstAllowance.seconds,
    ),
  ];
}

/** Throws TOO_MANY_REQUESTS with the seconds to wait once the allowance is exhausted. */
export async function consume(limiter: Limiter, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    if (error.consumedPoints > limiter.points + maxPromptRejections * points)
      await pause(slowRejectionMs);
    throw tooManyRequests('Too many requests.', error.msBeforeNext / 1000);
  }
}

export interface FileLimitOptions {
  on: boolean;
  addressPerMinute: number;
  draw?: Draw | undefined;
}

export class FileLimits {
  readonly #limiters: readonly Limiter[];

  constructor({ on, addressPerMinute, draw }: FileLimitOptions) {
    const limit = { name: 'address-files', share: fileShare, perMinute: addressPerMinute };
    this.#limiters = on ? createAddressLimiters(limit, draw) : [];
  }

  /** Charges a page, a file or a path that does not exist, a large file several times. Throws TOO_MANY_REQUESTS. */
  async count(ip: string, points = 1): Promise<void> {
    for (const one of this.#limiters) await consume(one, clientNetwork(ip), points);
  }
}
