/** Job handler: fails a deposit whose page was never opened or never paid. A late payment is still credited. */

import type { Job } from '@nameloan/persistence/jobs';
import { commit } from '../service-context.ts';
import { failDeposit } from '../settlement/settle-payment.ts';
import { transactions } from '../transaction/transaction.model.ts';

export async function expireDeposit({ key }: Job): Promise<void> {
  await commit(async (tx) => {
    const deposit = await transactions.find(key, tx);
    const reason = deposit?.session ? 'NO_PAYMENT' : 'PAGE_NOT_OPENED';
    await failDeposit(key, { tx, reason });
  });
}
