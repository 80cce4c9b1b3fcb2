/** Marks the address of an account as verified, in the caller's transaction. */

import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { isVerified } from '../account/account.ts';
import { publishSignal } from '../service-context.ts';
import { verifications } from './verification.model.ts';

/** Verifies the account, applies `changes` and invalidates its links. Returns the saved account. */
export async function markVerified(
  account: Account,
  changes: Partial<Account>,
  tx: Tx,
): Promise<Account> {
  const emailVerifiedAt = isVerified(account) ? account.emailVerifiedAt : new Date();
  const saved = await accounts.update(
    account,
    { ...account, ...changes, ...(emailVerifiedAt ? { emailVerifiedAt } : {}) },
    tx,
  );
  for (const link of await verifications.findMany(
    { accountId: account.id, status: 'OPEN' },
    { tx },
  )) {
    // The link of a change of address belongs to that change.
    if (!link.changesAddress) await verifications.update(link, { ...link, status: 'USED' }, tx);
  }
  tx.afterCommit(() => publishSignal(accountTopic(account.id), { what: 'rights' }));
  return saved;
}
