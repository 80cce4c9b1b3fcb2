/** What the end of a repayment claim writes, and what a new claim may not repeat. */

import { DomainError } from '@nameloan/contracts/errors';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { DeniedClaim } from '../../loan/payment.ts';
import { findRepaymentDay, isPaidOff } from '../balance/balance.ts';
import { findDueAt } from '../balance/due-date.ts';
import type { Escrow, RepaymentClaim } from '../escrow.ts';
import { hasBlockingClaim } from '../stage.ts';

/**
 * Closes the open claim as not confirmed. A claim that blocked a seizure on or after the due date was the only one
 * that could: no later claim blocks it.
 */
export function buildDeniedChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  const { claim, deniedClaims } = escrow;
  const dueAt = findDueAt(escrow);
  if (claim === null) return {};
  const denied: DeniedClaim = { date: claim.date, reference: claim.reference };
  const used = hasBlockingClaim(escrow) && dueAt !== null && now >= dueAt;
  return {
    claim: null,
    deniedClaims: [...(deniedClaims ?? []), denied],
    ...(used ? { blockingClaimUsed: true } : {}),
  };
}

/** The borrower has time to pay the rest of a claim that blocked a seizure; the lender is notified again when it is over. */
export function allowRest(escrow: Escrow, now: Date): Partial<Escrow> {
  return hasBlockingClaim(escrow) ? { graceFrom: now, graceEndNotifiedAt: null } : {};
}

/** A party may escalate about a claim that was not confirmed at once, also within the pause after a dispute. */
export function allowEscalation(escrow: Escrow): Pick<Escrow, 'continuation'> | object {
  const { continuation } = escrow;
  return continuation && hasBlockingClaim(escrow)
    ? { continuation: { ...continuation, stage: null } }
    : {};
}

/**
 * Opens the claim of repayment of a loan that its counted payments cover, as if the borrower had made it: the lender
 * returns the domain, or its silence is a dispute.
 */
export function claimPaidOff(escrow: Escrow, now: Date): Partial<Escrow> {
  if (escrow.claim !== null || !isPaidOff(escrow)) return {};
  const date = findRepaymentDay(escrow) ?? now;
  const reference = escrow.countedPayments?.at(-1)?.id ?? '';
  return { claim: { date, method: 'Part payments', reference, at: now } };
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

/** Throws CLAIM_CHANGED unless the open claim is the one that the caller saw. Without a name, any claim or none will do. */
export function assertClaimNamed({ claim }: Escrow, claimId: string | null | undefined): void {
  if (claimId != null && claim?.paymentId !== claimId) throw claimChanged();
}

export const claimChanged = (): DomainError =>
  new DomainError(
    'CONFLICT',
    'The claim of repayment has changed since you opened the loan. Open it again.',
    { reason: 'CLAIM_CHANGED' },
  );

export function normalizeReference(reference: string): string {
  // A reference has at most 200 characters (read-input.ts).
  const normalized = normalizeText(reference, { form: 'NFKC', maxCodeUnits: 1_000 }) ?? reference;
  return normalized.toLowerCase().replace(/[\s\p{P}]/gu, '');
}
