/** Invalidates all open reset links of an account, in the transaction that sets its password. */

import type { Tx } from '@nameloan/persistence/tx';
import { resets } from './reset.model.ts';

export async function invalidateResets(accountId: string, tx: Tx): Promise<void> {
  for (const reset of await resets.findMany({ accountId, status: 'OPEN' }, { tx })) {
    await resets.update(reset, { ...reset, status: 'USED' }, tx);
  }
}
