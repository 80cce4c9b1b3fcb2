/** Job handler: fails a deposit whose page was never opened or never paid. A late payment is still credited. */

import type { Job } from '@nameloan/persistence/jobs';
import { commit } from '../service-context.ts';
import { failDeposit } from '../settlement/settle-payment.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** Longer than any provider call. */
const lifeWithoutPageMs = 15 * 60_000;
/** Both providers' pages have expired by then, so a lost webhook leaves no deposit pending forever. */
const lifeWithPageMs = 8 * 86_400_000;

/** Business time at which an unpaid deposit fails. */
export function depositExpiry(deposit: Pick<Transaction, 'createdAt' | 'session'>): Date {
  const waitMs = deposit.session ? lifeWithPageMs : lifeWithoutPageMs;
  return new Date(deposit.createdAt.getTime() + waitMs);
}

export async function expireDeposit({ key }: Job): Promise<void> {
  await commit(async (tx) => {
    const deposit = await transactions.find(key, tx);
    const reason = deposit?.session ? 'NO_PAYMENT' : 'PAGE_NOT_OPENED';
    await failDeposit(key, { tx, reason });
  });
}
