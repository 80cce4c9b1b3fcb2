/** Argon2id with bounded concurrency, since each hash takes 19 MiB and a core. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { clientNetwork } from '@nameloan/security/client-network';
import { hash, verify } from '@node-rs/argon2';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { serviceContext } from '../service-context.ts';
import { normalizePassword } from './password.ts';

/** OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentParameters = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** One network never takes both slots, and its hashes wait behind its own: after five in a row, two in a second. */
const perNetwork = new ConcurrencyLimiter({
  atOnce: 2,
  waiting: 200,
  perClient: { atOnce: 1, waiting: 20, pace: { burst: 5, everyMs: 500 } },
});
/** With `RATE_LIMITS=off`: load tests have one address. */
const unlimited = new ConcurrencyLimiter({ atOnce: 2, waiting: 200 });
let dummyHash: string | undefined;

/** Stored in place of a hash until the user sets a new password: no password matches it. */
export const unusablePassword = '!';

/** Who requests the hash: the address decides in which queue it waits. */
type Caller = Pick<Actor, 'ip'>;

/** PHC string of a valid password. TOO_MANY_REQUESTS if the caller's network has too many in the queue. */
export async function hashPassword(password: string, { ip }: Caller): Promise<string> {
  const normal = normalizePassword(password);
  if (normal === undefined) throw new Error('the password was not validated');
  return inTurn(ip, () => hash(normal, cost));
}

/** Whether the password matches the PHC string; an invalid string counts as wrong. */
export async function verifyPassword(
  password: string,
  phc: string,
  caller: Caller,
): Promise<boolean> {
  // As slow as any other, so that a login does not reveal that the account exists.
  if (phc === unusablePassword) return verifyDummy(password, caller);
  const normal = normalizePassword(password);
  if (normal === undefined) return false;
  return inTurn(caller.ip, () => verify(phc, normal).catch(() => false));
}

/** TOO_MANY_REQUESTS if the caller's network could not queue a hash now; called before the database is. */
export function assertHashRoom({ ip }: Caller): void {
  limiterInUse().assertRoom(clientNetwork(ip));
}

const limiterInUse = () => (serviceContext.rateLimits ? perNetwork : unlimited);

function inTurn<R>(ip: string, work: () => Promise<R>): Promise<R> {
  return limiterInUse().run(work, clientNetwork(ip));
}

/** Takes as long as a real check, for accounts that do not exist. */
export async function verifyDummy(password: string, caller: Caller): Promise<false> {
  if (!dummyHash) throw new DomainError('UNAVAILABLE', 'The service is busy right now.');
  await verifyPassword(password, dummyHash, caller);
  return false;
}

export async function prepareDummyHash(): Promise<void> {
  dummyHash ??= await hash('a dummy password', cost);
}

/** True for a hash with outdated parameters. */
export function isOutdated(phc: string): boolean {
  return !phc.startsWith(currentParameters);
}
