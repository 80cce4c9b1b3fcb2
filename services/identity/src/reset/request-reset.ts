/** Requests a reset link; a job looks the account up later, so the response does not reveal it. */

import type { Actor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import { newId } from '@nameloan/runtime/id';
import { clientNetwork } from '@nameloan/security/client-network';
import { parseEmail, toEmailKey } from '../account/email-address.ts';
import { toRateLimitKey } from '../account/find-by-email.ts';
import { consumeAttempts } from '../rate-limit/rate-limits.ts';
import { commit } from '../service-context.ts';

/** Same response and work for known and unknown addresses. INVALID_INPUT, TOO_MANY_REQUESTS. */
export async function requestReset(actor: Actor, typed: string): Promise<boolean> {
  assertValid({ email: parseEmail(typed) === undefined ? 'Invalid email' : undefined });
  // The spelling, which replicas of the earlier release look up too.
  const emailKey = toEmailKey(typed);
  await consumeAttempts([
    { kind: 'reset-request-address', key: clientNetwork(actor.ip) },
    { kind: 'reset-request-email', key: toRateLimitKey(typed) },
  ]);
  await commit((tx) => tx.schedule({ kind: 'send-reset-link', key: newId(), data: { emailKey } }));
  return true;
}
