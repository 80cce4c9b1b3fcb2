/** The table of product.md section 5: which move, by whom, under which guards, leads from where to where. */

import type { EscrowMove, EscrowStatus } from '@nameloan/contracts/loan.ts';
import { escrowStatuses } from '@nameloan/contracts/loan.ts';
import type { EscrowRole } from '../loan/roles.ts';
import { finalStatuses } from '../loan/status.ts';
import type { Condition, Guard } from './guards.ts';

export type Mover = EscrowRole | 'SYSTEM';

export interface Transition {
  from: EscrowStatus;
  move: EscrowMove;
  who: readonly Mover[];
  /** The row counts only if this holds; the first row that counts is taken. */
  when?: Condition;
  /** What must be there; the first that is missing is the refusal's sentence. */
  guards?: readonly Guard[];
  to: EscrowStatus;
  /** A fact that no longer applies: written to the history, told to nobody, changes no status. */
  noted?: true;
}

const either = ['BORROWER', 'LENDER'] as const;
const borrower = ['BORROWER'] as const;
const lender = ['LENDER'] as const;
const operator = ['OPERATOR'] as const;
const system = ['SYSTEM'] as const;

const afterSignature = escrowStatuses.filter((status) => status !== 'PENDING_SIGNATURE');

type Row = Omit<Transition, 'from' | 'to' | 'move' | 'who'>;

/** One row per status in `from`, each staying where it is. */
function stay(
  from: readonly EscrowStatus[],
  what: Pick<Transition, 'move' | 'who'> & Row,
): Transition[] {
  return from.map((status) => ({ from: status, to: status, ...what }));
}

/** The second equal word leads to `to`; any other stands as the proposal. */
function settling(
  move: EscrowMove,
  { when, unless, needs, to }: { when: Condition; unless: Guard; needs: Guard[]; to: EscrowStatus },
): Transition[] {
  const row = { from: 'ESCALATED', move, who: either } as const;
  return [
    { ...row, when, guards: needs, to },
    { ...row, guards: [...needs, unless], to: 'ESCALATED' },
  ];
}

