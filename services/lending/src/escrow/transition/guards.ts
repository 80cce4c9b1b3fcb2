/** Guards and conditions that several transitions share; a failed guard has a reason code and a sentence. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import { formatDateTime } from '@nameloan/contracts/format-date';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { EscrowActorRole, Party } from '../../loan/roles.ts';
import { toPartyRole } from '../../loan/roles.ts';
import type { Escrow } from '../escrow.ts';
import { computeGraceEnd } from '../stage.ts';

/** `domainVersion` orders custody events; `at` is the time reported by domains, for display only. */
export interface CustodyUpdate {
  domainVersion: number;
  at: Date;
}

export interface Situation {
  role: EscrowActorRole;
  now: Date;
  /** Absent when only the availability of a transition is checked. */
  input?: { transition: EscrowTransition } & Partial<CustodyUpdate>;
}

/** Conditions select between rules; they reject nothing. */
export type Condition = (escrow: Escrow, situation: Situation) => boolean;
/** Why a guard rejects a transition; used for the error and for the list of blocked actions. */
export interface GuardFailure {
  /** Stable code for clients. */
  reason: ConflictReason;
  /** A complete sentence for users: what to do or wait for. */
  message: string;
  /** When the transition becomes available, if a date decides; null if something must happen first. */
  availableAt: Date | null;
}
/** Returns null when the guard holds. */
export type Guard = (escrow: Escrow, situation: Situation) => GuardFailure | null;

export const conditions = {
  otherHasNotSigned: (escrow, { role }) =>
    (role === 'BORROWER' ? escrow.lenderSignedAt : escrow.borrowerSignedAt) === null,
  inCustody: (escrow) => escrow.inCustodyAt !== null,
  notReserved: (escrow) => escrow.reservedAt === null,
  stale: (escrow, { input }) =>
    input?.domainVersion !== undefined && isStale(escrow, input.domainVersion),
} as const satisfies Record<string, Condition>;

/**
 * A custody event older than the known one arrived late and does not apply. In old records without a version a
 * loss is final: a lost domain never returns as the same record.
 */
export function isStale(escrow: Escrow, domainVersion: number): boolean {
  const lastVersion = escrow.custodyVersion ?? (escrow.custodyLostAt === null ? 0 : Infinity);
  return domainVersion < lastVersion;
}

export function isCustodyLost({ inCustodyAt, custodyLostAt }: Escrow): boolean {
  return custodyLostAt !== null && inCustodyAt === null;
}

export const fail = (reason: ConflictReason, message: string): GuardFailure => ({
  reason,
  message,
  availableAt: null,
});

export function buildGuard(holds: Condition, reason: ConflictReason, message: string): Guard {
  return (escrow, situation) => (holds(escrow, situation) ? null : fail(reason, message));
}

const receiptMissing = (role: EscrowActorRole): GuardFailure =>
  fail(
    'NOT_RECEIVED',
    role === 'BORROWER'
      ? 'Confirm that the money has arrived first.'
      : 'The borrower has not confirmed the receipt of the money yet. Ask in the chat, or escalate so that an operator can decide.',
  );

export function countEvidenceFiles({ evidenceFiles }: Escrow, side: Party): number {
  return evidenceFiles?.[side] ?? 0;
}

