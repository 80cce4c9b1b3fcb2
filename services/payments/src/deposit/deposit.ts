/** The rules of a deposit: what may be asked for, when it counts as paid, and when it has failed. Pure. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import type { DepositMethod, Transaction } from '../transaction/transaction.ts';

const leastCents = 100;
const mostCents = 10_000_000;
export const currency = 'usd';

export type Deposit = Transaction & { type: 'DEPOSIT'; method: DepositMethod };

/** INVALID_INPUT outside 1 to 100,000 dollars. */
export function assertAmount(amountCents: number): void {
  if (amountCents >= leastCents && amountCents <= mostCents) return;
  const sentence = `A deposit is between ${formatCents(leastCents)} and ${formatCents(mostCents)}.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { amount: sentence } });
}

export function isDeposit(transaction: Transaction | undefined): transaction is Deposit {
  return transaction?.type === 'DEPOSIT' && transaction.method !== 'BALANCE';
}

/** A page that was made at a provider. */
export interface OpenedPage {
  id: string;
  uri: string;
}

/** What a provider has confirmed about a payment. */
export interface Payment {
  transactionId: string;
  /** The provider's id of the page it was paid on. */
  sessionId: string;
  paymentId: string;
  amountCents: number;
  /** Lower case. */
  currency: string;
  method: DepositMethod;
}

/** Why a payment is not this deposit's, as a sentence for an operator; null where it is. */
export function faultOf(deposit: Deposit, payment: Payment): string | null {
  if (payment.method !== deposit.method) return 'The deposit was started at another provider.';
  if (payment.currency !== currency) return `It was paid in ${payment.currency}.`;
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

/** The facts of a deposit's events. */
export function factsOf(deposit: Deposit) {
  const { id: transactionId, accountId, amountCents, method } = deposit;
  return { transactionId, accountId, amountCents, method };
}
