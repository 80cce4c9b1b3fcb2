/**
 * The end of a registration (RFC 3915), pure: for how long an unrenewed name keeps working, may still be
 * redeemed, and is then deleted. The phases hang on the expiry alone, so a moved clock passes them all.
 */

import type { Domain } from '../records.ts';

const dayMs = 86_400_000;

/**
 * Days of each phase after the expiry, as ICANN's registries have them. This registry renews by order only:
 * in the auto-renew grace the expiry stays where it was, nothing is billed, and a renewal counts from it.
 */
export const phaseDays = { autoRenewPeriod: 45, redemptionPeriod: 30, pendingDelete: 5 } as const;

/** A grace period of RFC 3915 section 3.1; REGISTERED before the expiry, GONE after the deletion. */
export type ExpiryPhase = 'REGISTERED' | keyof typeof phaseDays | 'GONE';

/** Where a registered name stands in its life. A pending transfer ends first: until then nothing is deleted. */
export function expiryPhase(
  { expiresAt, transfer }: Pick<Domain, 'expiresAt' | 'transfer'>,
  now: Date,
): ExpiryPhase {
  let endsAt = Date.parse(expiresAt);
  if (now.getTime() < endsAt) return 'REGISTERED';
  if (transfer?.status === 'pending') return 'autoRenewPeriod';
  for (const [phase, days] of Object.entries(phaseDays)) {
    endsAt += days * dayMs;
    if (now.getTime() < endsAt) return phase as keyof typeof phaseDays;
  }
  return 'GONE';
}

/** The rgpStatus that an info shows; null: none (RFC 3915 section 3.1). */
export function rgpStatus(domain: Domain, now: Date): keyof typeof phaseDays | null {
  const phase = expiryPhase(domain, now);
  return phase === 'REGISTERED' || phase === 'GONE' ? null : phase;
}

/** Whether EPP's own status pendingDelete stands: from redemption on (RFC 3915 section 3.1). */
export function isPendingDelete(domain: Domain, now: Date): boolean {
  const phase = expiryPhase(domain, now);
  return phase === 'redemptionPeriod' || phase === 'pendingDelete';
}

/** When a name that is GONE was deleted. */
export function deletedAt({ expiresAt }: Domain): Date {
  const days = Object.values(phaseDays).reduce((sum, each) => sum + each, 0);
  return new Date(Date.parse(expiresAt) + days * dayMs);
}
