/** Limits on tries, per account and per network, in wall time and shared by all processes. */

import { createHash } from 'node:crypto';
import type { ErrorCode } from '@nameloan/contracts/errors.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { inTime } from '@nameloan/service/store/database-unavailable.ts';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { serviceContext } from '../service-context.ts';

const quarterHour = 15 * 60;

/** Tries per seconds. Logins, codes and reset tokens count only when they fail. */
const limits = {
  'login-address': { points: 100, duration: quarterHour },
  'login-account': { points: 10, duration: quarterHour },
  'mfa-account': { points: 10, duration: quarterHour },
  'password-account': { points: 10, duration: quarterHour },
  'register-address': { points: 200, duration: quarterHour },
  'register-email': { points: 10, duration: quarterHour },
  'reset-request-address': { points: 50, duration: quarterHour },
  'reset-request-email': { points: 5, duration: 60 * 60 },
  'reset-token-address': { points: 50, duration: quarterHour },
};

type LimitKind = keyof typeof limits;

/** One try: of which kind, and by or at whom. */
export interface Attempt {
  kind: LimitKind;
  key: string;
}

const collection = 'tries';
let limiters: Map<LimitKind, RateLimiterMongo> | undefined;

// Those that the library would make at every start.
serviceContext.store.defineRows(collection, [
  { keys: { expire: -1 }, expireAfterSeconds: 0 },
  { keys: { key: 1 }, unique: true },
]);

export function openRateLimits(): void {
  limiters = undefined;
  if (!serviceContext.rateLimits) return;
  const fresh = new Map<LimitKind, RateLimiterMongo>();
  for (const kind of Object.keys(limits) as LimitKind[]) {
    const limiter = new RateLimiterMongo({
      storeClient: serviceContext.store.connection.db,
      tableName: collection,
      keyPrefix: kind,
      disableIndexesCreation: true,
      ...limits[kind],
    });
    fresh.set(kind, limiter);
  }
  limiters = fresh;
}

/** Counts one try against each; TOO_MANY_REQUESTS with the seconds to wait when one is used up. */
export async function consumeAttempts(attempts: readonly Attempt[]): Promise<void> {
  for (const { kind, key } of attempts) {
    try {
      const counted = limiters?.get(kind)?.consume(digest(key));
      if (counted) await inTime(counted);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new DomainError('TOO_MANY_REQUESTS', 'Too many tries. Please try again later.', {
        retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
      });
    }
  }
}

const failures: readonly ErrorCode[] = ['UNAUTHENTICATED', 'MFA_INVALID', 'INVALID_INPUT'];

/**
 * Runs `work` as one try. It is counted before, so that many at once cannot pass the limit together,
 * and taken back unless `work` was refused because what it was given is wrong.
 */
export async function countFailures<R>(
  attempts: readonly Attempt[],
  work: () => Promise<R>,
): Promise<R> {
  await consumeAttempts(attempts);
  try {
    const result = await work();
    await refundAttempts(attempts);
    return result;
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    if (code && failures.includes(code)) throw error;
    const taken = refundAttempts(attempts);
    // Whoever has waited for a database that hangs does not wait for this too.
    if (code !== 'UNAVAILABLE') await taken;
    throw error;
  }
}

/** Uncounts a try that turned out right. */
export async function refundAttempts(attempts: readonly Attempt[]): Promise<void> {
  const taken = attempts.map(({ kind, key }) => limiters?.get(kind)?.reward(digest(key)));
  await inTime(Promise.all(taken)).catch((error: unknown) =>
    serviceContext.log.warn({ err: error }, 'a try stays counted'),
  );
}

/** Keys are e-mails and addresses of strangers too; only a digest of them rests here. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 27);
}
