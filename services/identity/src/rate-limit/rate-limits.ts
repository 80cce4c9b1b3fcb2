/** Rate limits per account and network, in wall time, shared by all processes. */

import { createHash } from 'node:crypto';
import type { Actor } from '@nameloan/contracts/actor';
import type { ErrorCode } from '@nameloan/contracts/errors';
import { DomainError, tooManyRequests } from '@nameloan/contracts/errors';
import { inTime } from '@nameloan/persistence/database-unavailable';
import { clientNetwork } from '@nameloan/security/client-network';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { serviceContext } from '../service-context.ts';

const quarterHour = 15 * 60;

/** Attempts per duration in seconds. Logins, codes and reset tokens count only if they fail, except in the first. */
const limits = {
  // Every check takes a processor for tens of milliseconds, whether the password is right or not.
  'password-address': { points: 300, duration: quarterHour },
  'login-address': { points: 100, duration: quarterHour },
  'login-account': { points: 10, duration: quarterHour },
  'mfa-account': { points: 10, duration: quarterHour },
  'password-account': { points: 10, duration: quarterHour },
  // Decoding takes a processor for up to seconds.
  'picture-account': { points: 30, duration: 60 * 60 },
  'register-address': { points: 200, duration: quarterHour },
  'register-email': { points: 10, duration: quarterHour },
  'reset-request-address': { points: 50, duration: quarterHour },
  'reset-request-email': { points: 5, duration: 60 * 60 },
  'reset-token-address': { points: 50, duration: quarterHour },
  'stop-token-address': { points: 50, duration: quarterHour },
  'verify-token-address': { points: 50, duration: quarterHour },
};

type LimitKind = keyof typeof limits;

/** One attempt: its limit and the account or network. */
export interface Attempt {
  kind: LimitKind;
  key: string;
}

/** A check of a password, by the network that requests it. */
export const passwordCheck = ({ ip }: Pick<Actor, 'ip'>): Attempt => ({
  kind: 'password-address',
  key: clientNetwork(ip),
});

const collection = 'attempts';
let limiters: Map<LimitKind, RateLimiterMongo> | undefined;

// The library would create these indexes at every start.
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
      // Never refunded, so a network over its limit needs no further access to the database.
      ...(kind === 'password-address' && { inMemoryBlockOnConsumed: limits[kind].points + 1 }),
    });
    fresh.set(kind, limiter);
  }
  limiters = fresh;
}

/** Counts one attempt against each limit. TOO_MANY_REQUESTS with the seconds to wait if one is exceeded. */
export async function consumeAttempts(attempts: readonly Attempt[]): Promise<void> {
  for (const { kind, key } of attempts) {
    try {
      const counted = limiters?.get(kind)?.consume(digest(key));
      if (counted) await inTime(counted);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw tooManyRequests('Too many attempts.', error.msBeforeNext / 1000);
    }
  }
}

const failures: readonly ErrorCode[] = ['UNAUTHENTICATED', 'MFA_INVALID', 'INVALID_INPUT'];

/**
 * Runs `work` as one attempt. It is counted first, so concurrent attempts cannot exceed the limit, and refunded unless
 * `work` fails because of its input.
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
    const refunded = refundAttempts(attempts);
    // After a database timeout, the caller does not wait for the refund too.
    if (code !== 'UNAVAILABLE') await refunded;
    throw error;
  }
}

/** Refunds attempts that succeeded. */
export async function refundAttempts(attempts: readonly Attempt[]): Promise<void> {
  const refunds = attempts.map(({ kind, key }) => limiters?.get(kind)?.reward(digest(key)));
  await inTime(Promise.all(refunds)).catch((error: unknown) =>
    serviceContext.log.warn({ err: error }, 'attempt could not be refunded'),
  );
}

/** Keys contain e-mail and IP addresses, so only a digest is stored. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 27);
}
