/** The transition rules of users: borrower, lender and operator. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import type { ConditionName, GuardName } from './guards.ts';
import type { TransitionRule } from './transition-rule.ts';

const either = ['BORROWER', 'LENDER'] as const;
const borrower = ['BORROWER'] as const;
const lender = ['LENDER'] as const;
const operator = ['OPERATOR'] as const;

/** A proposal equal to the other party's leads to `to`; any other is stored as the proposal. */
function buildSettlementRules(
  transition: EscrowTransition,
  {
    when,
    unless,
    needs,
    to,
  }: { when: ConditionName; unless: GuardName; needs: GuardName[]; to: EscrowStatus },
): TransitionRule[] {
  const rule = { from: 'ESCALATED', transition, roles: either } as const;
  return [
    { ...rule, when, guards: needs, to },
    { ...rule, guards: [...needs, unless], to: 'ESCALATED' },
  ];
}

export const userRules: readonly TransitionRule[] = [
  // The second signature leaves PENDING_SIGNATURE; the next status depends on whether the domain is in custody.
  {
    from: 'PENDING_SIGNATURE',
    transition: 'SIGN',
    roles: either,
    when: 'otherHasNotSigned',
    guards: ['contractDrawn', 'notSignedYet'],
    to: 'PENDING_SIGNATURE',
  },
  {
    from: 'PENDING_SIGNATURE',
    transition: 'SIGN',
    roles: either,
    when: 'inCustody',
    guards: ['contractDrawn', 'notSignedYet'],
    to: 'DOMAIN_IN_CUSTODY',
  },
  {
    from: 'PENDING_SIGNATURE',
    transition: 'SIGN',
    roles: either,
    guards: ['contractDrawn', 'notSignedYet'],
    to: 'NEW',
  },

  { from: 'PENDING_SIGNATURE', transition: 'CANCEL', roles: either, to: 'CANCELLED' },
  { from: 'NEW', transition: 'CANCEL', roles: either, to: 'CANCELLED' },
  { from: 'DOMAIN_IN_CUSTODY', transition: 'CANCEL', roles: lender, to: 'CANCELLED' },
  // The lender may have sent the money: the borrower only requests, the lender answers by cancel or markPaid.
  {
    from: 'DOMAIN_IN_CUSTODY',
    transition: 'CANCEL',
    roles: borrower,
    guards: ['cancelNotRequested'],
    to: 'DOMAIN_IN_CUSTODY',
  },

  { from: 'DOMAIN_IN_CUSTODY', transition: 'MARK_PAID', roles: either, to: 'LOAN_POSTED' },
  {
    from: 'LOAN_POSTED',
    transition: 'CONFIRM_RECEIPT',
    roles: borrower,
    guards: ['noReceiptByBorrower', 'lenderMarked'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'LOAN_POSTED',
    transition: 'CLAIM_REPAID',
    roles: borrower,
    guards: ['receiptConfirmed', 'noOpenClaim'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'LOAN_POSTED',
    transition: 'DENY_REPAID',
    roles: lender,
    guards: ['claimOpen'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'LOAN_POSTED',
    transition: 'FINALIZE_RETURN',
    roles: lender,
    to: 'FINALIZED_RETURN_TO_BORROWER',
  },
  {
    from: 'LOAN_POSTED',
    transition: 'FINALIZE_SEIZE',
    roles: lender,
    guards: ['custodyHeld', 'receiptByBorrower', 'noOpenClaim', 'graceOver', 'noticeSent'],
    to: 'FINALIZED_LENDER_SEIZURE',
  },
  {
    from: 'LOAN_POSTED',
    transition: 'FINALIZE_SURRENDER',
    roles: borrower,
    guards: ['receiptConfirmed', 'custodyHeld'],
    to: 'FINALIZED_LENDER_SEIZURE',
  },
  { from: 'LOAN_POSTED', transition: 'ESCALATE', roles: either, to: 'ESCALATED' },

  {
    from: 'ESCALATED',
    transition: 'ADD_EVIDENCE',
    roles: either,
    guards: ['evidenceLeft'],
    to: 'ESCALATED',
  },
  // The dispute ends when both parties propose the same outcome.
  ...buildSettlementRules('SETTLE_CONTINUE', {
    when: 'otherProposedContinue',
    unless: 'continueNotProposed',
    needs: ['custodyHeldInDispute'],
    to: 'LOAN_POSTED',
  }),
  ...buildSettlementRules('SETTLE_RETURN', {
    when: 'otherProposedReturn',
    unless: 'returnNotProposed',
    needs: ['custodyHeldInDispute'],
    to: 'FINALIZED_RETURN_TO_BORROWER',
  }),
  ...buildSettlementRules('SETTLE_SEIZE', {
    when: 'otherProposedSeize',
    unless: 'seizeNotProposed',
    needs: ['custodyHeldInDispute', 'custodyHeld'],
    to: 'FINALIZED_LENDER_SEIZURE',
  }),

  {
    from: 'ESCALATED',
    transition: 'RESOLVE_CONTINUE',
    roles: operator,
    guards: ['custodyHeldInDispute'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'ESCALATED',
    transition: 'RESOLVE_RETURN',
    roles: operator,
    guards: ['custodyHeldInDispute'],
    to: 'FINALIZED_RETURN_TO_BORROWER',
  },
  {
    from: 'ESCALATED',
    transition: 'RESOLVE_SEIZE',
    roles: operator,
    guards: ['custodyHeldInDispute', 'custodyHeld'],
    to: 'FINALIZED_LENDER_SEIZURE',
  },
  {
    from: 'ESCALATED',
    transition: 'RESOLVE_PLATFORM',
    roles: operator,
    to: 'FINALIZED_PLATFORM_SEZIURE',
  },
];
