/** What must hold before a move, each with the reason and the sentence that say what is missing. */

import { momentInWords } from '@nameloan/contracts/days-in-words.ts';
import type { ConflictReason } from '@nameloan/contracts/errors.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import type { EscrowActorRole, Party } from '../../loan/roles.ts';
import { sideOf } from '../../loan/roles.ts';
import type { Escrow } from '../escrow.ts';
import type { SettleOutcome } from '../settlement.ts';
import { graceEndsAt } from '../stage.ts';
import type { TimedTransition } from './schedule.ts';
import { transitionTimes } from './schedule.ts';
import type { CustodyUpdate, TransitionInput } from './transition-input.ts';

export interface Situation {
  role: EscrowActorRole;
  now: Date;
  /** Absent where only the possibility of a move is asked. */
  input?: TransitionInput;
}

type Check = (escrow: Escrow, situation: Situation) => boolean;
/** What stands in the way of a move: the refusal, and the entry in the list of blocked moves. */
export interface GuardFailure {
  /** For programs; stable. */
  reason: ConflictReason;
  /** For people: says by itself what to do or to wait for. */
  message: string;
  /** The date that opens the move, where a date does; null where something must happen first. */
  availableAt: Date | null;
}
/** Null when it holds. */
type Guard = (escrow: Escrow, situation: Situation) => GuardFailure | null;

/** Conditions choose between rows; they refuse nothing. */
export const conditions = {
  otherHasNotSigned: (escrow, { role }) =>
    (role === 'BORROWER' ? escrow.lenderSignedAt : escrow.borrowerSignedAt) === null,
  inCustody: (escrow) => escrow.inCustodyAt !== null,
  otherProposedContinue: (escrow, { role }) =>
    findProposal(escrow, otherParty(role)) === 'CONTINUE',
  otherProposedReturn: (escrow, { role }) => findProposal(escrow, otherParty(role)) === 'RETURN',
  otherProposedSeize: (escrow, { role }) => findProposal(escrow, otherParty(role)) === 'SEIZE',
  notReserved: (escrow) => escrow.reservedAt === null,
  stale: (escrow, { input }) =>
    input !== undefined && 'domainVersion' in input && isStale(escrow, input),
} as const satisfies Record<string, Check>;
export type ConditionName = keyof typeof conditions;

/**
 * A custody fact that is older than the one already known came late and says nothing about now. Of a loan from
 * before the version was kept, a loss is the last that there is: what was lost never comes back as the same domain.
 */
export function isStale(escrow: Escrow, { domainVersion }: CustodyUpdate): boolean {
  const known = escrow.custodyVersion ?? (escrow.custodyLostAt === null ? 0 : Infinity);
  return domainVersion < known;
}

/** The domain was in custody and is no more. */
export function isCustodyLost({ inCustodyAt, custodyLostAt }: Escrow): boolean {
  return custodyLostAt !== null && inCustodyAt === null;
}

const fail = (reason: ConflictReason, message: string): GuardFailure => ({
  reason,
  message,
  availableAt: null,
});

function findProposal({ settlement }: Escrow, party: EscrowActorRole): SettleOutcome | null {
  return settlement?.by === party ? settlement.outcome : null;
}

const otherParty = (party: EscrowActorRole) => (party === 'BORROWER' ? 'LENDER' : 'BORROWER');

const unless =
  (holds: Check, reason: ConflictReason, message: string): Guard =>
  (escrow, situation) =>
    holds(escrow, situation) ? null : fail(reason, message);

const receiptMissing = (role: EscrowActorRole): GuardFailure =>
  fail(
    'NOT_RECEIVED',
    role === 'BORROWER'
      ? 'Confirm first that the money has arrived.'
      : 'The borrower has not confirmed the receipt of the money yet; ask in the chat, or escalate, so that an operator can decide.',
  );

/** The moment of a move by the clock has come, and the loan still gives cause for it. */
const timeReached =
  (transition: TimedTransition): Guard =>
  (escrow, { now }) => {
    const at = transitionTimes[transition](escrow, now);
    if (at !== null && at <= now) return null;
    return { ...fail('NOT_DUE', 'It is not time for this.'), availableAt: at };
  };

/** How many files this side has brought so far. */
export function countEvidenceFiles({ evidenceFiles }: Escrow, side: Party): number {
  return evidenceFiles?.[side] ?? 0;
}

const notProposedYet = (outcome: SettleOutcome): Guard =>
  unless(
    (escrow, { role }) => findProposal(escrow, role) !== outcome,
    'ALREADY_PROPOSED',
    'You have proposed this already; the other party has yet to agree.',
  );

