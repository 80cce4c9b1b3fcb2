/** Removes the payees of an account that is deleted, in the transaction that deletes it. */

import type { Tx } from '@nameloan/persistence/tx';
import { payees } from './payee.model.ts';
import { eraseDetails } from './save-version.ts';

export async function removePayees(accountId: string, tx: Tx): Promise<void> {
  const found = await payees.findMany(
    { accountId, status: { $in: ['ACTIVE', 'DELETED'] } },
    { tx },
  );
  for (const payee of found) {
    await eraseDetails(payee.id, tx);
    await payees.remove(payee, tx);
  }
}
