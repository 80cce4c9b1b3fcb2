/** What the lapse of an agreed amendment writes. Pure. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { Escrow } from '../../escrow.ts';
import type { TransitionContext, TransitionEffect } from '../transition-descriptor.ts';

/** A dispute if the lender did not answer its money. */
export function lapseAmendment(
  { amendment }: Escrow,
  _input: object,
  { rule, now }: TransitionContext,
): TransitionEffect {
  const { amendmentSigningDays, standstillDays } = loanCalendar;
  if (rule.to === 'ESCALATED' && rule.from !== 'ESCALATED') {
    const reason = `The lender has not answered the agreed money of an amendment, which lapsed ${standstillDays} days after its agreement.`;
    const escalation = { at: now, by: 'SYSTEM', reason, evidence: null } as const;
    return { changes: { amendment: null, escalation }, note: reason };
  }
  const note =
    amendment?.status === 'AGREED'
      ? `It was not signed by both within ${amendmentSigningDays} days.`
      : `Its money was not confirmed within ${standstillDays} days.`;
  return { changes: { amendment: null }, note };
}