export const guards = {
  evidenceLeft: unless(
    (escrow, { role }) =>
      countEvidenceFiles(escrow, sideOf(role)) < loanCalendar.evidenceFilesPerSide,
    'EVIDENCE_FULL',
    `You have added ${loanCalendar.evidenceFilesPerSide} files, which is the most for each side. Write in the chat instead.`,
  ),
  continueNotProposed: notProposedYet('CONTINUE'),
  returnNotProposed: notProposedYet('RETURN'),
  seizeNotProposed: notProposedYet('SEIZE'),
  reserved: unless(
    (escrow) => escrow.reservedAt !== null,
    'NOT_RESERVED',
    'The domain is not reserved yet.',
  ),
  contractDrawn: unless(
    (escrow) => escrow.contractSha256 !== null,
    'CONTRACT_NOT_DRAWN',
    'The contract is not drawn up yet; that takes a moment after the domain is reserved.',
  ),
  contractNotDrawn: unless(
    (escrow) => escrow.contractSha256 === null,
    'ALREADY_DONE',
    'The contract is drawn up already.',
  ),
  notSignedYet: unless(
    (escrow, { role }) =>
      (role === 'BORROWER' ? escrow.borrowerSignedAt : escrow.lenderSignedAt) === null,
    'ALREADY_SIGNED',
    'You have signed this contract already.',
  ),
  bothSigned: unless(
    (escrow) => escrow.borrowerSignedAt !== null && escrow.lenderSignedAt !== null,
    'NOT_SIGNED',
    'The contract is not signed by both parties.',
  ),
  notSealed: unless(
    (escrow) => escrow.sealedAt === null,
    'ALREADY_DONE',
    'The contract is sealed already.',
  ),
  cancelNotRequested: unless(
    (escrow) => escrow.cancelRequestedAt === null,
    'CANCEL_REQUESTED',
    'You have asked to cancel already; the lender has yet to answer.',
  ),
  lenderMarked: unless(
    (escrow) => escrow.sent !== null,
    'NOT_MARKED_PAID',
    'The lender has not marked the loan as paid.',
  ),
  // One that rests on silence can still be confirmed.
  noReceiptByBorrower: unless(
    (escrow) => escrow.receipt?.by !== 'BORROWER',
    'ALREADY_RECEIVED',
    'The receipt of the money is confirmed already.',
  ),
  receiptConfirmed: (escrow, { role }) => (escrow.receipt === null ? receiptMissing(role) : null),
  receiptByBorrower: (escrow, { role }) => {
    if (escrow.receipt?.by === 'BORROWER') return null;
    if (escrow.receipt === null) return receiptMissing(role);
    return fail(
      'RECEIPT_BY_SILENCE',
      'The borrower never confirmed the receipt of the money; escalate, so that an operator can decide.',
    );
  },
  claimOpen: unless(
    (escrow) => escrow.claim !== null,
    'NO_CLAIM',
    'The borrower has not claimed repayment.',
  ),
  noOpenClaim: (escrow, { role }) => {
    if (escrow.claim === null) return null;
    return fail(
      'CLAIM_OPEN',
      role === 'LENDER'
        ? 'The borrower says that the loan is repaid; confirm, deny or escalate that first.'
        : 'You have claimed repayment already; the lender has yet to answer.',
    );
  },
  due: (escrow, { now }) => {
    if (escrow.dueAt === null) return fail('NOT_DUE', 'The loan has no due date yet.');
    if (now >= escrow.dueAt) return null;
    return { ...fail('NOT_DUE', 'The loan is not due yet.'), availableAt: escrow.dueAt };
  },
  graceOver: (escrow, { now }) => {
    const end = graceEndsAt(escrow);
    if (end === null) return fail('NOT_DUE', 'The loan has no due date yet.');
    if (now > end) return null;
    const message = `The borrower may repay until ${momentInWords(end)}; you can take the domain after that.`;
    return { reason: 'IN_GRACE', message, availableAt: end };
  },
  noticeSent: unless(
    (escrow) => escrow.noticeAt !== null,
    'NOTICE_NOT_SENT',
    'The notice of default has not been sent yet.',
  ),
  noticeNotSent: unless(
    (escrow) => escrow.noticeAt === null,
    'ALREADY_DONE',
    'The notice of default has been sent already.',
  ),
  // What is gone cannot go to the lender, whoever decides it.
  custodyHeld: (escrow) => {
    if (!isCustodyLost(escrow)) return null;
    const instead =
      escrow.status === 'ESCALATED'
        ? 'choose another outcome'
        : 'escalate the loan, so that an operator can decide';
    return fail(
      'CUSTODY_LOST',
      `The domain has left our custody and cannot go to the lender; ${instead}.`,
    );
  },
  custodyHeldInDispute: unless(
    (escrow) => !escrow.escalation?.custodyLostAt,
    'CUSTODY_LOST',
    'The domain has left our custody during the dispute; only a decision for the platform is possible.',
  ),
  signatureTimeOver: timeReached('EXPIRE_SIGNATURE'),
  transferTimeOver: timeReached('EXPIRE_TRANSFER'),
  cancelUnanswered: timeReached('CANCEL_UNANSWERED'),
  receiptReminderDue: timeReached('REMIND_RECEIPT'),
  receiptUnanswered: timeReached('DEEM_RECEIVED'),
  dueReminderDue: timeReached('REMIND_DUE'),
  claimUnanswered: timeReached('ESCALATE_UNANSWERED'),
} as const satisfies Record<string, Guard>;
export type GuardName = keyof typeof guards;
