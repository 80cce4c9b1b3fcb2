/** A customer's account: sum of its postings, and how much of it is held. */

import { DomainError } from '@nameloan/contracts/errors';
import { describeOrderFailure, toOrderFailure } from '@nameloan/contracts/order-failures';

export interface Account {
  /** The account's id at identity. */
  id: string;
  /** Optimistic lock: a write is conditional on the version it read. */
  version: number;
  /** Sum of all postings to the customer. */
  balanceCents: number;
  /** Sum of the open holds. */
  heldCents: number;
}

/** Spendable balance. */
export function availableCents(account: Account): number {
  return account.balanceCents - account.heldCents;
}

/** Holds `amountCents`. BALANCE_TOO_LOW with the missing amount, including any debt. */
export function reserve(account: Account, amountCents: number): Account {
  const missingCents = amountCents - availableCents(account);
  if (missingCents > 0) {
    const data = { missingCents, owedCents: owedCents(account) };
    const message = describeOrderFailure(toOrderFailure('BALANCE_TOO_LOW', data));
    throw new DomainError('BALANCE_TOO_LOW', message, { missingCents });
  }
  return { ...account, heldCents: account.heldCents + amountCents };
}

/** Debt: how far the available balance is below zero. Only reversed deposits cause it. */
export function owedCents(account: Account): number {
  return Math.max(0, -availableCents(account));
}

/** Releases held money. */
export function unreserve(account: Account, amountCents: number): Account {
  const heldCents = account.heldCents - amountCents;
  if (heldCents < 0) throw new Error(`account ${account.id} would hold ${heldCents}`);
  return { ...account, heldCents };
}
