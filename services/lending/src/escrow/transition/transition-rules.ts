/** The table of product.md section 5: which move, by whom, under which guards, leads from where to where. */

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
  /** The row counts only if this holds; the first row that counts is taken. */
  when?: ConditionName;
  /** What must be there; the first that is missing is the refusal's sentence. */
  guards?: readonly GuardName[];
  to: EscrowStatus;
  /** A fact that no longer applies: written to the history, told to nobody, changes no status. */
  historyOnly?: true;
}

const either = ['BORROWER', 'LENDER'] as const;
const borrower = ['BORROWER'] as const;
const lender = ['LENDER'] as const;
const operator = ['OPERATOR'] as const;
const system = ['SYSTEM'] as const;

const afterSignature = escrowStatuses.filter((status) => status !== 'PENDING_SIGNATURE');

type RuleOptions = Omit<TransitionRule, 'from' | 'to' | 'transition' | 'roles'>;

/** One row per status in `from`, each staying where it is. */
function stay(
  from: readonly EscrowStatus[],
  what: Pick<TransitionRule, 'transition' | 'roles'> & RuleOptions,
): TransitionRule[] {
  return from.map((status) => ({ from: status, to: status, ...what }));
}

/** The second equal word leads to `to`; any other stands as the proposal. */
function settling(
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

const people: readonly TransitionRule[] = [
  // Signing: the second signature ends this stage; where to depends on whether the domain is here already.
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
  // The lender's money may be on its way: the borrower only asks, the lender answers by cancel or markPaid.
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
  // One party proposes how the dispute ends; it does when the other says the same.
  ...settling('SETTLE_CONTINUE', {
    when: 'otherProposedContinue',
    unless: 'continueNotProposed',
    needs: ['custodyHeldInDispute'],
    to: 'LOAN_POSTED',
  }),
  ...settling('SETTLE_RETURN', {
    when: 'otherProposedReturn',
    unless: 'returnNotProposed',
    needs: ['custodyHeldInDispute'],
    to: 'FINALIZED_RETURN_TO_BORROWER',
  }),
  ...settling('SETTLE_SEIZE', {
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

/** Facts never throw: where one changes nothing any more, it is noted and acknowledged. */
const facts: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'RESERVATION_GRANTED',
    roles: system,
    when: 'notReserved',
    to: 'PENDING_SIGNATURE',
  },
  ...stay(escrowStatuses, { transition: 'RESERVATION_GRANTED', roles: system, historyOnly: true }),
  {
    from: 'PENDING_SIGNATURE',
    transition: 'RESERVATION_REFUSED',
    roles: system,
    to: 'CANCELLED',
  },
  ...stay(afterSignature, { transition: 'RESERVATION_REFUSED', roles: system, historyOnly: true }),

  ...stay(escrowStatuses, {
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
  ...stay(['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED', ...finalStatuses], {
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    historyOnly: true,
  }),

  ...stay(escrowStatuses, {
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
  ...stay(finalStatuses, { transition: 'CUSTODY_LOST', roles: system, historyOnly: true }),
];

/** Steps of lending's own; its jobs read the status first, so that a refusal means "look again". */
const steps: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'DRAW_CONTRACT',
    roles: system,
    guards: ['reserved', 'contractNotDrawn'],
    to: 'PENDING_SIGNATURE',
  },
  ...stay(afterSignature, {
    transition: 'SEAL_CONTRACT',
    roles: system,
    guards: ['bothSigned', 'notSealed'],
  }),
];

/** Moves by silence and by date; when each is due stands in schedule.ts. */
const clock: readonly TransitionRule[] = [
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
  ...stay(['LOAN_POSTED'], {
    transition: 'REMIND_RECEIPT',
    roles: system,
    guards: ['receiptReminderDue'],
  }),
  ...stay(['LOAN_POSTED'], {
    transition: 'DEEM_RECEIVED',
    roles: system,
    guards: ['receiptUnanswered'],
  }),
  ...stay(['LOAN_POSTED'], { transition: 'REMIND_DUE', roles: system, guards: ['dueReminderDue'] }),
  ...stay(['LOAN_POSTED'], {
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

/** All rows, in the order in which they are tried. */
export const transitionRules: readonly TransitionRule[] = [...people, ...facts, ...steps, ...clock];

const index = Map.groupBy(transitionRules, (rule) => `${rule.from} ${rule.transition}`);

/** The rows for a move in a status, whoever makes it. */
export function findRules(
  from: EscrowStatus,
  transition: EscrowTransition,
): readonly TransitionRule[] {
  return index.get(`${from} ${transition}`) ?? [];
}
