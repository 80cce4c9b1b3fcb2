/** Credits a deposit to the balance: the full amount, or the amount that an operator chose. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { customerAccount } from '../ledger/entry.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { ProviderSession } from '../transaction/transaction.ts';
import type { Deposit } from './deposit.ts';
import {
  creditedStatus,
  depositEventData,
  houseAccounts,
  isOpenForCredit,
  toDeposit,
} from './deposit.ts';

export interface Credit {
  amountCents: number;
  /** Journal entry id of a further credit; the first credit of a deposit has a fixed id. */
  entryId: string;
  session: ProviderSession;
  /** Explanation for the payer; null for a regular credit. */
  reason: string | null;
}

/** The first credit makes the deposit DONE with that amount; a further credit adds to it. */
export async function creditDeposit(deposit: Deposit, credit: Credit, tx: Tx): Promise<Deposit> {
  const { id, accountId, method } = deposit;
  const { amountCents, session, reason } = credit;
  const first = isOpenForCredit(deposit);
  await postEntry(
    {
      id: first ? `deposit:${id}` : credit.entryId,
      kind: 'DEPOSIT',
      accountId,
      transactionId: id,
      postings: [
        { account: customerAccount(accountId), amountCents },
        { account: houseAccounts[method], amountCents: -amountCents },
      ],
    },
    { tx },
  );
  const credited = { ...deposit, amountCents: (first ? 0 : deposit.amountCents) + amountCents };
  const status = creditedStatus(credited);
  const done = { ...credited, status, endedAt: now(), reason, session };
  const updated = toDeposit(await transactions.update(deposit, done, tx));
  await tx.unschedule('expire-deposit', id);
  tx.emit('payments.deposit.completed', updated, { ...depositEventData(updated), amountCents });
  return updated;
}
