/** Payment exception: a short, excess, duplicate or wrong-currency payment that an operator settles. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatCents } from '@nameloan/contracts/money';
import type { ProviderReversal } from '../reversal/reversal.ts';
import type { DepositMethod } from '../transaction/transaction.ts';

/**
 * WAITING for an operator. CREDITED to the balance. FAILED by an operator, nothing (more) was credited. CLEARED without
 * an operator: the rest arrived, or the provider returned it.
 */
export type PaymentExceptionStatus = 'WAITING' | 'CREDITED' | 'FAILED' | 'CLEARED';

export interface PaymentException {
  /** `provider:payment id`. */
  id: string;
  version: number;
  status: PaymentExceptionStatus;
  method: DepositMethod;
  /** The deposit and its account; null if there is no such deposit. */
  depositId: string | null;
  accountId: string | null;
  askedCents: number;
  /** Null if the provider does not report it. */
  arrivedCents: number | null;
  /** Credited so far. */
  creditedCents: number;
  /** Its reversals as the provider reported them; absent on older records. */
  reversals?: readonly ProviderReversal[];
  /** The mismatch, or how it was settled, as a sentence. */
  reason: string;
  /** Start of its current or last wait. */
  createdAt: Date;
  settledAt: Date | null;
  /** The operator's account id, or COMMAND_LINE; null while it waits or if it was cleared. */
  settledBy: string | null;
}

/** Actor of the operator command line. */
export const commandLine = 'COMMAND_LINE';

/** Status after a provider's report; undefined if no exception is needed. */
export function nextExceptionStatus(
  known: Pick<PaymentException, 'status' | 'creditedCents' | 'arrivedCents'> | undefined,
  { arrivedCents, keptCents }: { arrivedCents: number | null; keptCents: number | null },
): PaymentExceptionStatus | undefined {
  const returned = keptCents !== null && keptCents <= 0;
  if (!known) return returned ? undefined : 'WAITING';
  const grown = (arrivedCents ?? 0) > Math.max(known.arrivedCents ?? 0, known.creditedCents);
  switch (known.status) {
    case 'WAITING':
      return returned ? 'CLEARED' : 'WAITING';
    case 'CLEARED':
      return returned ? 'CLEARED' : 'WAITING';
    case 'CREDITED':
    case 'FAILED':
      return grown && !returned ? 'WAITING' : known.status;
  }
}

const maxCents = 10_000_000;

/** The requested amount, or by default the uncredited rest of what arrived. INVALID_INPUT. */
export function creditableCents(
  exception: PaymentException,
  requestedCents: number | null | undefined,
): number {
  const { arrivedCents, creditedCents } = exception;
  const restCents = arrivedCents === null ? null : arrivedCents - creditedCents;
  const cents = requestedCents ?? restCents;
  if (cents !== null && cents >= 1 && cents <= maxCents) return cents;
  const amount =
    cents === null
      ? 'The provider doesn’t report what arrived: enter the amount to credit.'
      : `Enter an amount between ${formatCents(1)} and ${formatCents(maxCents)} to credit.`;
  throw new DomainError('INVALID_INPUT', amount, { fields: { amount } });
}
