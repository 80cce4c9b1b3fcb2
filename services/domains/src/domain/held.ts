/** Whether the platform holds a domain by a decision, and of which loan. Pure. */

import { platformAccountId } from '@nameloan/contracts/platform';
import type { Domain } from './domain.ts';

/** Whether a decision gave it to the platform, and the platform has it still. */
export function isHeld({ active, status, accountId, reservation }: Domain): boolean {
  const ours = status === 'CUSTODY_PAID' && accountId === platformAccountId;
  return active && ours && reservation === null;
}

/** Whether the platform holds it by this loan's decision; a record without the loan's id counts for each loan of it. */
export function isHeldFor(domain: Domain, escrowId: string): boolean {
  return isHeld(domain) && (domain.heldFor ?? escrowId) === escrowId;
}
