/** A job: ends a deposit whose page was never made or never paid. Money that comes later is still credited. */

import type { Job } from '@nameloan/service/store/jobs.ts';
import { commit } from '../service-context.ts';
import { failDeposit } from '../settlement/settle-payment.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** Longer than any provider may take to make a page. */
const lifeWithoutPageMs = 15 * 60_000;
/** Both providers' pages are over by then, so that a lost call of theirs leaves nothing pending for ever. */
const lifeWithPageMs = 8 * 86_400_000;

/** Business time after which nobody waits for a deposit any more. */
export function depositExpiry(deposit: Pick<Transaction, 'createdAt' | 'session'>): Date {
  const waitMs = deposit.session ? lifeWithPageMs : lifeWithoutPageMs;
  return new Date(deposit.createdAt.getTime() + waitMs);
}

export async function expireDeposit({ key }: Job): Promise<void> {
  await commit(async (tx) => {
    const deposit = await transactions.find(key, tx);
    const reason = deposit?.session
      ? 'No payment arrived.'
      : 'The payment page could not be opened.';
    await failDeposit(key, { tx, reason });
  });
}
