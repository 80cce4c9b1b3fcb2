/** Rate-limited check of an MFA code outside login, where a wrong code is invalid input. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Account } from '../account/account.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { consumeCode } from './consume-code.ts';

export function withCodeAttempt<R>(
  actor: AccountActor,
  typed: string,
  work: (code: string, invalidCode: () => DomainError) => Promise<R>,
): Promise<R> {
  if (typed.trim() === '') throw codeError('MFA code required');
  const attempts = [{ kind: 'mfa-account' as const, key: actor.accountId }];
  return countFailures(attempts, () => work(typed, () => codeError('Invalid MFA code')));
}

/** INVALID_INPUT for a wrong code if MFA is on; does not consume the code. */
export async function checkCode(
  actor: AccountActor,
  { id, mfa }: Account,
  typed: string,
): Promise<void> {
  if (!mfa) return;
  await withCodeAttempt(actor, typed, async (code, invalidCode) => {
    if (!consumeCode(mfa, code, id)) throw invalidCode();
  });
}

export function codeError(sentence: string): DomainError {
  return new DomainError('INVALID_INPUT', sentence, { fields: { mfa: sentence } });
}
