/** A payment that is not what was asked for: less, more, in another currency, twice. An operator settles it. Pure. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import type { ProviderReversal } from '../reversal/reversal.ts';
import type { DepositMethod } from '../transaction/transaction.ts';

/**
 * WAITING for an operator. CREDITED: to the balance. FAILED: given up, nothing (more) was credited. CLEARED: the rest
 * came, or the provider gave it back, so that it needs nobody.
 */
export type PaymentExceptionStatus = 'WAITING' | 'CREDITED' | 'FAILED' | 'CLEARED';

export interface PaymentException {
  /** The provider and its own id of the payment. */
  id: string;
  version: number;
  status: PaymentExceptionStatus;
  method: DepositMethod;
  /** The deposit that it was made for, and whose; null where there is no such deposit. */
  depositId: string | null;
  accountId: string | null;
  askedCents: number;
  /** Null where the provider does not say. */
  arrivedCents: number | null;
  /** What was credited for it so far. */
  creditedCents: number;
  /** What the provider has told of it going back; absent on payments from before it was kept. */
  reversals?: readonly ProviderReversal[];
  /** What is odd about it, or how it was settled, as a sentence. */
  reason: string;
  /** Since when it has waited, the last time it did. */
  createdAt: Date;
  settledAt: Date | null;
  /** The operator's account, or COMMAND_LINE; null while it waits and where it was cleared by itself. */
  settledBy: string | null;
}

/** Where an operator speaks from who has no account at hand. */
export const commandLine = 'COMMAND_LINE';

/** What a payment's status must be after the provider has said how much of it is here now. */
export function nextExceptionStatus(
  known: Pick<PaymentException, 'status' | 'creditedCents' | 'arrivedCents'> | undefined,
  { arrivedCents, keptCents }: { arrivedCents: number | null; keptCents: number | null },
): PaymentExceptionStatus | undefined {
  const gone = keptCents !== null && keptCents <= 0;
  if (!known) return gone ? undefined : 'WAITING';
  const grown = (arrivedCents ?? 0) > Math.max(known.arrivedCents ?? 0, known.creditedCents);
  switch (known.status) {
    case 'WAITING':
      return gone ? 'CLEARED' : 'WAITING';
    case 'CLEARED':
      return gone ? 'CLEARED' : 'WAITING';
    case 'CREDITED':
    case 'FAILED':
      return grown && !gone ? 'WAITING' : known.status;
  }
}

const maxCents = 10_000_000;

/** What an operator credits: the amount named, else what arrived and was not credited yet. INVALID_INPUT. */
export function creditableCents(odd: PaymentException, named: number | null | undefined): number {
  const restCents = odd.arrivedCents === null ? null : odd.arrivedCents - odd.creditedCents;
  const cents = named ?? restCents;
  if (cents !== null && cents >= 1 && cents <= maxCents) return cents;
  const amount =
    cents === null
      ? 'The provider does not say what arrived: name the amount to credit.'
      : `Name an amount between ${formatCents(1)} and ${formatCents(maxCents)} to credit.`;
  throw new DomainError('INVALID_INPUT', amount, { fields: { amount } });
}
