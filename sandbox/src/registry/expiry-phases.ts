/**
 * The phases after the expiry of a registration (RFC 3915): auto-renew grace, redemption, pending delete. Pure.
 * They depend only on the expiry, so moving the clock passes through all of them.
 */

import type { Domain } from '../records.ts';

const dayMs = 86_400_000;

/**
 * Days of each phase, as at ICANN registries. This registry does not renew automatically: during the auto-renew
 * grace the expiry stays the same, nothing is charged, and a renewal counts from that expiry.
 */
export const phaseDays = { autoRenewPeriod: 45, redemptionPeriod: 30, pendingDelete: 5 } as const;

/** A grace period of RFC 3915 section 3.1; REGISTERED before the expiry, GONE after the deletion. */
export type ExpiryPhase = 'REGISTERED' | keyof typeof phaseDays | 'GONE';

/** The phase of a registered name. It is not deleted while a transfer is pending. */
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

/** The rgpStatus for an info response, or null (RFC 3915 section 3.1). */
export function rgpStatus(domain: Domain, now: Date): keyof typeof phaseDays | null {
  const phase = expiryPhase(domain, now);
  return phase === 'REGISTERED' || phase === 'GONE' ? null : phase;
}

/** Whether EPP's status pendingDelete is set, which is from redemption on (RFC 3915 section 3.1). */
export function isPendingDelete(domain: Domain, now: Date): boolean {
  const phase = expiryPhase(domain, now);
  return phase === 'redemptionPeriod' || phase === 'pendingDelete';
}

/** When a name in the phase GONE was deleted. */
export function deletedAt({ expiresAt }: Domain): Date {
  const days = Object.values(phaseDays).reduce((sum, each) => sum + each, 0);
  return new Date(Date.parse(expiresAt) + days * dayMs);
}
