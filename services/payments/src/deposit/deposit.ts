/** Rules of a deposit: allowed amounts, and when a payment matches it. Pure. */

import type { PaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import { toPaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import { DomainError } from '@nameloan/contracts/errors';
import { formatCents } from '@nameloan/contracts/money';
import type { HouseAccount } from '../ledger/entry.ts';
import type { ProviderReversal } from '../reversal/reversal.ts';
import type { DepositMethod, Transaction } from '../transaction/transaction.ts';

const minCents = 100;
const maxCents = 10_000_000;
export const currency = 'usd';

export type Deposit = Transaction & { type: 'DEPOSIT'; method: DepositMethod };

/** INVALID_INPUT outside $1 to $100,000 (docs/product-rules.md, Balance and payments). */
export function assertAmount(amountCents: number): void {
  if (amountCents >= minCents && amountCents <= maxCents) return;
  const sentence = `A deposit is between ${formatCents(minCents)} and ${formatCents(maxCents)}.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { amount: sentence } });
}

export function isDeposit(transaction: Transaction | undefined): transaction is Deposit {
  return transaction?.type === 'DEPOSIT' && transaction.method !== 'BALANCE';
}

/** Checkout page at a provider. */
export interface PaymentPage {
  id: string;
  uri: string;
}

/** A provider's report of a payment for a deposit, with its refunds and disputes. */
export interface Payment {
  transactionId: string;
  /** The provider's id of the checkout page. */
  sessionId: string;
  paymentId: string;
  /** Amount that the page requested. */
  amountCents: number;
  /** Lower case. */
  currency: string;
  method: DepositMethod;
  /** Amount that arrived, before reversals; null if the provider does not report it. */
  arrivedCents: number | null;
  /** How the payment differs from the request; null if it matches. */
  mismatch: PaymentMismatch | null;
  reversals: ProviderReversal[];
}

const providers = { CARD: 'stripe', CRYPTOCURRENCY: 'nowpayments' } as const;
export const houseAccounts: Record<DepositMethod, HouseAccount> = {
  CARD: 'house:stripe',
  CRYPTOCURRENCY: 'house:nowpayments',
};

/** `provider:payment id`. */
export function providerPaymentId({
  method,
  paymentId,
}: Pick<Payment, 'method' | 'paymentId'>): string {
  return `${providers[method]}:${paymentId}`;
}

/** Sum of the reversals that are in effect; null if all of the payment was reversed. */
export function reversedCents({ reversals }: Pick<Payment, 'reversals'>): number | null {
  const back = reversals.filter(({ status }) => status !== 'UNDONE');
  if (back.some(({ amountCents }) => amountCents === null)) return null;
  return back.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

/** Arrived amount minus reversals; null if unknown. */
export function retainedCents(payment: Payment): number | null {
  const { arrivedCents } = payment;
  const back = reversedCents(payment);
  if (back === null) return 0;
  return arrivedCents === null ? null : arrivedCents - back;
}

/** Why a payment cannot be credited to this deposit; null if it can. */
export function findMismatch(deposit: Deposit, payment: Payment): PaymentMismatch | null {
  if (!isOpenForCredit(deposit)) return toPaymentMismatch('ALREADY_PAID');
  if (payment.method !== deposit.method) return toPaymentMismatch('OTHER_PROVIDER');
  if (payment.currency !== currency)
    return toPaymentMismatch('OTHER_CURRENCY', { currency: payment.currency });
  if (payment.mismatch) return payment.mismatch;
  if (payment.amountCents !== deposit.amountCents) {
    return toPaymentMismatch('OTHER_PRICE', {
      paidCents: payment.amountCents,
      requestedCents: deposit.amountCents,
    });
  }
  if (deposit.session && deposit.session.id !== payment.sessionId) {
    return toPaymentMismatch('OTHER_PAGE');
  }
  return null;
}

/**
 * Whether a confirmed payment is still to be credited. A FAILED deposit can be paid late, so it is credited too.
 */
export function isOpenForCredit(deposit: Deposit): boolean {
  return deposit.status === 'PENDING' || deposit.status === 'FAILED';
}

export function isCredited(deposit: Deposit): boolean {
  return !isOpenForCredit(deposit);
}

/** REFUNDED once the reversals equal the credited amount. */
export function creditedStatus(
  deposit: Pick<Deposit, 'amountCents' | 'returnedCents'>,
): 'DONE' | 'REFUNDED' {
  return (deposit.returnedCents ?? 0) >= deposit.amountCents ? 'REFUNDED' : 'DONE';
}

/** Narrows a transaction that is known to be a deposit; throws otherwise. */
export function toDeposit(transaction: Transaction): Deposit {
  if (isDeposit(transaction)) return transaction;
  throw new Error(`transaction ${transaction.id} is not a deposit`);
}

/** Payload of a deposit's events. */
export function depositEventData(deposit: Deposit) {
  const { id: transactionId, accountId, amountCents, method } = deposit;
  return { transactionId, accountId, amountCents, method };
}
