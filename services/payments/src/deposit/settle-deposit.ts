/** Ends a deposit: credited once when a provider has confirmed the payment, or failed with a reason. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import type { HouseAccount } from '../ledger/entry.ts';
import { customerAccount } from '../ledger/entry.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { DepositMethod } from '../transaction/transaction.ts';
import type { Payment } from './deposit.ts';
import { factsOf, faultOf, isDeposit, isOpenForCredit } from './deposit.ts';

const houseAccounts: Record<DepositMethod, HouseAccount> = {
  CARD: 'house:stripe',
  CRYPTOCURRENCY: 'house:nowpayments',
};

/** What became of a provider's word: it had its effect, needed none, or waits for an operator. */
export interface Outcome {
  state: 'APPLIED' | 'IGNORED' | 'REFUSED';
  /** A sentence for whoever looks into it. */
  note: string;
}

/** Credits a confirmed payment, once whatever is repeated or reordered. */
export async function creditDeposit(payment: Payment, tx: Tx): Promise<Outcome> {
  const deposit = await transactions.find(payment.transactionId, tx);
  if (!isDeposit(deposit)) return { state: 'REFUSED', note: 'There is no such deposit.' };
  const fault = faultOf(deposit, payment);
  if (fault) return { state: 'REFUSED', note: fault };
  if (!isOpenForCredit(deposit)) {
    const again = deposit.session?.paymentId === payment.paymentId;
    if (again) return { state: 'IGNORED', note: 'It is credited already.' };
    return { state: 'REFUSED', note: 'This deposit was paid before, by another payment.' };
  }
  const { id, accountId, amountCents, method } = deposit;
  await postEntry(
    {
      id: `deposit:${id}`,
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
  const { sessionId, paymentId } = payment;
  const session = { id: sessionId, uri: deposit.session?.uri ?? '', paymentId };
  const done = { ...deposit, status: 'DONE' as const, endedAt: now(), reason: null, session };
  const moved = await transactions.move(deposit, done, tx);
  await tx.unschedule('give-up-deposit', id);
  tx.emit('payments.deposit.completed', moved, factsOf(done));
  return { state: 'APPLIED', note: 'Credited.' };
}

/** Fails a deposit that is still pending; anything else stays as it is. `sessionId`: the page that ended. */
export async function failDeposit(
  transactionId: string,
  { tx, reason, sessionId }: { tx: Tx; reason: string; sessionId?: string },
): Promise<Outcome> {
  const deposit = await transactions.find(transactionId, tx);
  if (!isDeposit(deposit)) return { state: 'REFUSED', note: 'There is no such deposit.' };
  if (deposit.session && sessionId && deposit.session.id !== sessionId) {
    return { state: 'IGNORED', note: 'That page is not the one of this deposit.' };
  }
  if (deposit.status !== 'PENDING') {
    return { state: 'IGNORED', note: `The deposit is ${deposit.status} already.` };
  }
  const failed = { ...deposit, status: 'FAILED' as const, endedAt: now(), reason };
  const moved = await transactions.move(deposit, failed, tx);
  await tx.unschedule('give-up-deposit', transactionId);
  tx.emit('payments.deposit.failed', moved, { ...factsOf(failed), reason });
  return { state: 'APPLIED', note: reason };
}
