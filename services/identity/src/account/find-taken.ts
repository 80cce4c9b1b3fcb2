/** Whether an address belongs to an account, or can still be restored to one. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from './account.model.ts';
import { canonicalizeEmail, toEmailKey } from './email-address.ts';
import { findByEmail } from './find-by-email.ts';

/**
 * Whether the owner of another account can take the address back with a stop link. Read in the transaction that takes
 * the address, so that a thief cannot register it in between.
 */
export async function isReserved(email: string, tx?: Tx): Promise<boolean> {
  const forms = [toEmailKey(email), canonicalizeEmail(email) ?? toEmailKey(email)];
  const at = accountNow();
  const confirmed = {
    'emailChange.status': 'CONFIRMED',
    'emailChange.heldUntil': { $gt: at },
    'emailChange.former.verifiedAt': { $ne: null },
  } as const;
  for (const form of new Set(forms))
    for (const key of ['emailKey', 'canonicalEmail'] as const)
      if (await accounts.findOne({ [`emailChange.former.${key}`]: form, ...confirmed }, tx))
        return true;
  return false;
}

export async function isTaken(email: string, tx?: Tx): Promise<boolean> {
  return (await findByEmail(email, tx)) !== undefined || (await isReserved(email, tx));
}

export function emailTaken(field: 'email' | 'newEmail'): DomainError {
  const sentence = 'An account with this e-mail address already exists.';
  return new DomainError('CONFLICT', sentence, {
    reason: 'EMAIL_TAKEN',
    fields: { [field]: sentence },
  });
}
