/** Ends a deposit: credited once when a provider has confirmed the payment, or failed with a reason. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { creditDeposit } from '../deposit/credit-deposit.ts';
import type { Deposit, Payment } from '../deposit/deposit.ts';
import {
  depositEventData,
  findMismatch,
  isCredited,
  isDeposit,
  providerPaymentId,
  retainedCents,
} from '../deposit/deposit.ts';
import { applyReversals } from '../deposit/reverse-deposit.ts';
import { paymentExceptions } from '../payment-exception/payment-exception.model.ts';
import type { PaymentException } from '../payment-exception/payment-exception.ts';
import { nextExceptionStatus } from '../payment-exception/payment-exception.ts';
import {
  clearPaymentException,
  hasWaitingException,
  recordPaymentException,
} from '../payment-exception/record-payment-exception.ts';
import { transactions } from '../transaction/transaction.model.ts';

/** What became of a provider's word: it had its effect, needed none, or waits for an operator. */
export interface SettlementOutcome {
  state: 'APPLIED' | 'IGNORED' | 'REFUSED';
  /** A sentence for whoever looks into it. */
  note: string;
}

const arrivedAfterFailure = 'It was given up before, and more of it arrived since.';
const reversedBeforeCredit = 'The payment went back to you before it was credited.';

/**
 * Brings the books to what a provider says of a payment: credited once, and what went back of it debited once,
 * whatever is repeated or reordered. What is not as it was asked for waits for an operator.
 */
export async function settlePayment(payment: Payment, tx: Tx): Promise<SettlementOutcome> {
  const deposit = await transactions.find(payment.transactionId, tx);
  if (!isDeposit(deposit))
    return recordException(payment, { reason: 'There is no such deposit.', tx });
  const odd = await paymentExceptions.find(providerPaymentId(payment), tx);
  const creditedCents = findCreditedCents(payment, deposit, odd);
  if (creditedCents > 0) {
    // Credited as asked for, it has nothing odd any more, even where a part of it once waited.
    if (odd?.creditedCents)
      await recordPaymentException(payment, { deposit, reason: 'More of it arrived later.', tx });
    const after = await applyReversals(deposit, payment, { creditedCents, tx });
    if (after) return { state: 'APPLIED', note: 'Money went back, or came again.' };
    return { state: 'IGNORED', note: 'It had its effect already.' };
  }
  // Staff give it back outside of here, so that what comes afterwards is not credited unseen.
  const givenUp = odd?.status === 'FAILED';
  if (givenUp && !needsReview(odd, payment)) return { state: 'IGNORED', note: 'It was given up.' };
  const fault = givenUp ? arrivedAfterFailure : findMismatch(deposit, payment);
  if (fault) return recordException(payment, { deposit, reason: fault, tx });
  const { sessionId: id, paymentId, amountCents } = payment;
  const session = { id, uri: deposit.session?.uri ?? '', paymentId };
  const credit = { amountCents, session, reason: null, entryId: '' };
  const credited = await creditDeposit(deposit, credit, tx);
  await clearPaymentException(providerPaymentId(payment), 'The rest came.', tx);
  await applyReversals(credited, payment, { creditedCents: amountCents, tx });
  return { state: 'APPLIED', note: 'Credited.' };
}

/** Whether staff must look at it again. */
function needsReview(odd: PaymentException, payment: Payment): boolean {
  const { arrivedCents } = payment;
  return (
    nextExceptionStatus(odd, { arrivedCents, keptCents: retainedCents(payment) }) === 'WAITING'
  );
}

/** What was credited for exactly this payment. */
function findCreditedCents(
  payment: Payment,
  deposit: Deposit,
  odd: PaymentException | undefined,
): number {
  if (odd && odd.creditedCents > 0) return odd.creditedCents;
  const itsOwn = isCredited(deposit) && deposit.session?.paymentId === payment.paymentId;
  return itsOwn ? payment.amountCents : 0;
}

/** Money that is not as it was asked for; what went back already needs nobody, and is no deposit. */
async function recordException(
  payment: Payment,
  { deposit, reason, tx }: { deposit?: Deposit; reason: string; tx: Tx },
): Promise<SettlementOutcome> {
  await recordPaymentException(payment, { deposit, reason, tx });
  if (!deposit || retainedCents(payment) !== 0) return { state: 'REFUSED', note: reason };
  return failDeposit(deposit.id, { tx, reason: reversedBeforeCredit });
}

/**
 * Fails a deposit that is still pending; anything else stays as it is, also while money for it waits for an
 * operator. `sessionId`: the page that ended; `paymentId`: the payment that came to nothing.
 */
export async function failDeposit(
  transactionId: string,
  {
    tx,
    reason,
    sessionId,
    oddId,
  }: { tx: Tx; reason: string; sessionId?: string; oddId?: string | undefined },
): Promise<SettlementOutcome> {
  if (oddId) await clearPaymentException(oddId, reason, tx);
  const deposit = await transactions.find(transactionId, tx);
  if (!isDeposit(deposit)) return { state: 'REFUSED', note: 'There is no such deposit.' };
  if (deposit.session && sessionId && deposit.session.id !== sessionId) {
    return { state: 'IGNORED', note: 'That page is not the one of this deposit.' };
  }
  if (deposit.status !== 'PENDING') {
    return { state: 'IGNORED', note: `The deposit is ${deposit.status} already.` };
  }
  if (await hasWaitingException(transactionId, tx)) {
    return { state: 'IGNORED', note: 'Money that came for it waits for an operator.' };
  }
  const failed = { ...deposit, status: 'FAILED' as const, endedAt: now(), reason };
  const moved = await transactions.update(deposit, failed, tx);
  await tx.unschedule('expire-deposit', transactionId);
  tx.emit('payments.deposit.failed', moved, { ...depositEventData(failed), reason });
  return { state: 'APPLIED', note: reason };
}
