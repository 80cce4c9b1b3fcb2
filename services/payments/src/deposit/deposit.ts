/** The rules of a deposit: what may be asked for, when it counts as paid, and when it has failed. Pure. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import type { HouseAccount } from '../ledger/entry.ts';
import type { ProviderReversal } from '../reversal/reversal.ts';
import type { DepositMethod, Transaction } from '../transaction/transaction.ts';

const minCents = 100;
const maxCents = 10_000_000;
export const currency = 'usd';

export type Deposit = Transaction & { type: 'DEPOSIT'; method: DepositMethod };

/** INVALID_INPUT outside 1 to 100,000 dollars. */
export function assertAmount(amountCents: number): void {
  if (amountCents >= minCents && amountCents <= maxCents) return;
  const sentence = `A deposit is between ${formatCents(minCents)} and ${formatCents(maxCents)}.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { amount: sentence } });
}

export function isDeposit(transaction: Transaction | undefined): transaction is Deposit {
  return transaction?.type === 'DEPOSIT' && transaction.method !== 'BALANCE';
}

/** A page that was made at a provider. */
export interface PaymentPage {
  id: string;
  uri: string;
}

/** What a provider says of a payment that came for a deposit, and of what went back of it. */
export interface Payment {
  transactionId: string;
  /** The provider's id of the page it was paid on. */
  sessionId: string;
  paymentId: string;
  /** What the page asked for. */
  amountCents: number;
  /** Lower case. */
  currency: string;
  method: DepositMethod;
  /** What came, whatever went back of it; null where the provider does not say. */
  arrivedCents: number | null;
  /** Why it is not paid as it should be, as a sentence; null where it is. */
  mismatch: string | null;
  reversals: ProviderReversal[];
}

const providers = { CARD: 'stripe', CRYPTOCURRENCY: 'nowpayments' } as const;
export const houseAccounts: Record<DepositMethod, HouseAccount> = {
  CARD: 'house:stripe',
  CRYPTOCURRENCY: 'house:nowpayments',
};

/** The provider and its own id of a payment. */
export function providerPaymentId({
  method,
  paymentId,
}: Pick<Payment, 'method' | 'paymentId'>): string {
  return `${providers[method]}:${paymentId}`;
}

/** What went back and did not come again; null: all of it. */
export function reversedCents({ reversals }: Pick<Payment, 'reversals'>): number | null {
  const back = reversals.filter(({ status }) => status !== 'UNDONE');
  if (back.some(({ amountCents }) => amountCents === null)) return null;
  return back.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

/** What came and did not go back; null where nobody says. */
export function retainedCents(payment: Payment): number | null {
  const { arrivedCents } = payment;
  const back = reversedCents(payment);
  if (back === null) return 0;
  return arrivedCents === null ? null : arrivedCents - back;
}

/** Why a payment cannot simply be credited to this deposit, as a sentence for an operator; null where it can. */
export function findMismatch(deposit: Deposit, payment: Payment): string | null {
  if (!isOpenForCredit(deposit)) return 'This deposit was paid before, by another payment.';
  if (payment.method !== deposit.method) return 'The deposit was started at another provider.';
  if (payment.currency !== currency) return `It was paid in ${payment.currency}.`;
  if (payment.mismatch) return payment.mismatch;
  if (payment.amountCents !== deposit.amountCents) {
    return `${formatCents(payment.amountCents)} was paid where ${formatCents(deposit.amountCents)} was asked.`;
  }
  if (deposit.session && deposit.session.id !== payment.sessionId) {
    return 'It was paid on a page that is not the one of this deposit.';
  }
  return null;
}

/**
 * Whether a confirmed payment is still to be credited. A deposit that was given up is credited all the
 * same: the money is there.
 */
export function isOpenForCredit(deposit: Deposit): boolean {
  return deposit.status === 'PENDING' || deposit.status === 'FAILED';
}

export function isCredited(deposit: Deposit): boolean {
  return !isOpenForCredit(deposit);
}

/** REFUNDED once as much went back as was credited. */
export function creditedStatus(
  deposit: Pick<Deposit, 'amountCents' | 'returnedCents'>,
): 'DONE' | 'REFUNDED' {
  return (deposit.returnedCents ?? 0) >= deposit.amountCents ? 'REFUNDED' : 'DONE';
}

/** A deposit as it was written. Anything else is a bug. */
export function toDeposit(transaction: Transaction): Deposit {
  if (isDeposit(transaction)) return transaction;
  throw new Error(`transaction ${transaction.id} is no deposit`);
}

/** The facts of a deposit's events. */
export function depositEventData(deposit: Deposit) {
  const { id: transactionId, accountId, amountCents, method } = deposit;
  return { transactionId, accountId, amountCents, method };
}
