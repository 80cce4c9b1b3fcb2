/** What due diligence needs of a domain's record. Pure. */

import type { DiligenceSubject } from '../diligence/read-diligence.ts';
import type { Domain } from './domain.ts';
import { inCustody } from './domain.ts';

/** Whether the product is moving the domain into custody, which causes a lock and a pending transfer. */
export function isArriving({ pendingTransfer }: Pick<Domain, 'pendingTransfer'>): boolean {
  return pendingTransfer === 'IN';
}

export function toDiligenceSubject(domain: Domain): DiligenceSubject {
  const { name, suffix } = domain;
  return { name, suffix, own: inCustody(domain) || isArriving(domain) };
}
