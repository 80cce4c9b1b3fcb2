/** Puts money that came for a deposit on the balance: all that was asked, or what an operator says. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
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
  /** Of the journal entry where the deposit was credited before; the first credit of a deposit has its own. */
  entryId: string;
  session: ProviderSession;
  /** What the payer should know of it; null where it went as asked. */
  reason: string | null;
}

/** The first credit makes the deposit DONE with that amount; another one adds to it. */
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
  const whole = { ...deposit, amountCents: (first ? 0 : deposit.amountCents) + amountCents };
  const status = creditedStatus(whole);
  const done = { ...whole, status, endedAt: now(), reason, session };
  const moved = toDeposit(await transactions.update(deposit, done, tx));
  await tx.unschedule('expire-deposit', id);
  tx.emit('payments.deposit.completed', moved, { ...depositEventData(moved), amountCents });
  return moved;
}
