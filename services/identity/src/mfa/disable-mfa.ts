/** Turns MFA off; requires a code, so that a stolen session is not enough. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import { assertFresh } from '../session/fresh-session.ts';
import { withCodeAttempt } from './check-code.ts';
import { consumeCode, remainingRecoveryCodes } from './consume-code.ts';

/** Accepts a code of the authenticator or a recovery code. CONFLICT if MFA is off; STEP_UP_REQUIRED; INVALID_INPUT for a wrong code. */
export async function disableMfa(actor: AccountActor, typed: string): Promise<Account> {
  await assertFresh(actor);
  return withCodeAttempt(actor, typed, async (code, invalidCode) =>
    commit(async (tx) => {
      const account = await accounts.get(actor.accountId, tx);
      if (!account.mfa) throw new DomainError('CONFLICT', 'MFA is off.', { reason: 'MFA_STATE' });
      const consumed = consumeCode(account.mfa, code, account.id);
      if (!consumed) throw invalidCode();
      const recoveryCodesLeft = remainingRecoveryCodes(account.mfa, consumed);
      const without = { ...account, mfa: null, enrolment: null, securityChangedAt: accountNow() };
      const off = await accounts.update(account, without, tx);
      const details = { change: 'MFA_DISABLED', accountId: account.id, by: actor } as const;
      emitSecurityChange(off, { ...details, recoveryCodesLeft }, tx);
      return off;
    }),
  );
}
