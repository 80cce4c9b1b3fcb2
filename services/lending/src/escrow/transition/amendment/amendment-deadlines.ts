/** How long an amendment waits for its answer, its signatures and its money (docs/product-rules.md#amendments). */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../../escrow.ts';

type Amended = Pick<Escrow, 'amendment'>;

/** When a proposal without an answer expires; null without one. */
export function computeProposalEnd({ amendment }: Amended): Date | null {
  return amendment?.status === 'PROPOSED' ? amendment.expiresAt : null;
}

/** When an agreement that is not signed, or whose money is not confirmed, lapses; no seizure until then. Null without one. */
export function computeLapseAt({ amendment }: Amended): Date | null {
  if (!amendment?.agreedAt) return null;
  const { amendmentSigningDays, standstillDays } = loanCalendar;
  const days = amendment.status === 'AGREED' ? amendmentSigningDays : standstillDays;
  return addDays(amendment.agreedAt, days);
}

/** Its deadline has passed, also if the lapse is not recorded yet. */
export function hasLapsed(escrow: Amended, now: Date): boolean {
  const end = computeLapseAt(escrow);
  return end !== null && now >= end;
}
