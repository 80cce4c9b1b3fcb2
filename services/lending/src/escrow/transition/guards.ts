/** Guards and conditions that several transitions share; a failed guard has a reason code and a sentence. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { EscrowActorRole, Party } from '../../loan/roles.ts';
import { toPartyRole } from '../../loan/roles.ts';
import { findDueAt } from '../balance/due-date.ts';
import type { Escrow } from '../escrow.ts';
import { findHeldState } from '../held.ts';
import { computeDisputeDates } from '../settlement.ts';
import { computeDisputeStage, computeGraceEnd, hasBlockingClaim, isGraceOver } from '../stage.ts';
import { isFundingOverdue } from './funding.ts';
import { isDeemedRecently } from './payment/payment-deadlines.ts';

/** `domainVersion` orders custody events; `at` is the time reported by domains, for display only. */
export interface CustodyUpdate {
  domainVersion: number;
  at: Date;
}

export interface Situation {
  role: EscrowActorRole;
  now: Date;
  /** Absent when only the availability of a transition is checked. */
  input?: { transition: EscrowTransition } & Partial<CustodyUpdate> & {
      paymentId?: string;
      amountCents?: number | null;
      amendment?: number | null;
    };
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
  fundingOverdue: (escrow, { now }) => isFundingOverdue(escrow, now),
  held: (escrow) => findHeldState(escrow) === 'HELD',
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

const claimUnanswered =
  'The borrower says that the loan is repaid. Confirm, deny or escalate that first.';

/** Escalations count from the end of grace, or once the lender may seize: each party has one left. */
export function isEscalationCounted(escrow: Escrow, now: Date): boolean {
  return Boolean(escrow.maySeize) || isGraceOver(escrow, now);
}

/** Both parties said that their evidence in the open dispute is complete. */
export function isEvidenceComplete({ status, escalation }: Escrow): boolean {
  const done = escalation?.evidenceDone;
  return status === 'ESCALATED' && Boolean(done?.BORROWER && done.LENDER);
}

/** An operator decides later: the evidence period runs, and a party has not said that its evidence is complete. */
export function isEvidenceOpen(escrow: Escrow, now: Date): boolean {
  const end = computeDisputeDates(escrow)?.evidenceUntil;
  return end !== undefined && now < end && !isEvidenceComplete(escrow);
}

const receiptMissing = (role: EscrowActorRole): GuardFailure =>
  fail(
    'NOT_RECEIVED',
    role === 'BORROWER'
      ? 'Confirm that the money has arrived first.'
      : role === 'OPERATOR'
        ? 'The lender may take the domain only once the money has arrived.'
        : 'The borrower has not confirmed the receipt of the money yet. Ask in the chat, or escalate so that an operator can decide.',
  );

function countEvidenceFiles({ evidenceFiles }: Escrow, side: Party): number {
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
    if (escrow.receipt?.by === 'BORROWER' || (escrow.receipt && escrow.maySeize)) return null;
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
        ? claimUnanswered
        : 'You have already claimed repayment; the lender has not answered yet.',
    );
  },
  noBlockingClaim: buildGuard((escrow) => !hasBlockingClaim(escrow), 'CLAIM_OPEN', claimUnanswered),
  /** A deed with the present terms is open. */
  noOpenSale: buildGuard(
    ({ sale }) => !sale,
    'SALE_OPEN',
    'The lender is selling this loan. Its terms can change once the sale has closed or ended.',
  ),
  noReceipt: buildGuard(
    (escrow) => escrow.receipt === null,
    'ALREADY_RECEIVED',
    'The receipt of the money is already confirmed.',
  ),
  /** A decision that the loan continues is not reopened at once. */
  notEscalatedRecently: (escrow, { role, now }) => {
    const { continuation } = escrow;
    if (!continuation) return null;
    // Silence would count as receipt before the pause is over, and this is the only objection.
    if (role === 'BORROWER' && escrow.sent && !escrow.receipt) return null;
    const end = addDays(continuation.at, loanCalendar.escalationPauseDays);
    if (now >= end || continuation.stage !== computeDisputeStage(escrow, now)) return null;
    if (isDeemedRecently(escrow, now)) return null;
    const message = `The last dispute ended with the loan continuing. You can escalate again ${loanCalendar.escalationPauseDays} days after that.`;
    return { reason: 'ESCALATED_RECENTLY', message, availableAt: end };
  },
  /** A lender whose receipt rests on silence, or whose custody is lost, can only end the loan by a dispute. */
  escalationLeft: (escrow, { role, now }) => {
    if (!isEscalationCounted(escrow, now)) return null;
    if (!escrow.escalatedAfterGrace?.[toPartyRole(role)]) return null;
    if (role === 'LENDER' && escrow.receipt?.by === 'SILENCE' && !escrow.maySeize) return null;
    if (role === 'LENDER' && isCustodyLost(escrow)) return null;
    return fail(
      'ALREADY_DONE',
      'You have already escalated this loan after grace; once is the limit.',
    );
  },
  evidenceComplete: (escrow, { now }) => {
    if (!isEvidenceOpen(escrow, now)) return null;
    const message =
      'Both parties can still add evidence. You can decide once that time is over, or once both say that their evidence is complete.';
    const availableAt = computeDisputeDates(escrow)?.evidenceUntil ?? null;
    return { reason: 'EVIDENCE_OPEN', message, availableAt };
  },
  evidenceNotDone: buildGuard(
    (escrow, { role }) => !escrow.escalation?.evidenceDone?.[toPartyRole(role)],
    'ALREADY_DONE',
    'You have already said that your evidence is complete.',
  ),
  due: (escrow, { now }) => {
    const dueAt = findDueAt(escrow);
    if (dueAt === null) return fail('NOT_DUE', 'The loan has no due date yet.');
    if (now >= dueAt) return null;
    return { ...fail('NOT_DUE', 'The loan is not due yet.'), availableAt: dueAt };
  },
  graceOver: (escrow, { now }) => {
    if (escrow.maySeize) return null;
    const end = computeGraceEnd(escrow);
    if (end === null) return fail('NOT_DUE', 'The loan has no due date yet.');
    if (now > end) return null;
    const message = 'The borrower may still repay; you can take the domain once grace is over.';
    return { reason: 'IN_GRACE', message, availableAt: end };
  },
  noticeSent: buildGuard(
    (escrow) => escrow.noticeAt !== null || Boolean(escrow.maySeize),
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
  notReleased: buildGuard(
    (escrow) => !escrow.heldRelease,
    'ALREADY_DONE',
    'The domain has already been released.',
  ),
  heldInCustody: buildGuard(
    (escrow) => !isCustodyLost(escrow),
    'CUSTODY_LOST',
    'The domain has left our custody, so it cannot be released.',
  ),
  custodyHeldInDispute: buildGuard(
    (escrow) => !escrow.escalation?.custodyLostAt,
    'CUSTODY_LOST',
    'The domain has left our custody during the dispute; only a decision for the platform is possible.',
  ),
} as const satisfies Record<string, Guard>;