export const guards = {
  evidenceLeft: buildGuard(
    (escrow, { role }) =>
      countEvidenceFiles(escrow, toPartyRole(role)) < loanCalendar.evidenceFilesPerSide,
    'EVIDENCE_FULL',
    `You have added ${loanCalendar.evidenceFilesPerSide} files, the maximum for each side. Write in the chat instead.`,
  ),
  reserved: buildGuard(
    (escrow) => escrow.reservedAt !== null,
    'NOT_RESERVED',
    'The domain is not reserved yet.',
  ),
  contractDrawn: buildGuard(
    (escrow) => escrow.contractSha256 !== null,
    'CONTRACT_NOT_DRAWN',
    'The contract is not drawn up yet; that takes a moment after the domain is reserved.',
  ),
  contractNotDrawn: buildGuard(
    (escrow) => escrow.contractSha256 === null,
    'ALREADY_DONE',
    'The contract is already drawn up.',
  ),
  notSignedYet: buildGuard(
    (escrow, { role }) =>
      (role === 'BORROWER' ? escrow.borrowerSignedAt : escrow.lenderSignedAt) === null,
    'ALREADY_SIGNED',
    'You have already signed this contract.',
  ),
  bothSigned: buildGuard(
    (escrow) => escrow.borrowerSignedAt !== null && escrow.lenderSignedAt !== null,
    'NOT_SIGNED',
    'The contract is not signed by both parties.',
  ),
  notSealed: buildGuard(
    (escrow) => escrow.sealedAt === null,
    'ALREADY_DONE',
    'The contract is already sealed.',
  ),
  cancelNotRequested: buildGuard(
    (escrow) => escrow.cancelRequestedAt === null,
    'CANCEL_REQUESTED',
    'You have already asked to cancel; the lender has not answered yet.',
  ),
  lenderMarked: buildGuard(
    (escrow) => escrow.sent !== null,
    'NOT_MARKED_PAID',
    'The lender has not marked the loan as paid.',
  ),
  // A deemed receipt can still be confirmed.
  noReceiptByBorrower: buildGuard(
    (escrow) => escrow.receipt?.by !== 'BORROWER',
    'ALREADY_RECEIVED',
    'The receipt of the money is already confirmed.',
  ),
  receiptConfirmed: (escrow, { role }) => (escrow.receipt === null ? receiptMissing(role) : null),
  receiptByBorrower: (escrow, { role }) => {
    if (escrow.receipt?.by === 'BORROWER') return null;
    if (escrow.receipt === null) return receiptMissing(role);
    return fail(
      'RECEIPT_BY_SILENCE',
      'The borrower never confirmed the receipt of the money. Escalate so that an operator can decide.',
    );
  },
  claimOpen: buildGuard(
    (escrow) => escrow.claim !== null,
    'NO_CLAIM',
    'The borrower has not claimed repayment.',
  ),
  noOpenClaim: (escrow, { role }) => {
    if (escrow.claim === null) return null;
    return fail(
      'CLAIM_OPEN',
      role === 'LENDER'
        ? 'The borrower says that the loan is repaid. Confirm, deny or escalate that first.'
        : 'You have already claimed repayment; the lender has not answered yet.',
    );
  },
  due: (escrow, { now }) => {
    if (escrow.dueAt === null) return fail('NOT_DUE', 'The loan has no due date yet.');
    if (now >= escrow.dueAt) return null;
    return { ...fail('NOT_DUE', 'The loan is not due yet.'), availableAt: escrow.dueAt };
  },
  graceOver: (escrow, { now }) => {
    const end = computeGraceEnd(escrow);
    if (end === null) return fail('NOT_DUE', 'The loan has no due date yet.');
    if (now > end) return null;
    const message = `The borrower may repay until ${formatDateTime(end)}; you can take the domain after that.`;
    return { reason: 'IN_GRACE', message, availableAt: end };
  },
  noticeSent: buildGuard(
    (escrow) => escrow.noticeAt !== null,
    'NOTICE_NOT_SENT',
    'The notice of default has not been sent yet.',
  ),
  noticeNotSent: buildGuard(
    (escrow) => escrow.noticeAt === null,
    'ALREADY_DONE',
    'The notice of default has already been sent.',
  ),
  // A domain that left custody cannot go to the lender, no matter who decides.
  custodyHeld: (escrow) => {
    if (!isCustodyLost(escrow)) return null;
    const instead =
      escrow.status === 'ESCALATED'
        ? 'choose another outcome'
        : 'escalate the loan so that an operator can decide';
    return fail(
      'CUSTODY_LOST',
      `The domain has left our custody and cannot go to the lender; ${instead}.`,
    );
  },
  custodyHeldInDispute: buildGuard(
    (escrow) => !escrow.escalation?.custodyLostAt,
    'CUSTODY_LOST',
    'The domain has left our custody during the dispute; only a decision for the platform is possible.',
  ),
} as const satisfies Record<string, Guard>;
