/** The transition rules of a loan: from which status to which, by which role, under which guards. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan.ts';
import { escrowStatuses } from '@nameloan/contracts/loan.ts';
import type { EscrowRole } from '../../loan/roles.ts';
import { finalStatuses } from '../../loan/status.ts';
import type { ConditionName, GuardName } from './guards.ts';

export type RuleRole = EscrowRole | 'SYSTEM';

export interface TransitionRule {
  from: EscrowStatus;
  transition: EscrowTransition;
  roles: readonly RuleRole[];
  /** The rule applies only if this condition holds; the first rule that applies is taken. */
  when?: ConditionName;
  /** Checked in order; the first failure is the error. */
  guards?: readonly GuardName[];
  to: EscrowStatus;
  /** For an event that no longer applies: it is written to the history, without an event or a change of status. */
  historyOnly?: true;
}

const either = ['BORROWER', 'LENDER'] as const;
const borrower = ['BORROWER'] as const;
const lender = ['LENDER'] as const;
const operator = ['OPERATOR'] as const;
const system = ['SYSTEM'] as const;

const afterSignature = escrowStatuses.filter((status) => status !== 'PENDING_SIGNATURE');

type RuleOptions = Omit<TransitionRule, 'from' | 'to' | 'transition' | 'roles'>;

/** One rule per status in `from`, none of which changes the status. */
function keepStatus(
  from: readonly EscrowStatus[],
  what: Pick<TransitionRule, 'transition' | 'roles'> & RuleOptions,
): TransitionRule[] {
  return from.map((status) => ({ from: status, to: status, ...what }));
}

/** A proposal equal to the other party's leads to `to`; any other is stored as the proposal. */
function settlementRules(
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

const userRules: readonly TransitionRule[] = [
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
  ...settlementRules('SETTLE_CONTINUE', {
    when: 'otherProposedContinue',
    unless: 'continueNotProposed',
    needs: ['custodyHeldInDispute'],
    to: 'LOAN_POSTED',
  }),
  ...settlementRules('SETTLE_RETURN', {
    when: 'otherProposedReturn',
    unless: 'returnNotProposed',
    needs: ['custodyHeldInDispute'],
    to: 'FINALIZED_RETURN_TO_BORROWER',
  }),
  ...settlementRules('SETTLE_SEIZE', {
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

/** Events never throw: one that no longer applies is written to the history and acknowledged. */
const eventRules: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'RESERVATION_GRANTED',
    roles: system,
    when: 'notReserved',
    to: 'PENDING_SIGNATURE',
  },
  ...keepStatus(escrowStatuses, { transition: 'RESERVATION_GRANTED', roles: system, historyOnly: true }),
  {
    from: 'PENDING_SIGNATURE',
    transition: 'RESERVATION_REFUSED',
    roles: system,
    to: 'CANCELLED',
  },
  ...keepStatus(afterSignature, { transition: 'RESERVATION_REFUSED', roles: system, historyOnly: true }),

  ...keepStatus(escrowStatuses, {
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    when: 'stale',
    historyOnly: true,
  }),
  {
    from: 'PENDING_SIGNATURE',
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    to: 'PENDING_SIGNATURE',
  },
  { from: 'NEW', transition: 'CUSTODY_ARRIVED', roles: system, to: 'DOMAIN_IN_CUSTODY' },
  ...keepStatus(['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED', ...finalStatuses], {
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    historyOnly: true,
  }),

  ...keepStatus(escrowStatuses, {
    transition: 'CUSTODY_LOST',
    roles: system,
    when: 'stale',
    historyOnly: true,
  }),
  { from: 'PENDING_SIGNATURE', transition: 'CUSTODY_LOST', roles: system, to: 'CANCELLED' },
  { from: 'NEW', transition: 'CUSTODY_LOST', roles: system, to: 'CANCELLED' },
  { from: 'DOMAIN_IN_CUSTODY', transition: 'CUSTODY_LOST', roles: system, to: 'CANCELLED' },
  { from: 'LOAN_POSTED', transition: 'CUSTODY_LOST', roles: system, to: 'ESCALATED' },
  { from: 'ESCALATED', transition: 'CUSTODY_LOST', roles: system, to: 'ESCALATED' },
  ...keepStatus(finalStatuses, { transition: 'CUSTODY_LOST', roles: system, historyOnly: true }),
];

/** Transitions made by this service's jobs. */
const jobRules: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'DRAW_CONTRACT',
    roles: system,
    guards: ['reserved', 'contractNotDrawn'],
    to: 'PENDING_SIGNATURE',
  },
  ...keepStatus(afterSignature, {
    transition: 'SEAL_CONTRACT',
    roles: system,
    guards: ['bothSigned', 'notSealed'],
  }),
];

/** Transitions caused by silence and dates; schedule.ts computes when each is due. */
const timedRules: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'EXPIRE_SIGNATURE',
    roles: system,
    guards: ['signatureTimeOver'],
    to: 'CANCELLED',
  },
  {
    from: 'NEW',
    transition: 'EXPIRE_TRANSFER',
    roles: system,
    guards: ['transferTimeOver'],
    to: 'CANCELLED',
  },
  {
    from: 'DOMAIN_IN_CUSTODY',
    transition: 'CANCEL_UNANSWERED',
    roles: system,
    guards: ['cancelUnanswered'],
    to: 'CANCELLED',
  },
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'REMIND_RECEIPT',
    roles: system,
    guards: ['receiptReminderDue'],
  }),
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'DEEM_RECEIVED',
    roles: system,
    guards: ['receiptUnanswered'],
  }),
  ...keepStatus(['LOAN_POSTED'], { transition: 'REMIND_DUE', roles: system, guards: ['dueReminderDue'] }),
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'SEND_NOTICE',
    roles: system,
    guards: ['receiptConfirmed', 'due', 'noticeNotSent'],
  }),
  {
    from: 'LOAN_POSTED',
    transition: 'ESCALATE_UNANSWERED',
    roles: system,
    guards: ['claimUnanswered'],
    to: 'ESCALATED',
  },
];

/** All rules, in the order in which they are tried. */
export const transitionRules: readonly TransitionRule[] = [...userRules, ...eventRules, ...jobRules, ...timedRules];

const rulesByStatus = Map.groupBy(transitionRules, (rule) => `${rule.from} ${rule.transition}`);

/** The rules for a transition in a status, for all roles. */
export function findRules(
  from: EscrowStatus,
  transition: EscrowTransition,
): readonly TransitionRule[] {
  return rulesByStatus.get(`${from} ${transition}`) ?? [];
}
