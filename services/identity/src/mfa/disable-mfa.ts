/** Switches MFA off; it takes a code, so that a stolen session alone cannot. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import { withCodeAttempt } from './check-code.ts';
import { consumeCode, remainingRecoveryCodes } from './consume-code.ts';

/** Takes the authenticator's code or a recovery code. CONFLICT while MFA is off; INVALID_INPUT for a wrong code. */
export async function disableMfa(actor: AccountActor, typed: string): Promise<Account> {
  return withCodeAttempt(actor, typed, async (code, refuse) =>
    commit(async (tx) => {
      const account = await accounts.get(actor.accountId, tx);
      if (!account.mfa) throw new DomainError('CONFLICT', 'MFA is off.', { reason: 'MFA_STATE' });
      const taken = consumeCode(account.mfa, code, account.id);
      if (!taken) throw refuse();
      const recoveryCodesLeft = remainingRecoveryCodes(account.mfa, taken);
      const off = await accounts.update(account, { ...account, mfa: null, enrolment: null }, tx);
      const told = { change: 'MFA_DISABLED', accountId: account.id, by: actor } as const;
      emitSecurityChange(off, { ...told, recoveryCodesLeft }, tx);
      return off;
    }),
  );
}
