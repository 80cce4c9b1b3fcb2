/** Argon2id, a few at a time: each hash takes 19 MiB and a core. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { hash, verify } from '@node-rs/argon2';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { normalizePassword } from './password.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentParameters = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

const turns = new ConcurrencyLimiter({ atOnce: 2, waiting: 200 });
let dummyHash: string | undefined;

/** The PHC string to store, for an allowed password. UNAVAILABLE when too many wait for their turn. */
export async function hashPassword(password: string): Promise<string> {
  const normal = normalizePassword(password);
  if (normal === undefined) throw new Error('this password was never checked');
  return turns.run(() => hash(normal, cost));
}

/** Whether the password is the one of that PHC string; a text that is none counts as wrong. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const normal = normalizePassword(password);
  if (normal === undefined) return false;
  return turns.run(() => verify(phc, normal).catch(() => false));
}

/** Takes as long as a real check and says no: for accounts that do not exist. */
export async function verifyDummy(password: string): Promise<false> {
  if (!dummyHash) throw new DomainError('UNAVAILABLE', 'This is busy right now.');
  await verifyPassword(password, dummyHash);
  return false;
}

export async function prepareDummyHash(): Promise<void> {
  dummyHash ??= await hash('nobody has this password', cost);
}

/** True for a hash made with other parameters than today's. */
export function isOutdated(phc: string): boolean {
  return !phc.startsWith(currentParameters);
}
