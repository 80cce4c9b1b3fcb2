/** What the end of a repayment claim writes, and what a new claim may not repeat. */

import { DomainError } from '@nameloan/contracts/errors';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { DeniedClaim } from '../../loan/payment.ts';
import type { Escrow, RepaymentClaim } from '../escrow.ts';
import { hasBlockingClaim } from '../stage.ts';

/**
 * Closes the open claim as not confirmed. A claim that blocked a seizure on or after the due date was the only one
 * that could: no later claim blocks it.
 */
export function buildDeniedChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  const { claim, dueAt, deniedClaims } = escrow;
  if (claim === null) return {};
  const denied: DeniedClaim = { date: claim.date, reference: claim.reference };
  const used = hasBlockingClaim(escrow) && dueAt !== null && now >= dueAt;
  return {
    claim: null,
    deniedClaims: [...(deniedClaims ?? []), denied],
    ...(used ? { blockingClaimUsed: true } : {}),
  };
}

/** Throws CLAIM_REPEATED for the day and reference of a denied claim. Case, spaces and punctuation of a reference are ignored. */
export function assertNewClaim({ deniedClaims }: Escrow, claim: RepaymentClaim): void {
  const repeated = deniedClaims?.some(
    (denied) =>
      denied.date.getTime() === claim.date.getTime() &&
      normalizeReference(denied.reference) === normalizeReference(claim.reference),
  );
  if (!repeated) return;
  throw new DomainError(
    'CONFLICT',
    'You have already claimed a payment with this day and reference, and it was not confirmed. Claim another payment, or escalate the loan.',
    { reason: 'CLAIM_REPEATED' },
  );
}

export function normalizeReference(reference: string): string {
  // A reference has at most 200 characters (read-input.ts).
  const normalized = normalizeText(reference, { form: 'NFKC', maxCodeUnits: 1_000 }) ?? reference;
  return normalized.toLowerCase().replace(/[\s\p{P}]/gu, '');
}
