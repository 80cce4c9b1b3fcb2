/** What the listing eligibility rule needs of a domain. Pure. */

import type { DiligenceReason } from '@nameloan/contracts/diligence';
import type { Domain } from './domain.ts';
import { transferOutStartsAt } from './domain.ts';

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
    diligence: reasons,
    lockedUntil: lockedUntil?.toISOString() ?? null,
  };
}
