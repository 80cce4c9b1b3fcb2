/** Turns off the MFA of an account whose authenticator and recovery codes are lost; operator command only. */

import { DomainError } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { findByEmail } from '../account/find-by-email.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import { endAccountSessions } from '../session/end-sessions.ts';

/**
 * Ends every session, because one may be open on the lost device. NOT_FOUND for an unknown e-mail address. If MFA is
 * off, nothing changes or is published.
 */
export async function endMfa(email: string): Promise<{ email: string; changed: boolean }> {
  return commit(async (tx) => {
    const account = await findByEmail(email, tx);
    if (!account)
      throw new DomainError('NOT_FOUND', 'There is no account with this e-mail address.');
    if (!account.mfa) return { email: account.email, changed: false };
    const without = { ...account, mfa: null, enrolment: null, securityChangedAt: accountNow() };
    const ended = await accounts.update(account, without, tx);
    await endAccountSessions({ accountId: account.id }, 'MFA_ENDED', tx);
    emitSecurityChange(ended, { change: 'MFA_ENDED', accountId: account.id, by: null }, tx);
    return { email: account.email, changed: true };
  });
}
