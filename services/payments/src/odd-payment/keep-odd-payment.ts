/** Keeps a payment that is not what was asked for until an operator settles it, or until it needs nobody any more. */

import { isDeepStrictEqual } from 'node:util';
import { formatCents } from '@nameloan/contracts/money.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import type { Deposit, Payment } from '../deposit/deposit.ts';
import { backCents, keptCents, oddPaymentId } from '../deposit/deposit.ts';
import { kit } from '../kit.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { oddPayments } from './odd-payment.model.ts';
import type { OddPayment } from './odd-payment.ts';
import { statusAfterLook } from './odd-payment.ts';

/** Writes down what a provider says of an odd payment; operators and its payer are told when it begins to wait. */
export async function keepOddPayment(
  payment: Payment,
  { deposit, reason: why, tx }: { deposit: Deposit | undefined; reason: string; tx: Tx },
): Promise<void> {
  const id = oddPaymentId(payment);
  const known = await oddPayments.find(id, tx);
  const { arrivedCents, amountCents: askedCents, method, reversals } = payment;
  const status = statusAfterLook(known, { arrivedCents, keptCents: keptCents(payment) });
  const settled = status === known?.status && status !== 'WAITING';
  const heard =
    status === known?.status &&
    arrivedCents === known?.arrivedCents &&
    isDeepStrictEqual(reversals, known?.reversals ?? []);
  if (!status || settled || heard) return;
  const waits = status === 'WAITING' && known?.status !== 'WAITING';
  const back = backCents(payment);
  const reason = back
    ? `${why} ${formatCents(back)} of it went back; of what is credited only the rest stays.`
    : why;
  const fresh = { status, arrivedCents, reversals, reason, settledAt: null, settledBy: null };
  const odd: OddPayment = known
    ? { ...known, ...fresh, createdAt: waits ? now() : known.createdAt }
    : {
        id,
        version: 1,
        ...fresh,
        method,
        depositId: deposit?.id ?? null,
        accountId: deposit?.accountId ?? null,
        askedCents: deposit?.amountCents ?? askedCents,
        creditedCents: 0,
        createdAt: now(),
      };
  const kept = known ? await oddPayments.move(known, odd, tx) : await oddPayments.add(odd, tx);
  if (status === 'CLEARED') tellSettled(kept, 'CLEARED', tx);
  if (status !== 'WAITING') return;
  if (deposit?.status === 'PENDING') await transactions.move(deposit, { ...deposit, reason }, tx);
  await tx.unschedule('give-up-deposit', odd.depositId ?? '');
  if (!waits) return;
  tx.emit('payments.deposit.waiting', kept, { ...factsOf(kept), reason });
  tx.afterCommit(() => kit.log.warn({ payment: id, reason }, 'a payment waits for an operator'));
}

/** Nobody needs to look at this payment any more: all of it came, or none of it is here. */
export async function clearOddPayment(id: string, reason: string, tx: Tx): Promise<void> {
  const known = await oddPayments.find(id, tx);
  if (known?.status !== 'WAITING') return;
  const cleared = { ...known, status: 'CLEARED' as const, reason, settledAt: now() };
  tellSettled(await oddPayments.move(known, cleared, tx), 'CLEARED', tx);
}

export function tellSettled(
  odd: OddPayment,
  outcome: 'CREDITED' | 'FAILED' | 'CLEARED',
  tx: Tx,
): void {
  tx.emit('payments.deposit.settled', odd, { ...factsOf(odd), outcome });
}

/** Whether money of a deposit is here that an operator has still to settle. */
export async function isWaiting(depositId: string, tx: Tx): Promise<boolean> {
  return (await oddPayments.findOne({ depositId, status: 'WAITING' }, tx)) !== undefined;
}

function factsOf({ id: paymentId, depositId: transactionId, accountId, arrivedCents }: OddPayment) {
  return { paymentId, transactionId, accountId, arrivedCents };
}
