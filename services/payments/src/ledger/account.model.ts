/** The customers' counters, and the one way to read one that may not exist yet. */

import { accountTopic } from '@nameloan/contracts/topics.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { defineModel, publishSignal } from '../service-context.ts';
import type { Account } from './account.ts';
import { availableCents } from './account.ts';

export const accounts = defineModel<Account>('ledger_accounts', {
  label: 'account',
  fields: { version: Number, balanceCents: BigInt, heldCents: BigInt },
});

/** The counters of a customer; all zero, at version 0, before the first movement. */
export async function readAccount(accountId: string, tx?: Tx): Promise<Account> {
  const found = await accounts.find(accountId, tx);
  return found ?? { id: accountId, version: 0, balanceCents: 0, heldCents: 0 };
}

/** Writes counters on condition that they are as they were read, and tells what can be spent now. */
export async function updateAccount(before: Account, after: Account, tx: Tx): Promise<Account> {
  const moved =
    before.version === 0
      ? await accounts.add({ ...after, version: 1 }, tx)
      : await accounts.update(before, after, tx);
  if (availableCents(moved) !== availableCents(before)) {
    tx.emit('payments.balance.changed', moved, {
      accountId: moved.id,
      availableCents: availableCents(moved),
    });
    tx.afterCommit(() => publishSignal(accountTopic(moved.id), { what: 'balance' }));
  }
  return moved;
}
