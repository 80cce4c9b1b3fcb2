/** One limited try at an MFA code outside of login, where a wrong code is bad input. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Account } from '../account/account.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { consumeCode } from './consume-code.ts';

export function withCodeAttempt<R>(
  actor: AccountActor,
  typed: string,
  work: (code: string, refuse: () => DomainError) => Promise<R>,
): Promise<R> {
  if (typed.trim() === '') throw codeError('MFA code required');
  const attempts = [{ kind: 'mfa-account' as const, key: actor.accountId }];
  return countFailures(attempts, () => work(typed, () => codeError('Invalid MFA code')));
}

/** INVALID_INPUT for a wrong code where MFA is on; a right one is not used up. */
export async function checkCode(
  actor: AccountActor,
  { id, mfa }: Account,
  typed: string,
): Promise<void> {
  if (!mfa) return;
  await withCodeAttempt(actor, typed, async (code, refuse) => {
    if (!consumeCode(mfa, code, id)) throw refuse();
  });
}

function codeError(sentence: string): DomainError {
  return new DomainError('INVALID_INPUT', sentence, { fields: { mfa: sentence } });
}
