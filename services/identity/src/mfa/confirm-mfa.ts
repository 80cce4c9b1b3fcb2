/** Confirms an MFA enrolment with a code and turns MFA on. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit, serviceContext } from '../service-context.ts';
import { withCodeAttempt } from './check-code.ts';
import { totpKeyPurpose } from './consume-code.ts';
import { hashRecoveryCode, newRecoveryCodes, parseRecoveryCode } from './recovery-codes.ts';
import { matchTimeStep, normalizeCode } from './totp.ts';

/** Returns the recovery codes, only once. CONFLICT without an enrolment; INVALID_INPUT for a wrong code. */
export async function confirmMfa(actor: AccountActor, typed: string) {
  return withCodeAttempt(actor, typed, async (code, invalidCode) =>
    commit(async (tx) => {
      const account = await accounts.get(actor.accountId, tx);
      if (account.mfa)
        throw new DomainError('CONFLICT', 'MFA is already on.', { reason: 'MFA_STATE' });
      if (!account.enrolment)
        throw new DomainError('CONFLICT', 'Start the MFA enrolment first.', {
          reason: 'MFA_STATE',
        });
      const { encryptedKey } = account.enrolment;
      const key = serviceContext.decrypt(encryptedKey, totpKeyPurpose(account.id));
      const lastStep = matchTimeStep(key, normalizeCode(code), 0);
      if (lastStep === undefined) throw invalidCode();
      const recoveryCodes = newRecoveryCodes();
      const recoveryHashes = recoveryCodes.map((recoveryCode) =>
        hashRecoveryCode(parseRecoveryCode(recoveryCode) ?? recoveryCode, account.id, key),
      );
      const securityChangedAt = accountNow();
      const mfa = { encryptedKey, lastStep, recoveryHashes, enrolledAt: securityChangedAt };
      const enabled = { ...account, mfa, enrolment: null, securityChangedAt };
      const after = await accounts.update(account, enabled, tx);
      emitSecurityChange(after, { change: 'MFA_ENABLED', accountId: account.id, by: actor }, tx);
      return { recoveryCodes, user: after };
    }),
  );
}
