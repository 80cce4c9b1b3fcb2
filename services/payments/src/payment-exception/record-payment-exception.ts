/** Records payment exceptions until an operator settles them or they resolve without one. */

import { isDeepStrictEqual } from 'node:util';
import type { PaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import { describePaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import type { Deposit, Payment } from '../deposit/deposit.ts';
import { providerPaymentId, retainedCents, reversedCents } from '../deposit/deposit.ts';
import { serviceContext } from '../service-context.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { paymentExceptions } from './payment-exception.model.ts';
import type { PaymentException } from './payment-exception.ts';
import { nextExceptionStatus } from './payment-exception.ts';

/** Stores a provider's report of a mismatched payment; publishes an event when it starts to wait for an operator. */
export async function recordPaymentException(
  payment: Payment,
  {
    deposit,
    mismatch: cause,
    tx,
  }: { deposit: Deposit | undefined; mismatch: PaymentMismatch; tx: Tx },
): Promise<void> {
  const id = providerPaymentId(payment);
  const known = await paymentExceptions.find(id, tx);
  const { arrivedCents, amountCents: askedCents, method, reversals } = payment;
  const status = nextExceptionStatus(known, { arrivedCents, keptCents: retainedCents(payment) });
  const settled = status === known?.status && status !== 'WAITING';
  const unchanged =
    status === known?.status &&
    arrivedCents === known?.arrivedCents &&
    isDeepStrictEqual(reversals, known?.reversals ?? []);
  if (!status || settled || unchanged) return;
  const waits = status === 'WAITING' && known?.status !== 'WAITING';
  const mismatch = { ...cause, reversedCents: reversedCents(payment) || null };
  const reason = describePaymentMismatch(mismatch);
  const fresh = { status, arrivedCents, reversals, reason, settledAt: null, settledBy: null };
  const exception: PaymentException = known
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
  const saved = known
    ? await paymentExceptions.update(known, exception, tx)
    : await paymentExceptions.add(exception, tx);
  if (status === 'CLEARED') emitSettled(saved, 'CLEARED', tx);
  if (status !== 'WAITING') return;
  if (deposit?.status === 'PENDING') await transactions.update(deposit, { ...deposit, reason }, tx);
  await tx.unschedule('expire-deposit', exception.depositId ?? '');
  if (!waits) return;
  tx.emit('payments.deposit.waiting', saved, {
    ...exceptionEventData(saved),
    reason: mismatch,
  });
  tx.afterCommit(() =>
    serviceContext.log.warn({ payment: id, reason }, 'payment exception waits for an operator'),
  );
}

/** Clears an exception that resolved without an operator: the rest arrived, or all of it was returned. */
export async function clearPaymentException(id: string, reason: string, tx: Tx): Promise<void> {
  const known = await paymentExceptions.find(id, tx);
  if (known?.status !== 'WAITING') return;
  const cleared = { ...known, status: 'CLEARED' as const, reason, settledAt: now() };
  emitSettled(await paymentExceptions.update(known, cleared, tx), 'CLEARED', tx);
}

export function emitSettled(
  exception: PaymentException,
  outcome: 'CREDITED' | 'FAILED' | 'CLEARED',
  tx: Tx,
): void {
  tx.emit('payments.deposit.settled', exception, { ...exceptionEventData(exception), outcome });
}

/** Whether a payment exception of the deposit waits for an operator. */
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