const people: readonly Transition[] = [
  // Signing: the second signature ends this stage; where to depends on whether the domain is here already.
  {
    from: 'PENDING_SIGNATURE',
    move: 'SIGN',
    who: either,
    when: 'otherHasNotSigned',
    guards: ['contractDrawn', 'notSignedYet'],
    to: 'PENDING_SIGNATURE',
  },
  {
    from: 'PENDING_SIGNATURE',
    move: 'SIGN',
    who: either,
    when: 'inCustody',
    guards: ['contractDrawn', 'notSignedYet'],
    to: 'DOMAIN_IN_CUSTODY',
  },
  {
    from: 'PENDING_SIGNATURE',
    move: 'SIGN',
    who: either,
    guards: ['contractDrawn', 'notSignedYet'],
    to: 'NEW',
  },

  { from: 'PENDING_SIGNATURE', move: 'CANCEL', who: either, to: 'CANCELLED' },
  { from: 'NEW', move: 'CANCEL', who: either, to: 'CANCELLED' },
  { from: 'DOMAIN_IN_CUSTODY', move: 'CANCEL', who: lender, to: 'CANCELLED' },
  // The lender's money may be on its way: the borrower only asks, the lender answers by cancel or markPaid.
  {
    from: 'DOMAIN_IN_CUSTODY',
    move: 'CANCEL',
    who: borrower,
    guards: ['cancelNotRequested'],
    to: 'DOMAIN_IN_CUSTODY',
  },

  { from: 'DOMAIN_IN_CUSTODY', move: 'MARK_PAID', who: either, to: 'LOAN_POSTED' },
  {
    from: 'LOAN_POSTED',
    move: 'CONFIRM_RECEIPT',
    who: borrower,
    guards: ['noReceiptByBorrower', 'lenderMarked'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'LOAN_POSTED',
    move: 'CLAIM_REPAID',
    who: borrower,
    guards: ['receiptConfirmed', 'noOpenClaim'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'LOAN_POSTED',
    move: 'DENY_REPAID',
    who: lender,
    guards: ['claimOpen'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'LOAN_POSTED',
    move: 'FINALIZE_RETURN',
    who: lender,
    to: 'FINALIZED_RETURN_TO_BORROWER',
  },
  {
    from: 'LOAN_POSTED',
    move: 'FINALIZE_SEIZE',
    who: lender,
    guards: ['custodyHeld', 'receiptByBorrower', 'noOpenClaim', 'graceOver', 'noticeSent'],
    to: 'FINALIZED_LENDER_SEIZURE',
  },
  {
    from: 'LOAN_POSTED',
    move: 'FINALIZE_SURRENDER',
    who: borrower,
    guards: ['receiptConfirmed', 'custodyHeld'],
    to: 'FINALIZED_LENDER_SEIZURE',
  },
  { from: 'LOAN_POSTED', move: 'ESCALATE', who: either, to: 'ESCALATED' },

  {
    from: 'ESCALATED',
    move: 'ADD_EVIDENCE',
    who: either,
    guards: ['evidenceLeft'],
    to: 'ESCALATED',
  },
  // One party proposes how the dispute ends; it does when the other says the same.
  ...settling('SETTLE_CONTINUE', {
    when: 'otherSaysContinue',
    unless: 'notSaidContinue',
    needs: ['custodyHeldInDispute'],
    to: 'LOAN_POSTED',
  }),
  ...settling('SETTLE_RETURN', {
    when: 'otherSaysReturn',
    unless: 'notSaidReturn',
    needs: ['custodyHeldInDispute'],
    to: 'FINALIZED_RETURN_TO_BORROWER',
  }),
  ...settling('SETTLE_SEIZE', {
    when: 'otherSaysSeize',
    unless: 'notSaidSeize',
    needs: ['custodyHeldInDispute', 'custodyHeld'],
    to: 'FINALIZED_LENDER_SEIZURE',
  }),

  {
    from: 'ESCALATED',
    move: 'RESOLVE_CONTINUE',
    who: operator,
    guards: ['custodyHeldInDispute'],
    to: 'LOAN_POSTED',
  },
  {
    from: 'ESCALATED',
    move: 'RESOLVE_RETURN',
    who: operator,
    guards: ['custodyHeldInDispute'],
    to: 'FINALIZED_RETURN_TO_BORROWER',
  },
  {
    from: 'ESCALATED',
    move: 'RESOLVE_SEIZE',
    who: operator,
    guards: ['custodyHeldInDispute', 'custodyHeld'],
    to: 'FINALIZED_LENDER_SEIZURE',
  },
  { from: 'ESCALATED', move: 'RESOLVE_PLATFORM', who: operator, to: 'FINALIZED_PLATFORM_SEZIURE' },
];

/** Facts never throw: where one changes nothing any more, it is noted and acknowledged. */
const facts: readonly Transition[] = [
  {
    from: 'PENDING_SIGNATURE',
    move: 'RESERVATION_GRANTED',
    who: system,
    when: 'notReserved',
    to: 'PENDING_SIGNATURE',
  },
  ...stay(escrowStatuses, { move: 'RESERVATION_GRANTED', who: system, noted: true }),
  {
    from: 'PENDING_SIGNATURE',
    move: 'RESERVATION_REFUSED',
    who: system,
    to: 'CANCELLED',
  },
  ...stay(afterSignature, { move: 'RESERVATION_REFUSED', who: system, noted: true }),

  ...stay(escrowStatuses, { move: 'CUSTODY_ARRIVED', who: system, when: 'overtaken', noted: true }),
  { from: 'PENDING_SIGNATURE', move: 'CUSTODY_ARRIVED', who: system, to: 'PENDING_SIGNATURE' },
  { from: 'NEW', move: 'CUSTODY_ARRIVED', who: system, to: 'DOMAIN_IN_CUSTODY' },
  ...stay(['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED', ...finalStatuses], {
    move: 'CUSTODY_ARRIVED',
    who: system,
    noted: true,
  }),

  ...stay(escrowStatuses, { move: 'CUSTODY_LOST', who: system, when: 'overtaken', noted: true }),
  { from: 'PENDING_SIGNATURE', move: 'CUSTODY_LOST', who: system, to: 'CANCELLED' },
  { from: 'NEW', move: 'CUSTODY_LOST', who: system, to: 'CANCELLED' },
  { from: 'DOMAIN_IN_CUSTODY', move: 'CUSTODY_LOST', who: system, to: 'CANCELLED' },
  { from: 'LOAN_POSTED', move: 'CUSTODY_LOST', who: system, to: 'ESCALATED' },
  { from: 'ESCALATED', move: 'CUSTODY_LOST', who: system, to: 'ESCALATED' },
  ...stay(finalStatuses, { move: 'CUSTODY_LOST', who: system, noted: true }),
];

/** Steps of lending's own; its jobs read the status first, so that a refusal means "look again". */
const steps: readonly Transition[] = [
  {
    from: 'PENDING_SIGNATURE',
    move: 'DRAW_CONTRACT',
    who: system,
    guards: ['reserved', 'contractNotDrawn'],
    to: 'PENDING_SIGNATURE',
  },
  ...stay(afterSignature, {
    move: 'SEAL_CONTRACT',
    who: system,
    guards: ['bothSigned', 'notSealed'],
  }),
];

/** Moves by silence and by date; when each is due stands in schedule.ts. */
const clock: readonly Transition[] = [
  {
    from: 'PENDING_SIGNATURE',
    move: 'EXPIRE_SIGNATURE',
    who: system,
    guards: ['signatureTimeOver'],
    to: 'CANCELLED',
  },
  {
    from: 'NEW',
    move: 'EXPIRE_TRANSFER',
    who: system,
    guards: ['transferTimeOver'],
    to: 'CANCELLED',
  },
  {
    from: 'DOMAIN_IN_CUSTODY',
    move: 'CANCEL_UNANSWERED',
    who: system,
    guards: ['cancelUnanswered'],
    to: 'CANCELLED',
  },
  ...stay(['LOAN_POSTED'], {
    move: 'REMIND_RECEIPT',
    who: system,
    guards: ['receiptReminderDue'],
  }),
  ...stay(['LOAN_POSTED'], { move: 'DEEM_RECEIVED', who: system, guards: ['receiptUnanswered'] }),
  ...stay(['LOAN_POSTED'], { move: 'REMIND_DUE', who: system, guards: ['dueReminderDue'] }),
  ...stay(['LOAN_POSTED'], {
    move: 'SEND_NOTICE',
    who: system,
    guards: ['receiptConfirmed', 'due', 'noticeNotSent'],
  }),
  {
    from: 'LOAN_POSTED',
    move: 'ESCALATE_UNANSWERED',
    who: system,
    guards: ['claimUnanswered'],
    to: 'ESCALATED',
  },
];

/** All rows, in the order in which they are tried. */
export const transitions: readonly Transition[] = [...people, ...facts, ...steps, ...clock];

const index = Map.groupBy(transitions, (row) => `${row.from} ${row.move}`);

/** The rows for a move in a status, whoever makes it. */
export function rowsFor(from: EscrowStatus, move: EscrowMove): readonly Transition[] {
  return index.get(`${from} ${move}`) ?? [];
}
