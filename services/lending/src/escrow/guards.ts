/** What must hold before a move, each with the sentence that says what is missing. */

import type { EscrowActorRole } from '../loan/roles.ts';
import { formatCalendarDay } from '../money/calendar-day.ts';
import type { Escrow } from './escrow.ts';
import type { CustodyFact, MoveInput } from './moves.ts';
import { graceEndsAt } from './stage.ts';

export interface Situation {
  role: EscrowActorRole;
  now: Date;
  /** Absent where only the possibility of a move is asked. */
  input?: MoveInput;
}

type Check = (escrow: Escrow, situation: Situation) => boolean;
/** Null when it holds, else what is missing, as a sentence. */
type Missing = (escrow: Escrow, situation: Situation) => string | null;

/** Conditions choose between rows; they refuse nothing. */
export const conditions = {
  otherHasNotSigned: (escrow, { role }) =>
    (role === 'BORROWER' ? escrow.lenderSignedAt : escrow.borrowerSignedAt) === null,
  inCustody: (escrow) => escrow.inCustodyAt !== null,
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

const unless =
  (holds: Check, sentence: string): Missing =>
  (escrow, situation) =>
    holds(escrow, situation) ? null : sentence;

export const guards = {
  reserved: unless((escrow) => escrow.reservedAt !== null, 'The domain is not reserved yet.'),
  contractDrawn: unless(
    (escrow) => escrow.contractSha256 !== null,
    'The contract is not drawn up yet.',
  ),
  contractNotDrawn: unless(
    (escrow) => escrow.contractSha256 === null,
    'The contract is drawn up already.',
  ),
  notSignedYet: unless(
    (escrow, { role }) =>
      (role === 'BORROWER' ? escrow.borrowerSignedAt : escrow.lenderSignedAt) === null,
    'You have signed this contract already.',
  ),
  bothSigned: unless(
    (escrow) => escrow.borrowerSignedAt !== null && escrow.lenderSignedAt !== null,
    'The contract is not signed by both parties.',
  ),
  notSealed: unless((escrow) => escrow.sealedAt === null, 'The contract is sealed already.'),
  cancelNotRequested: unless(
    (escrow) => escrow.cancelRequestedAt === null,
    'You have asked to cancel already; the lender has yet to answer.',
  ),
  lenderMarked: unless(
    (escrow) => escrow.sent !== null,
    'The lender has not marked the loan as paid.',
  ),
  noReceiptYet: unless(
    (escrow) => escrow.receipt === null,
    'The receipt of the money is confirmed already.',
  ),
  receiptConfirmed: unless(
    (escrow) => escrow.receipt !== null,
    'The borrower has not confirmed the receipt of the money yet.',
  ),
  receiptByBorrower: (escrow) => {
    if (escrow.receipt?.by === 'BORROWER') return null;
    return escrow.receipt === null
      ? 'The borrower has not confirmed the receipt of the money yet.'
      : 'The borrower never confirmed the receipt of the money; escalate, so that an operator can decide.';
  },
  claimOpen: unless((escrow) => escrow.claim !== null, 'The borrower has not claimed repayment.'),
  noOpenClaim: (escrow, { role }) => {
    if (escrow.claim === null) return null;
    return role === 'LENDER'
      ? 'The borrower says that the loan is repaid; confirm, deny or escalate that first.'
      : 'You have claimed repayment already; the lender has yet to answer.';
  },
  due: unless(
    (escrow, { now }) => escrow.dueAt !== null && now >= escrow.dueAt,
    'The loan is not due yet.',
  ),
  graceOver: (escrow, { now }) => {
    const end = graceEndsAt(escrow);
    if (end === null) return 'The loan has no due date yet.';
    return now > end ? null : `The borrower may repay until ${formatCalendarDay(end)}.`;
  },
  noticeSent: unless(
    (escrow) => escrow.noticeAt !== null,
    'The notice of default has not been sent yet.',
  ),
  noticeNotSent: unless(
    (escrow) => escrow.noticeAt === null,
    'The notice of default has been sent already.',
  ),
} as const satisfies Record<string, Missing>;
export type Guard = keyof typeof guards;
