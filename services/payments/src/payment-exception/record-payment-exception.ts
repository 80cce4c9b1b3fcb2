/** Keeps a payment that is not what was asked for until an operator settles it, or until it needs nobody any more. */

import { isDeepStrictEqual } from 'node:util';
import { formatCents } from '@nameloan/contracts/money.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import type { Deposit, Payment } from '../deposit/deposit.ts';
import { providerPaymentId, retainedCents, reversedCents } from '../deposit/deposit.ts';
import { serviceContext } from '../service-context.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { paymentExceptions } from './payment-exception.model.ts';
import type { PaymentException } from './payment-exception.ts';
import { nextExceptionStatus } from './payment-exception.ts';

/** Writes down what a provider says of an odd payment; operators and its payer are told when it begins to wait. */
export async function recordPaymentException(
  payment: Payment,
  { deposit, reason: why, tx }: { deposit: Deposit | undefined; reason: string; tx: Tx },
): Promise<void> {
  const id = providerPaymentId(payment);
  const known = await paymentExceptions.find(id, tx);
  const { arrivedCents, amountCents: askedCents, method, reversals } = payment;
  const status = nextExceptionStatus(known, { arrivedCents, keptCents: retainedCents(payment) });
  const settled = status === known?.status && status !== 'WAITING';
  const heard =
    status === known?.status &&
    arrivedCents === known?.arrivedCents &&
    isDeepStrictEqual(reversals, known?.reversals ?? []);
  if (!status || settled || heard) return;
  const waits = status === 'WAITING' && known?.status !== 'WAITING';
  const back = reversedCents(payment);
  const reason = back
    ? `${why} ${formatCents(back)} of it went back; of what is credited only the rest stays.`
    : why;
  const fresh = { status, arrivedCents, reversals, reason, settledAt: null, settledBy: null };
  const odd: PaymentException = known
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
  const kept = known
    ? await paymentExceptions.update(known, odd, tx)
    : await paymentExceptions.add(odd, tx);
  if (status === 'CLEARED') emitSettled(kept, 'CLEARED', tx);
  if (status !== 'WAITING') return;
  if (deposit?.status === 'PENDING') await transactions.update(deposit, { ...deposit, reason }, tx);
  await tx.unschedule('expire-deposit', odd.depositId ?? '');
  if (!waits) return;
  tx.emit('payments.deposit.waiting', kept, { ...exceptionEventData(kept), reason });
  tx.afterCommit(() =>
    serviceContext.log.warn({ payment: id, reason }, 'a payment waits for an operator'),
  );
}

/** Nobody needs to look at this payment any more: all of it came, or none of it is here. */
export async function clearPaymentException(id: string, reason: string, tx: Tx): Promise<void> {
  const known = await paymentExceptions.find(id, tx);
  if (known?.status !== 'WAITING') return;
  const cleared = { ...known, status: 'CLEARED' as const, reason, settledAt: now() };
  emitSettled(await paymentExceptions.update(known, cleared, tx), 'CLEARED', tx);
}

export function emitSettled(
  odd: PaymentException,
  outcome: 'CREDITED' | 'FAILED' | 'CLEARED',
  tx: Tx,
): void {
  tx.emit('payments.deposit.settled', odd, { ...exceptionEventData(odd), outcome });
}

/** Whether money of a deposit is here that an operator has still to settle. */
export async function hasWaitingException(depositId: string, tx: Tx): Promise<boolean> {
  return (await paymentExceptions.findOne({ depositId, status: 'WAITING' }, tx)) !== undefined;
}

function exceptionEventData({
  id: paymentId,
  depositId: transactionId,
  accountId,
  arrivedCents,
}: PaymentException) {
  return { paymentId, transactionId, accountId, arrivedCents };
}
