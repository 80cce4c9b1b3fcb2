/** Proof of identity by password and, where MFA is on, a code, for the use cases that need one. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { codeError, withCodeAttempt } from '../mfa/check-code.ts';
import { consumeCode, remainingRecoveryCodes } from '../mfa/consume-code.ts';
import { checkCurrentPassword } from '../password/check-current-password.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';

export interface StepUpInput {
  curPassword: string;
  mfa?: string | null;
}

interface Proof extends StepUpInput {
  account: Account;
  /** Errors of the other input, reported with that of the password. */
  errors?: Record<string, string | undefined>;
}

/** Runs in the transaction that consumes the code; `account` is its state in there. */
type Apply<R> = (account: Account, tx: Tx) => Promise<R>;

/**
 * Checks the password, runs `prepare`, and commits what it returns together with the used code. INVALID_INPUT for a wrong
 * password or code, and for a missing code if MFA is on; TOO_MANY_REQUESTS.
 */
export async function proveIdentity<R>(
  actor: AccountActor,
  { account, curPassword, mfa, errors }: Proof,
  prepare: () => Promise<Apply<R>>,
): Promise<R> {
  assertValid({ ...errors, curPassword: await checkCurrentPassword(actor, account, curPassword) });
  if (!account.mfa) {
    const apply = await prepare();
    return commitProven(actor, { passwordHash: account.passwordHash }, apply);
  }
  return withCodeAttempt(actor, mfa ?? '', async (code, invalidCode) => {
    const apply = await prepare();
    const { passwordHash } = account;
    return commitProven(actor, { passwordHash, code, invalidCode }, apply);
  });
}

interface Checked {
  /** Of the checked password; a concurrent change makes the check worthless. */
  passwordHash: string;
  code?: string;
  invalidCode?: () => DomainError;
}

function commitProven<R>(actor: AccountActor, checked: Checked, apply: Apply<R>): Promise<R> {
  return commit(async (tx) => {
    const account = await accounts.get(actor.accountId, tx);
    if (account.passwordHash !== checked.passwordHash)
      throw new DomainError('CONFLICT', 'Your password was just changed elsewhere.', {
        reason: 'STALE',
      });
    return apply(await consume(actor, { account, checked }, tx), tx);
  });
}

async function consume(
  actor: AccountActor,
  { account, checked }: { account: Account; checked: Checked },
  tx: Tx,
): Promise<Account> {
  if (!account.mfa) return account;
  const mfa = consumeCode(account.mfa, checked.code ?? '', account.id);
  if (!mfa) throw checked.invalidCode?.() ?? codeError('MFA code required');
  const saved = await accounts.update(account, { ...account, mfa }, tx);
  const recoveryCodesLeft = remainingRecoveryCodes(account.mfa, mfa);
  const change = { change: 'RECOVERY_CODE_USED', accountId: account.id, by: actor } as const;
  if (recoveryCodesLeft !== undefined)
    emitSecurityChange(saved, { ...change, recoveryCodesLeft }, tx);
  return saved;
}
