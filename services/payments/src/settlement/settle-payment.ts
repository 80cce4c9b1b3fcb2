/** Settles a deposit: credits a confirmed payment once, or fails the deposit with a reason. */

import type { DepositFailureCode, PaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import {
  depositFailureTexts,
  describePaymentMismatch,
  toPaymentMismatch,
} from '@nameloan/contracts/deposit-reasons';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
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

/** Result of a provider event: applied, ignored, or left to an operator (REFUSED). */
export interface SettlementOutcome {
  state: 'APPLIED' | 'IGNORED' | 'REFUSED';
  /** Explanation for operators. */
  note: string;
}

/**
 * Makes the ledger match a provider's report of a payment: credits it once and debits its reversals once, despite
 * repeated or reordered events. A payment that does not match its deposit becomes a payment exception.
 */
export async function settlePayment(payment: Payment, tx: Tx): Promise<SettlementOutcome> {
  const deposit = await transactions.find(payment.transactionId, tx);
  if (!isDeposit(deposit))
    return recordException(payment, { mismatch: toPaymentMismatch('NO_DEPOSIT'), tx });
  const exception = await paymentExceptions.find(providerPaymentId(payment), tx);
  const creditedCents = findCreditedCents(payment, deposit, exception);
  if (creditedCents > 0) {
    // Without an operator's credit the payment matched in full, so there is no exception to update.
    if (exception?.creditedCents)
      await recordPaymentException(payment, {
        deposit,
        mismatch: toPaymentMismatch('MORE_ARRIVED'),
        tx,
      });
    const after = await applyReversals(deposit, payment, { creditedCents, tx });
    if (after) return { state: 'APPLIED', note: 'A reversal was applied.' };
    return { state: 'IGNORED', note: 'It was applied before.' };
  }
  // Staff return such a payment at the provider, so anything that arrives later needs their review.
  const failed = exception?.status === 'FAILED';
  if (failed && !needsReview(exception, payment))
    return { state: 'IGNORED', note: 'It was marked failed.' };
  const mismatch = failed
    ? toPaymentMismatch('ARRIVED_AFTER_FAILURE')
    : findMismatch(deposit, payment);
  if (mismatch) return recordException(payment, { deposit, mismatch, tx });
  const { sessionId: id, paymentId, amountCents } = payment;
  const session = { id, uri: deposit.session?.uri ?? '', paymentId };
  const credit = { amountCents, session, reason: null, entryId: '' };
  const credited = await creditDeposit(deposit, credit, tx);
  await clearPaymentException(providerPaymentId(payment), 'The rest arrived.', tx);
  await applyReversals(credited, payment, { creditedCents: amountCents, tx });
  return { state: 'APPLIED', note: 'Credited.' };
}

/** Whether staff must review the exception again. */
function needsReview(exception: PaymentException, payment: Payment): boolean {
  const { arrivedCents } = payment;
  return (
    nextExceptionStatus(exception, { arrivedCents, keptCents: retainedCents(payment) }) ===
    'WAITING'
  );
}

/** Cents credited for this payment. */
function findCreditedCents(
  payment: Payment,
  deposit: Deposit,
  exception: PaymentException | undefined,
): number {
  if (exception && exception.creditedCents > 0) return exception.creditedCents;
  const paidByThis = isCredited(deposit) && deposit.session?.paymentId === payment.paymentId;
  return paidByThis ? payment.amountCents : 0;
}

/** Records a payment exception. A payment that was fully reversed needs no review and fails its deposit. */
async function recordException(
  payment: Payment,
  { deposit, mismatch, tx }: { deposit?: Deposit; mismatch: PaymentMismatch; tx: Tx },
): Promise<SettlementOutcome> {
  await recordPaymentException(payment, { deposit, mismatch, tx });
  if (!deposit || retainedCents(payment) !== 0)
    return { state: 'REFUSED', note: describePaymentMismatch(mismatch) };
  return failDeposit(deposit.id, { tx, reason: 'RETURNED_BEFORE_CREDIT' });
}

/**
 * Fails a PENDING deposit, unless a payment exception of it waits for an operator. `sessionId` is the page that ended;
 * `exceptionId` is the payment that failed. `reason` is a code, or an operator's own text.
 */
export async function failDeposit(
  transactionId: string,
  {
    tx,
    reason,
    sessionId,
    exceptionId,
  }: {
    tx: Tx;
    reason: DepositFailureCode | { text: string };
    sessionId?: string;
    exceptionId?: string | undefined;
  },
): Promise<SettlementOutcome> {
  const text = typeof reason === 'string' ? depositFailureTexts[reason] : reason.text;
  if (exceptionId) await clearPaymentException(exceptionId, text, tx);
  const deposit = await transactions.find(transactionId, tx);
  if (!isDeposit(deposit)) return { state: 'REFUSED', note: 'There is no such deposit.' };
  if (deposit.session && sessionId && deposit.session.id !== sessionId) {
    return { state: 'IGNORED', note: 'The page belongs to another deposit.' };
  }
  if (deposit.status !== 'PENDING') {
    return { state: 'IGNORED', note: `The deposit is already ${deposit.status}.` };
  }
  if (await hasWaitingException(transactionId, tx)) {
    return { state: 'IGNORED', note: 'A payment for it waits for an operator.' };
  }
  const failed = { ...deposit, status: 'FAILED' as const, endedAt: now(), reason: text };
  const updated = await transactions.update(deposit, failed, tx);
  await tx.unschedule('expire-deposit', transactionId);
  const code = typeof reason === 'string' ? reason : 'STAFF_DECISION';
  tx.emit('payments.deposit.failed', updated, {
    ...depositEventData(failed),
    reason: { code, formerText: null },
  });
  return { state: 'APPLIED', note: text };
}
