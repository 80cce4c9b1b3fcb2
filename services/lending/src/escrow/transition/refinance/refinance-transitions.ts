/** Transitions of users in a refinancing: the old lender's letter, and the payments of all three (docs/decisions/0163-refinancing.md). */

import type { RefinanceLeg } from '../../../loan/refinance/refinance.ts';
import { guards } from '../guards.ts';
import type { PaymentInput } from '../read-input.ts';
import { readRequiredText } from '../read-input.ts';
import type { TransitionTable } from '../transition-descriptor.ts';
import { borrower, either, lender, operator } from '../transition-descriptor.ts';
import { buildRefinancedChanges } from './close-refinance.ts';
import { confirmLeg, confirmSurplus } from './confirm-leg.ts';
import { answerLetter } from './letter.ts';
import { refinanceGuards } from './refinance-guards.ts';
import { denyLeg, denySurplus, reportLeg, withdrawLeg } from './report-leg.ts';

export interface RefinanceInputs {
  /** `correctionCents`: what the old lender demands beyond the computed payoff; 0 or absent: nothing. */
  SIGN_LETTER: { correctionCents?: number | null; reason?: string | null };
  REPORT_LEG: PaymentInput & {
    leg: RefinanceLeg;
    amountCents: number;
    evidenceIds?: string[] | null;
  };
  WITHDRAW_LEG: { paymentId: string };
  /** `amountCents`: what arrived; without it, the amount that was reported. */
  CONFIRM_LEG: { paymentId: string; amountCents?: number | null };
  DENY_LEG: { paymentId: string; reason: string };
  RESOLVE_REFINANCED: { reason: string };
}

export const refinanceTransitions: TransitionTable<RefinanceInputs> = {
  SIGN_LETTER: {
    verb: 'sign the payoff letter',
    history: 'Answered the payoff letter',
    rules: [
      {
        from: ['LOAN_POSTED', 'ESCALATED'],
        roles: lender,
        guards: [
          refinanceGuards.replaced,
          refinanceGuards.letterOpen,
          refinanceGuards.payoffNotPaid,
        ],
      },
    ],
    writes: answerLetter,
  },
  REPORT_LEG: {
    verb: 'report a payment of the refinancing',
    history: 'Reported a payment of the refinancing',
    rules: [
      { from: 'NEW', roles: either, guards: [refinanceGuards.replacing] },
      { from: 'LOAN_POSTED', roles: lender, guards: [refinanceGuards.replacing] },
    ],
    writes: reportLeg,
  },
  WITHDRAW_LEG: {
    verb: 'withdraw a payment of the refinancing',
    history: 'Withdrew a payment of the refinancing',
    rules: [{ from: ['NEW', 'LOAN_POSTED'], roles: either, guards: [refinanceGuards.replacing] }],
    writes: withdrawLeg,
  },
  CONFIRM_LEG: {
    verb: 'confirm a payment of the refinancing',
    history: 'Confirmed a payment of the refinancing',
    rules: [
      { from: ['LOAN_POSTED', 'ESCALATED'], roles: lender, guards: [refinanceGuards.legOpen] },
      { from: 'LOAN_POSTED', roles: borrower, guards: [refinanceGuards.surplusOpen] },
    ],
    writes: (escrow, input, context) =>
      context.role === 'LENDER'
        ? confirmLeg(escrow, input, context)
        : confirmSurplus(escrow, input, context),
  },
  DENY_LEG: {
    verb: 'deny a payment of the refinancing',
    danger: true,
    history: 'Denied a payment of the refinancing',
    rules: [
      // The new lender says that it has paid, so only an operator can decide.
      {
        from: 'LOAN_POSTED',
        roles: lender,
        guards: [refinanceGuards.legOpen],
        to: 'ESCALATED',
      },
      { from: 'ESCALATED', roles: lender, guards: [refinanceGuards.legOpen] },
      { from: 'LOAN_POSTED', roles: borrower, guards: [refinanceGuards.surplusOpen] },
    ],
    writes: (escrow, input, context) =>
      context.role === 'LENDER'
        ? denyLeg(escrow, input, context)
        : denySurplus(escrow, input, context),
  },
  RESOLVE_REFINANCED: {
    verb: 'resolve',
    action: 'RESOLVE',
    label: 'Resolve',
    choice: {
      outcome: 'REFINANCED',
      label: 'The new lender has paid: the new loan replaces this one',
    },
    history: 'Resolved: the loan is refinanced',
    rules: [
      {
        from: 'ESCALATED',
        roles: operator,
        guards: [
          refinanceGuards.payoffPaid,
          guards.custodyHeldInDispute,
          guards.custodyHeld,
          guards.evidenceComplete,
        ],
        to: 'FINALIZED_RETURN_TO_BORROWER',
      },
    ],
    writes: (escrow, { reason }) => ({
      changes: buildRefinancedChanges(escrow),
      note: readRequiredText('reason', reason),
    }),
  },
};
