/** Requests a reset link; a job looks the account up later, so the response does not reveal it. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { assertValid } from '@nameloan/contracts/field-errors.ts';
import { clientNetwork } from '@nameloan/service/client-network.ts';
import { newId } from '@nameloan/service/id.ts';
import { parseEmail, toEmailKey } from '../account/account.ts';
import { consumeAttempts } from '../rate-limit/rate-limits.ts';
import { commit } from '../service-context.ts';

/** Same response and work for known and unknown addresses. INVALID_INPUT, TOO_MANY_REQUESTS. */
export async function requestReset(actor: Actor, typed: string): Promise<boolean> {
  assertValid({ email: parseEmail(typed) === undefined ? 'Invalid email' : undefined });
  const emailKey = toEmailKey(typed);
  await consumeAttempts([
    { kind: 'reset-request-address', key: clientNetwork(actor.ip) },
    { kind: 'reset-request-email', key: emailKey },
  ]);
  await commit((tx) => tx.schedule({ kind: 'send-reset-link', key: newId(), data: { emailKey } }));
  return true;
}
