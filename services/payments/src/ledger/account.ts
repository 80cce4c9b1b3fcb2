/** A customer's counters: what the postings sum to, and how much of it is held. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { formatCents } from '@nameloan/contracts/money.ts';

export interface Account {
  /** The account's id at identity. */
  id: string;
  /** Raised by every write; a write is conditional on the version it read, so that no two race. */
  version: number;
  /** Sum of all postings to the customer, in cents. */
  balanceCents: number;
  /** Sum of the holds that are neither captured nor released, in cents. */
  heldCents: number;
}

/** What a customer may spend now. */
export function availableCents(account: Account): number {
  return account.balanceCents - account.heldCents;
}

/** Sets `amountCents` aside. BALANCE_TOO_LOW, with the missing amount (a debt included) in its sentence. */
export function reserve(account: Account, amountCents: number): Account {
  const missingCents = amountCents - availableCents(account);
  if (missingCents > 0) {
    const missing = formatCents(missingCents);
    const owed = owedCents(account);
    const why =
      owed > 0
        ? `Your balance is ${formatCents(owed)} below zero, because money of a deposit went back: ${missing} is missing.`
        : `Your balance is too low: ${missing} is missing.`;
    throw new DomainError('BALANCE_TOO_LOW', `${why} Please add balance first.`, { missingCents });
  }
  return { ...account, heldCents: account.heldCents + amountCents };
}

/** How far below zero the available balance is; only money that went back can bring it there. */
export function owedCents(account: Account): number {
  return Math.max(0, -availableCents(account));
}

/** Gives back what was set aside. */
export function unreserve(account: Account, amountCents: number): Account {
  const heldCents = account.heldCents - amountCents;
  if (heldCents < 0) throw new Error(`account ${account.id} would hold ${heldCents}`);
  return { ...account, heldCents };
}
