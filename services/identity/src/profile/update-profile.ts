/** Updates the profile: password, legal address, default contract and picture. */

import { isDeepStrictEqual } from 'node:util';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accountEventData, accounts, sharedAccountData } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { withdrawPending } from '../account/email-change.ts';
import { checkCode } from '../mfa/check-code.ts';
import { checkCurrentPassword } from '../password/check-current-password.ts';
import { hashPassword } from '../password/hash-password.ts';
import { savePicture } from '../picture/save-picture.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit, quotas } from '../service-context.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import type { ProfileInput } from './parse-profile.ts';
import { parseProfile, validateProfile } from './parse-profile.ts';

/**
 * INVALID_INPUT with all validation errors, including a wrong `curPassword`; CONFLICT if the password was changed
 * concurrently; TOO_MANY_REQUESTS. A new password ends all other sessions and invalidates open reset links.
 */
export async function updateProfile(actor: AccountActor, input: ProfileInput): Promise<Account> {
  const account = await accounts.find(actor.accountId);
  if (!account) throw new DomainError('UNAUTHENTICATED', 'Log in first.');
  const change = await parseProfile(input, account);
  const errors = validateProfile(change, account);
  if (change.curPassword !== undefined) {
    errors.curPassword = await checkCurrentPassword(actor, account, change.curPassword);
  }
  assertValid(errors);
  if (change.mfa !== undefined) await checkCode(actor, account, change.mfa);
  const passwordHash = change.newPassword
    ? await hashPassword(change.newPassword, actor)
    : undefined;
  return commit(async (tx) => {
    const before = await accounts.get(account.id, tx);
    if (passwordHash && before.passwordHash !== account.passwordHash) {
      throw new DomainError('CONFLICT', 'Your password was just changed elsewhere.', {
        reason: 'STALE',
      });
    }
    const after = {
      ...before,
      ...change.lines,
      defaultContract: change.defaultContract ?? before.defaultContract,
      passwordHash: passwordHash ?? before.passwordHash,
      ...(passwordHash
        ? { ...withdrawPending(before, accountNow()), securityChangedAt: accountNow() }
        : {}),
    };
    if (change.picture !== undefined) await savePicture(account.id, change.picture, tx);
    if (passwordHash) {
      await quotas.take('passwordChanges', account.id, tx);
      await endAccountSessions(
        { accountId: account.id, except: actor.sessionId },
        'PASSWORD_CHANGED',
        tx,
      );
      await invalidateResets(account.id, tx);
    }
    const saved = await saveChanges(before, after, tx);
    const details = { change: 'PASSWORD_CHANGED', accountId: account.id, by: actor } as const;
    if (passwordHash) emitSecurityChange(saved, details, tx);
    return saved;
  });
}

async function saveChanges(before: Account, after: Account, tx: Tx): Promise<Account> {
  if (isDeepStrictEqual(before, after)) return before;
  const saved = await accounts.update(before, after, tx);
  const [old, present] = [before, { ...saved, version: before.version }].map(sharedAccountData);
  if (!isDeepStrictEqual(old, present)) {
    tx.emit('identity.account.changed', saved, accountEventData(saved));
  }
  return saved;
}
