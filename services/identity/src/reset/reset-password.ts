/** Sets a new password with a mailed link; consumes the link and ends every session. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import { accountNow } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { accounts } from '../account/account.model.ts';
import { isVerified } from '../account/account.ts';
import { withdrawPending } from '../account/email-change.ts';
import { checkNewPassword } from '../password/check-new-password.ts';
import { hashPassword } from '../password/hash-password.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import { withCurrentDevice } from '../session/record-device.ts';
import { hashToken, isTokenFormat } from '../session/refresh-token.ts';
import { markVerified } from '../verification/mark-verified.ts';
import { invalidateResets } from './invalidate-resets.ts';
import { resets } from './reset.model.ts';
import type { Reset } from './reset.ts';
import { isUsable, maxStoredResets } from './reset.ts';

/** INVALID_INPUT for a link that is unknown, used or older than 60 minutes, and for an invalid password. */
export async function resetPassword(
  actor: Actor,
  input: { token: string; newPassword: string },
): Promise<boolean> {
  const attempts = [{ kind: 'reset-token-address' as const, key: clientNetwork(actor.ip) }];
  const reset = await countFailures(attempts, () => findUsableReset(input.token));
  const { name, email } = await accounts.get(reset.accountId);
  assertValid({ newPassword: checkNewPassword(input.newPassword, { name, email }) });
  const passwordHash = await hashPassword(input.newPassword, actor);
  await commit(async (tx) => {
    const fresh = await resets.get(reset.id, tx);
    if (!isUsable(fresh, accountNow())) throw invalidLink();
    const account = await accounts.get(reset.accountId, tx);
    // Access to the mailbox proves ownership, so the device becomes known.
    const knownDevices = await withCurrentDevice(actor, account, tx);
    // The mailbox is the user's, but another person may have registered the address and set up this MFA.
    const foreign = isVerified(account) ? {} : { mfa: null, enrolment: null };
    const at = accountNow();
    const changes = {
      ...{ passwordHash, knownDevices, securityChangedAt: at },
      passwordResets: [{ at }, ...(account.passwordResets ?? [])].slice(0, maxStoredResets),
      ...foreign,
      ...withdrawPending(account, at),
    };
    const after = await markVerified(account, changes, tx);
    await invalidateResets(account.id, tx);
    await endAccountSessions({ accountId: account.id }, 'RESET', tx);
    emitSecurityChange(after, { change: 'PASSWORD_RESET', accountId: account.id, by: actor }, tx);
  });
  return true;
}

async function findUsableReset(token: string): Promise<Reset> {
  const reset = isTokenFormat(token) ? await resets.find(hashToken(token)) : undefined;
  if (!reset || !isUsable(reset, accountNow())) throw invalidLink();
  return reset;
}

function invalidLink(): DomainError {
  const sentence = 'This link has expired or was already used. Request a new one.';
  return new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
