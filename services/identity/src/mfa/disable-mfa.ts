/** Switches MFA off; it takes a code, so that a stolen session alone cannot. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { tellSecurity } from '../account/tell-security.ts';
import { commit } from '../kit.ts';
import { recoveryCodesAfter, takeCode } from './take-code.ts';
import { tryCode } from './try-code.ts';

/** Takes the authenticator's code or a recovery code. CONFLICT while MFA is off; INVALID_INPUT for a wrong code. */
export async function disableMfa(actor: AccountActor, typed: string): Promise<Account> {
  return tryCode(actor, typed, async (code, refuse) =>
    commit(async (tx) => {
      const account = await accounts.get(actor.accountId, tx);
      if (!account.mfa) throw new DomainError('CONFLICT', 'MFA is off.', { reason: 'MFA_STATE' });
      const taken = takeCode(account.mfa, code, account.id);
      if (!taken) throw refuse();
      const recoveryCodesLeft = recoveryCodesAfter(account.mfa, taken);
      const off = await accounts.move(account, { ...account, mfa: null, enrolment: null }, tx);
      const told = { change: 'MFA_DISABLED', accountId: account.id, by: actor } as const;
      tellSecurity(off, { ...told, recoveryCodesLeft }, tx);
      return off;
    }),
  );
}
