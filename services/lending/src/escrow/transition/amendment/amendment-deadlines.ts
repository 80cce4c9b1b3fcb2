/** How long an amendment waits for its answer, its signatures and its money (docs/product-rules.md#amendments). Pure. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../../escrow.ts';

type Amended = Pick<Escrow, 'amendment'>;

/** When a proposal without an answer expires; null without one. */
export function computeProposalEnd({ amendment }: Amended): Date | null {
  return amendment?.status === 'PROPOSED' ? amendment.expiresAt : null;
}

/** The agreed money of a higher principal is expected from the lender, or was sent. */
export const isAwaitingAdvance = ({ amendment }: Amended): boolean =>
  amendment?.status === 'AWAITING_MONEY' && amendment.kind === 'PRINCIPAL_UP';

/**
 * When an agreement that is not signed, or whose money is not confirmed, lapses. Null without one, and while the borrower
 * has not answered the lender's money, which counts by silence.
 */
export function computeLapseAt(escrow: Amended): Date | null {
  return escrow.amendment?.sent ? null : computeStandstillEnd(escrow);
}

/** No seizure until then, at most so many days from the agreement. Null without one. */
export function computeStandstillEnd({ amendment }: Amended): Date | null {
  if (!amendment?.agreedAt) return null;
  const { amendmentSigningDays, standstillDays } = loanCalendar;
  const days = amendment.status === 'AGREED' ? amendmentSigningDays : standstillDays;
  return addDays(amendment.agreedAt, days);
}

/**
 * When the lender's further principal counts without the borrower's answer; null without one, and while a claim of repayment
 * waits, whose answer comes first. The days start again when a loan continues after a dispute.
 */
export function computeAdvanceDeemedAt({
  amendment,
  claim,
  statusAt,
}: Pick<Escrow, 'amendment' | 'claim' | 'statusAt'>): Date | null {
  const sent = amendment?.sent;
  if (!sent || claim !== null) return null;
  return addDays(sent.at > statusAt ? sent.at : statusAt, loanCalendar.deemedReceiptDays);
}

/** Once, a day before an agreed amendment lapses or its money counts by silence. Null without one, and after it. */
export function computeAmendmentReminderAt(
  escrow: Pick<Escrow, 'amendment' | 'claim' | 'statusAt'>,
  now: Date,
): Date | null {
  const end = computeAdvanceDeemedAt(escrow) ?? computeLapseAt(escrow);
  if (end === null || now >= end) return null;
  const at = addDays(end, -loanCalendar.amendmentReminderDays);
  const remindedAt = escrow.amendment?.remindedAt ?? null;
  return remindedAt !== null && remindedAt >= at ? null : at;
}

/** Its deadline has passed, also if the lapse is not recorded yet. */
export function hasLapsed(escrow: Amended, now: Date): boolean {
  const end = computeLapseAt(escrow);
  return end !== null && now >= end;
}
