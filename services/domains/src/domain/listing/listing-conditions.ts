/** What the listing eligibility rule and due diligence need of a domain. */

import type { DiligenceReason } from '@nameloan/contracts/diligence';
import { DomainError } from '@nameloan/contracts/errors';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { now } from '@nameloan/runtime/clock';
import type { DiligenceSubject } from '../../diligence/read-diligence.ts';
import { requiredUntil } from '../../registration-term.ts';
import type { Domain } from '../domain.ts';
import { inCustody, transferOutStartsAt } from '../domain.ts';
import { holdVisibility } from '../hold/hold-rules.ts';

/** What due diligence has against a listing. */
export interface DiligenceObstacles {
  reasons: DiligenceReason[];
  lockedUntil: Date | null;
}
const noObstacles: DiligenceObstacles = { reasons: [], lockedUntil: null };

/** The input of the listing eligibility rule. */
export function listingConditions(
  domain: Domain,
  suffix: object | undefined,
  { reasons, lockedUntil }: DiligenceObstacles = noObstacles,
) {
  return {
    status: domain.status,
    reservedFor: domain.reservation?.escrowId ?? null,
    pendingTransfer: domain.pendingTransfer,
    holdable: suffix !== undefined,
    unicodeName: domain.unicodeName,
    transferOutStartsAt: transferOutStartsAt(domain)?.toISOString() ?? null,
    legalHold: holdVisibility(domain),
    pushExpiresAt: domain.push?.expiresAt.toISOString() ?? null,
    diligence: reasons,
    lockedUntil: lockedUntil?.toISOString() ?? null,
  };
}

const dayMs = 86_400_000;
/** More than any term that a loan can have. */
const maxTermDays = 36_500;

/**
 * Until when a loan of this term needs the registration if its offer is accepted now and all other periods are used up.
 * Throws INVALID_INPUT for a term that no loan has.
 */
export function neededUntil(termDays: number): Date {
  if (termDays < 1 || termDays > maxTermDays) {
    const sentence = 'Choose a term from 1 to 36,500 days.';
    throw new DomainError('INVALID_INPUT', sentence, { fields: { termDays: sentence } });
  }
  const { signatureDays, transferDays } = loanCalendar;
  return requiredUntil(
    new Date(now().getTime() + (signatureDays + transferDays + termDays) * dayMs),
  );
}

/** Whether the product is moving the domain into custody, which causes a lock and a pending transfer. */
export function isArriving({ pendingTransfer }: Pick<Domain, 'pendingTransfer'>): boolean {
  return pendingTransfer === 'IN';
}

export function toDiligenceSubject(domain: Domain): DiligenceSubject {
  const { name, suffix } = domain;
  return { name, suffix, own: inCustody(domain) || isArriving(domain) };
}
