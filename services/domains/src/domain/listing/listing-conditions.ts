/** What the listing eligibility rule and due diligence need of a domain. Pure. */

import type { DiligenceReason } from '@nameloan/contracts/diligence';
import type { DiligenceSubject } from '../../diligence/read-diligence.ts';
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
    diligence: reasons,
    lockedUntil: lockedUntil?.toISOString() ?? null,
  };
}

/** Whether the product is moving the domain into custody, which causes a lock and a pending transfer. */
export function isArriving({ pendingTransfer }: Pick<Domain, 'pendingTransfer'>): boolean {
  return pendingTransfer === 'IN';
}

export function toDiligenceSubject(domain: Domain): DiligenceSubject {
  const { name, suffix } = domain;
  return { name, suffix, own: inCustody(domain) || isArriving(domain) };
}
