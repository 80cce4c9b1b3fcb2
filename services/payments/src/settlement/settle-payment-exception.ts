/** An operator settles a payment that is not what was asked for: what arrived is credited, or it is given up. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
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
  /** Of a credit; absent: all that arrived and was not credited yet. */
  amountCents?: number | null | undefined;
  /** For the payer; absent: a sentence of ours. */
  reason?: string | null | undefined;
  /** The operator's account, or COMMAND_LINE. */
  by: string;
}

const maxReasonLength = 500;
const defaultFailReason = 'The payment was not what was asked for and could not be credited.';

/**
 * NOT_FOUND for an unknown payment, CONFLICT ALREADY_DONE when it does not wait (any more), INVALID_INPUT for an
 * amount that cannot be credited or a payment that is nobody's.
 */
export function settlePaymentException(
  id: string,
  settlement: ExceptionSettlement,
): Promise<PaymentException> {
  return commitIdempotently(async (tx) => {
    const odd = await paymentExceptions.get(id, tx);
    if (odd.status !== 'WAITING') {
      const settled = `This payment does not wait for anybody: it is ${odd.status}.`;
      throw new DomainError('CONFLICT', settled, { reason: 'ALREADY_DONE' });
    }
    const asked = { ...settlement, reason: validateReason(settlement.reason) };
    return asked.outcome === 'CREDIT'
      ? creditException(odd, asked, tx)
      : failException(odd, asked, tx);
  });
}

async function failException(
  odd: PaymentException,
  { reason, by }: ExceptionSettlement,
  tx: Tx,
): Promise<PaymentException> {
  const why = reason ?? defaultFailReason;
  const failed = {
    ...odd,
    status: 'FAILED' as const,
    reason: why,
    settledAt: now(),
    settledBy: by,
  };
  const moved = await paymentExceptions.update(odd, failed, tx);
  emitSettled(moved, 'FAILED', tx);
  if (odd.depositId) await failDeposit(odd.depositId, { tx, reason: why });
  return moved;
}

async function creditException(
  odd: PaymentException,
  asked: ExceptionSettlement,
  tx: Tx,
): Promise<PaymentException> {
  const deposit = odd.depositId ? await transactions.find(odd.depositId, tx) : undefined;
  if (!isDeposit(deposit)) {
    const nobody = 'This payment belongs to no deposit of ours; give it back at the provider.';
    throw new DomainError('INVALID_INPUT', nobody, { fields: { id: nobody } });
  }
  const amountCents = creditableCents(odd, asked.amountCents);
  const creditedCents = odd.creditedCents + amountCents;
  const paymentId = odd.id.slice(odd.id.indexOf(':') + 1);
  const page = deposit.session ?? { id: '', uri: '' };
  const reason =
    asked.reason ?? `${formatCents(odd.askedCents)} was asked for; staff credited what arrived.`;
  const after = await creditDeposit(
    deposit,
    {
      amountCents,
      entryId: `odd:${odd.id}:${creditedCents}`,
      // The first payment that was credited stays the deposit's own.
      session: { ...page, paymentId: deposit.session?.paymentId ?? paymentId },
      reason,
    },
    tx,
  );
  // What went back while it waited was never taken: there was nothing to take it from.
  await applyReversals(after, odd, { creditedCents, tx });
  const ended = { settledAt: now(), settledBy: asked.by };
  const credited = { ...odd, ...ended, status: 'CREDITED' as const, creditedCents, reason };
  const moved = await paymentExceptions.update(odd, credited, tx);
  emitSettled(moved, 'CREDITED', tx);
  return moved;
}

function validateReason(given: string | null | undefined): string | null {
  const reason = given?.trim() || null;
  if (reason === null || reason.length <= maxReasonLength) return reason;
  const sentence = `The reason has at most ${maxReasonLength} characters.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { reason: sentence } });
}
