/** What must hold before a move, each with the reason and the sentence that say what is missing. */

import { momentInWords } from '@nameloan/contracts/days-in-words.ts';
import type { ConflictReason } from '@nameloan/contracts/errors.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import type { EscrowActorRole, Party } from '../loan/roles.ts';
import { sideOf } from '../loan/roles.ts';
import type { Escrow } from './escrow.ts';
import type { CustodyFact, MoveInput } from './moves.ts';
import type { ClockMove } from './schedule.ts';
import { clockTimes } from './schedule.ts';
import type { SettleOutcome } from './settlement.ts';
import { graceEndsAt } from './stage.ts';

export interface Situation {
  role: EscrowActorRole;
  now: Date;
  /** Absent where only the possibility of a move is asked. */
  input?: MoveInput;
}

type Check = (escrow: Escrow, situation: Situation) => boolean;
/** What stands in the way of a move: the refusal, and the entry in the list of blocked moves. */
export interface Missing {
  /** For programs; stable. */
  reason: ConflictReason;
  /** For people: says by itself what to do or to wait for. */
  message: string;
  /** The date that opens the move, where a date does; null where something must happen first. */
  availableAt: Date | null;
}
/** Null when it holds. */
type Guarding = (escrow: Escrow, situation: Situation) => Missing | null;

/** Conditions choose between rows; they refuse nothing. */
export const conditions = {
  otherHasNotSigned: (escrow, { role }) =>
    (role === 'BORROWER' ? escrow.lenderSignedAt : escrow.borrowerSignedAt) === null,
  inCustody: (escrow) => escrow.inCustodyAt !== null,
  otherSaysContinue: (escrow, { role }) => wordOf(escrow, otherOf(role)) === 'CONTINUE',
  otherSaysReturn: (escrow, { role }) => wordOf(escrow, otherOf(role)) === 'RETURN',
  otherSaysSeize: (escrow, { role }) => wordOf(escrow, otherOf(role)) === 'SEIZE',
  notReserved: (escrow) => escrow.reservedAt === null,
  overtaken: (escrow, { input }) =>
    input !== undefined && 'domainVersion' in input && isOvertaken(escrow, input),
} as const satisfies Record<string, Check>;
export type Condition = keyof typeof conditions;

/**
 * A custody fact that is older than the one already known came late and says nothing about now. Of a loan from
 * before the version was kept, a loss is the last that there is: what was lost never comes back as the same domain.
 */
export function isOvertaken(escrow: Escrow, { domainVersion }: CustodyFact): boolean {
  const known = escrow.custodyVersion ?? (escrow.custodyLostAt === null ? 0 : Infinity);
  return domainVersion < known;
}

/** The domain was in custody and is no more. */
export function custodyGone({ inCustodyAt, custodyLostAt }: Escrow): boolean {
  return custodyLostAt !== null && inCustodyAt === null;
}

const lacks = (reason: ConflictReason, message: string): Missing => ({
  reason,
  message,
  availableAt: null,
});

function wordOf({ settlement }: Escrow, party: EscrowActorRole): SettleOutcome | null {
  return settlement?.by === party ? settlement.outcome : null;
}

const otherOf = (party: EscrowActorRole) => (party === 'BORROWER' ? 'LENDER' : 'BORROWER');

const unless =
  (holds: Check, reason: ConflictReason, message: string): Guarding =>
  (escrow, situation) =>
    holds(escrow, situation) ? null : lacks(reason, message);

const unreceived = (role: EscrowActorRole): Missing =>
  lacks(
    'NOT_RECEIVED',
    role === 'BORROWER'
      ? 'Confirm first that the money has arrived.'
      : 'The borrower has not confirmed the receipt of the money yet; ask in the chat, or escalate, so that an operator can decide.',
  );

/** The moment of a move by the clock has come, and the loan still gives cause for it. */
const timeCome =
  (move: ClockMove): Guarding =>
  (escrow, { now }) => {
    const at = clockTimes[move](escrow, now);
    if (at !== null && at <= now) return null;
    return { ...lacks('NOT_DUE', 'It is not time for this.'), availableAt: at };
  };

/** How many files this side has brought so far. */
export function broughtBy({ evidenceFiles }: Escrow, side: Party): number {
  return evidenceFiles?.[side] ?? 0;
}

const saysAlready = (outcome: SettleOutcome): Guarding =>
  unless(
    (escrow, { role }) => wordOf(escrow, role) !== outcome,
    'ALREADY_PROPOSED',
    'You have proposed this already; the other party has yet to agree.',
  );

export const guards = {
  evidenceLeft: unless(
    (escrow, { role }) => broughtBy(escrow, sideOf(role)) < loanCalendar.evidenceFilesPerSide,
    'EVIDENCE_FULL',
    `You have added ${loanCalendar.evidenceFilesPerSide} files, which is the most for each side. Write in the chat instead.`,
  ),
  notSaidContinue: saysAlready('CONTINUE'),
  notSaidReturn: saysAlready('RETURN'),
  notSaidSeize: saysAlready('SEIZE'),
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
  receiptConfirmed: (escrow, { role }) => (escrow.receipt === null ? unreceived(role) : null),
  receiptByBorrower: (escrow, { role }) => {
    if (escrow.receipt?.by === 'BORROWER') return null;
    if (escrow.receipt === null) return unreceived(role);
    return lacks(
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
    return lacks(
      'CLAIM_OPEN',
      role === 'LENDER'
        ? 'The borrower says that the loan is repaid; confirm, deny or escalate that first.'
        : 'You have claimed repayment already; the lender has yet to answer.',
    );
  },
  due: (escrow, { now }) => {
    if (escrow.dueAt === null) return lacks('NOT_DUE', 'The loan has no due date yet.');
    if (now >= escrow.dueAt) return null;
    return { ...lacks('NOT_DUE', 'The loan is not due yet.'), availableAt: escrow.dueAt };
  },
  graceOver: (escrow, { now }) => {
    const end = graceEndsAt(escrow);
    if (end === null) return lacks('NOT_DUE', 'The loan has no due date yet.');
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
    if (!custodyGone(escrow)) return null;
    const instead =
      escrow.status === 'ESCALATED'
        ? 'choose another outcome'
        : 'escalate the loan, so that an operator can decide';
    return lacks(
      'CUSTODY_LOST',
      `The domain has left our custody and cannot go to the lender; ${instead}.`,
    );
  },
  custodyHeldInDispute: unless(
    (escrow) => !escrow.escalation?.custodyLostAt,
    'CUSTODY_LOST',
    'The domain has left our custody during the dispute; only a decision for the platform is possible.',
  ),
  signatureTimeOver: timeCome('EXPIRE_SIGNATURE'),
  transferTimeOver: timeCome('EXPIRE_TRANSFER'),
  cancelUnanswered: timeCome('CANCEL_UNANSWERED'),
  receiptReminderDue: timeCome('REMIND_RECEIPT'),
  receiptUnanswered: timeCome('DEEM_RECEIVED'),
  dueReminderDue: timeCome('REMIND_DUE'),
  claimUnanswered: timeCome('ESCALATE_UNANSWERED'),
} as const satisfies Record<string, Guarding>;
export type Guard = keyof typeof guards;
