/** Collection of customer accounts, with a read that defaults to zero. */

import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { defineModel, publishSignal } from '../service-context.ts';
import type { Account } from './account.ts';
import { availableCents } from './account.ts';

export const accounts = defineModel<Account>('ledger_accounts', {
  label: 'account',
  fields: { version: Number, balanceCents: BigInt, heldCents: BigInt },
});

/** A customer's account; zero at version 0 before its first entry. */
export async function readAccount(accountId: string, tx?: Tx): Promise<Account> {
  const found = await accounts.find(accountId, tx);
  return found ?? { id: accountId, version: 0, balanceCents: 0, heldCents: 0 };
}

/** Updates an account conditionally on its version, and publishes a changed available balance. */
export async function updateAccount(before: Account, after: Account, tx: Tx): Promise<Account> {
  const updated =
    before.version === 0
      ? await accounts.add({ ...after, version: 1 }, tx)
      : await accounts.update(before, after, tx);
  if (availableCents(updated) !== availableCents(before)) {
    tx.emit('payments.balance.changed', updated, {
      accountId: updated.id,
      availableCents: availableCents(updated),
    });
    tx.afterCommit(() => publishSignal(accountTopic(updated.id), { what: 'balance' }));
  }
  return updated;
}
