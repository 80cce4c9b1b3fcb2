/** Settles a payment exception by an operator's decision: credits what arrived, or fails it. */

import { depositFailureTexts } from '@nameloan/contracts/deposit-reasons';
import { DomainError } from '@nameloan/contracts/errors';
import { formatCents } from '@nameloan/contracts/money';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { isLongerThan } from '@nameloan/runtime/text-length';
import { creditDeposit } from '../deposit/credit-deposit.ts';
import { isDeposit } from '../deposit/deposit.ts';
import { applyReversals } from '../deposit/reverse-deposit.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { paymentExceptions } from '../payment-exception/payment-exception.model.ts';
import type { PaymentException } from '../payment-exception/payment-exception.ts';
import { creditableCents } from '../payment-exception/payment-exception.ts';
import { emitSettled } from '../payment-exception/record-payment-exception.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { failDeposit } from './settle-payment.ts';

export interface ExceptionSettlement {
  outcome: 'CREDIT' | 'FAIL';
  /** Amount to credit; default: all that arrived and was not credited yet. */
  amountCents?: number | null | undefined;
  /** Explanation for the payer; there is a default. */
  reason?: string | null | undefined;
  /** The operator's account id, or COMMAND_LINE. */
  by: string;
}

const maxReasonLength = 500;

/**
 * NOT_FOUND for an unknown payment, CONFLICT ALREADY_DONE if it is not waiting, INVALID_INPUT for an invalid amount or
 * a payment without a deposit.
 */
export function settlePaymentException(
  id: string,
  settlement: ExceptionSettlement,
): Promise<PaymentException> {
  return commitIdempotently(async (tx) => {
    const exception = await paymentExceptions.get(id, tx);
    if (exception.status !== 'WAITING') {
      const settled = `This payment is not waiting for a decision: it is ${exception.status}.`;
      throw new DomainError('CONFLICT', settled, { reason: 'ALREADY_DONE' });
    }
    const decision = { ...settlement, reason: validateReason(settlement.reason) };
    return decision.outcome === 'CREDIT'
      ? creditException(exception, decision, tx)
      : failException(exception, decision, tx);
  });
}

async function failException(
  exception: PaymentException,
  { reason, by }: ExceptionSettlement,
  tx: Tx,
): Promise<PaymentException> {
  const why = reason ?? depositFailureTexts.NOT_CREDITABLE;
  const failed = {
    ...exception,
    status: 'FAILED' as const,
    reason: why,
    settledAt: now(),
    settledBy: by,
  };
  const updated = await paymentExceptions.update(exception, failed, tx);
  emitSettled(updated, 'FAILED', tx);
  const cause = reason ? { text: reason } : 'NOT_CREDITABLE';
  if (exception.depositId) await failDeposit(exception.depositId, { tx, reason: cause });
  return updated;
}

async function creditException(
  exception: PaymentException,
  decision: ExceptionSettlement,
  tx: Tx,
): Promise<PaymentException> {
  const deposit = exception.depositId
    ? await transactions.find(exception.depositId, tx)
    : undefined;
  if (!isDeposit(deposit)) {
    const message = 'This payment belongs to no deposit of ours. Return it at the provider.';
    throw new DomainError('INVALID_INPUT', message, { fields: { id: message } });
  }
  const amountCents = creditableCents(exception, decision.amountCents);
  const creditedCents = exception.creditedCents + amountCents;
  const paymentId = exception.id.slice(exception.id.indexOf(':') + 1);
  const page = deposit.session ?? { id: '', uri: '' };
  const reason =
    decision.reason ??
    `${formatCents(exception.askedCents)} was requested; staff credited what arrived.`;
  const after = await creditDeposit(
    deposit,
    {
      amountCents,
      entryId: `odd:${exception.id}:${creditedCents}`,
      // The deposit keeps the id of its first credited payment.
      session: { ...page, paymentId: deposit.session?.paymentId ?? paymentId },
      reason,
    },
    tx,
  );
  // Reversals that arrived during the wait had no credit to debit until now.
  await applyReversals(after, exception, { creditedCents, tx });
  const ended = { settledAt: now(), settledBy: decision.by };
  const credited = { ...exception, ...ended, status: 'CREDITED' as const, creditedCents, reason };
  const updated = await paymentExceptions.update(exception, credited, tx);
  emitSettled(updated, 'CREDITED', tx);
  return updated;
}

function validateReason(text: string | null | undefined): string | null {
  const reason = text?.trim() || null;
  if (reason === null || !isLongerThan(reason, maxReasonLength)) return reason;
  const sentence = `Use at most ${maxReasonLength} characters.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { reason: sentence } });
}
