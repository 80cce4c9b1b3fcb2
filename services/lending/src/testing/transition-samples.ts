/** A sample of each transition, written by hand: a valid input, a loan that is ready for it, and its expected results. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import type { SettleOutcome } from '../escrow/settlement.ts';
import type { TransitionInput } from '../escrow/transition/transitions.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { claim, hash, received, receivedAt, start } from './loans.ts';

/** After the due date and the grace period. */
export const sampleTime = new Date('2026-06-01T12:00:00.000Z');
const now = sampleTime;
const noticed: Partial<Escrow> = { ...received, noticeAt: new Date('2026-05-09T09:00:00.000Z') };
const bothSigned: Partial<Escrow> = { borrowerSignedAt: now, lenderSignedAt: now };

const receivedBySilence: Receipt = {
  ...{ date: null, method: null, reference: null, at: receivedAt },
  by: 'SILENCE',
};
const maxFiles = loanCalendar.evidenceFilesPerSide;
const allEvidence = { BORROWER: maxFiles, LENDER: maxFiles };
/** The borrower signs first; second without the domain in custody; second with it. */
const signingStates: readonly Partial<Escrow>[] = [
  {},
  { lenderSignedAt: now },
  { lenderSignedAt: now, inCustodyAt: now },
];
const custodyLost: Partial<Escrow> = { inCustodyAt: null, custodyLostAt: start };
const custodyLostInDispute: Partial<Escrow> = {
  escalation: { at: start, by: 'LENDER', reason: null, evidence: null, custodyLostAt: now },
};
const proposedByBorrower = (outcome: SettleOutcome): BlockedLoan => ({
  reason: 'ALREADY_PROPOSED',
  by: 'BORROWER',
  loan: { settlement: { by: 'BORROWER', outcome, at: start } },
});

type To = EscrowStatus | 'SAME';
type Cell = Partial<Record<EscrowActorRole, To>>;
const either = (to: To): Cell => ({ BORROWER: to, LENDER: to });
const everywhere = (cells: Partial<Record<EscrowStatus, Cell>>): Record<string, Cell> => ({
  ...Object.fromEntries(escrowStatuses.map((status) => [status, { SYSTEM: 'SAME' }])),
  ...cells,
});

/** A loan that exactly one guard rejects, so that a test fails without this guard. */
interface BlockedLoan {
  reason: ConflictReason;
  /** The differences to a loan that is ready. */
  loan: Partial<Escrow>;
  /** Without it, the guard rejects each role of `expected`. */
  by?: EscrowActorRole;
  /** Without it, the guard rejects in each status of `expected`. */
  from?: EscrowStatus;
}

interface TransitionSample<M extends EscrowTransition> {
  input: Omit<Extract<TransitionInput, { transition: M }>, 'transition'>;
  /** Fields that it needs in addition to a plausible loan in its status, so that no guard fails. */
  ready?: Partial<Escrow>;
  /** The new status per status and role; everything else must be rejected. */
  expected: Partial<Record<string, Cell>>;
  /** One for each guard of each rule. */
  blocked?: readonly BlockedLoan[];
}

/** Exhaustive by type. */
export const transitionSamples: { [M in EscrowTransition]: TransitionSample<M> } = {
  SIGN: {
    input: { sha256: hash },
    ready: { borrowerSignedAt: null, lenderSignedAt: null },
    expected: { PENDING_SIGNATURE: either('SAME') },
    blocked: signingStates.flatMap((loan): BlockedLoan[] => [
      { reason: 'CONTRACT_NOT_DRAWN', by: 'BORROWER', loan: { ...loan, contractSha256: null } },
      { reason: 'ALREADY_SIGNED', by: 'BORROWER', loan: { ...loan, borrowerSignedAt: now } },
    ]),
  },
  CANCEL: {
    input: {},
    expected: {
      PENDING_SIGNATURE: either('CANCELLED'),
      NEW: either('CANCELLED'),
      DOMAIN_IN_CUSTODY: { BORROWER: 'SAME', LENDER: 'CANCELLED' },
    },
    blocked: [
      {
        reason: 'CANCEL_REQUESTED',
        by: 'BORROWER',
        from: 'DOMAIN_IN_CUSTODY',
        loan: { cancelRequestedAt: start },
      },
    ],
  },
  MARK_PAID: {
    input: {},
    expected: { DOMAIN_IN_CUSTODY: either('LOAN_POSTED') },
  },
  CONFIRM_RECEIPT: {
    input: {},
    expected: { LOAN_POSTED: { BORROWER: 'SAME' } },
    blocked: [
      { reason: 'ALREADY_RECEIVED', loan: received },
      { reason: 'NOT_MARKED_PAID', loan: { sent: null } },
    ],
  },
  CLAIM_REPAID: {
    input: { date: '2026-03-10', method: 'Wire', reference: 'R' },
    ready: received,
    expected: { LOAN_POSTED: { BORROWER: 'SAME' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'CLAIM_OPEN', loan: { claim } },
    ],
  },
  DENY_REPAID: {
    input: { reason: 'Nothing arrived.' },
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { LENDER: 'SAME' } },
    blocked: [{ reason: 'NO_CLAIM', loan: { claim: null } }],
  },
  FINALIZE_RETURN: {
    input: {},
    expected: { LOAN_POSTED: { LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
  },
  FINALIZE_SEIZE: {
    input: {},
    ready: noticed,
    expected: { LOAN_POSTED: { LENDER: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'RECEIPT_BY_SILENCE', loan: { receipt: receivedBySilence } },
      { reason: 'CLAIM_OPEN', loan: { claim } },
      { reason: 'IN_GRACE', loan: { noticeAt: new Date('2026-05-30T09:00:00.000Z') } },
      { reason: 'NOTICE_NOT_SENT', loan: { noticeAt: null } },
    ],
  },
  FINALIZE_SURRENDER: {
    input: {},
    ready: received,
    expected: { LOAN_POSTED: { BORROWER: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
    ],
  },
  ESCALATE: {
    input: {},
    expected: { LOAN_POSTED: either('ESCALATED') },
  },
  ADD_EVIDENCE: {
    input: { name: 'letter.pdf', sha256: hash },
    expected: { ESCALATED: either('SAME') },
    blocked: [{ reason: 'EVIDENCE_FULL', loan: { evidenceFiles: allEvidence } }],
  },
  SETTLE_CONTINUE: {
    input: {},
    // The borrower proposes first, so the lender's proposal is the second.
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'LOAN_POSTED' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      proposedByBorrower('CONTINUE'),
    ],
  },
  SETTLE_RETURN: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
    blocked: [{ reason: 'CUSTODY_LOST', loan: custodyLostInDispute }, proposedByBorrower('RETURN')],
  },
  SETTLE_SEIZE: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      proposedByBorrower('SEIZE'),
    ],
  },
  RESOLVE_CONTINUE: {
    input: { reason: 'Both agree.' },
    expected: { ESCALATED: { OPERATOR: 'LOAN_POSTED' } },
    blocked: [{ reason: 'CUSTODY_LOST', loan: custodyLostInDispute }],
  },
  RESOLVE_RETURN: {
    input: { reason: 'Repaid.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_RETURN_TO_BORROWER' } },
    blocked: [{ reason: 'CUSTODY_LOST', loan: custodyLostInDispute }],
  },
  RESOLVE_SEIZE: {
    input: { reason: 'Not repaid.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
    ],
  },
  RESOLVE_PLATFORM: {
    input: { reason: 'Fraud on both sides.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_PLATFORM_SEZIURE' } },
  },
  RESERVATION_GRANTED: {
    input: { inCustody: false, domainVersion: 3, at: now },
    expected: everywhere({}),
  },
  RESERVATION_REFUSED: {
    input: { reason: 'The record is gone.' },
    expected: everywhere({ PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } }),
  },
  DRAW_CONTRACT: {
    input: { sha256: hash, borrowerToken: 'b', lenderToken: 'l' },
    ready: { contractSha256: null },
    expected: { PENDING_SIGNATURE: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_RESERVED', loan: { reservedAt: null } },
      { reason: 'ALREADY_DONE', loan: { contractSha256: hash } },
    ],
  },
  CUSTODY_ARRIVED: {
    input: { domainVersion: 3, at: now },
    expected: everywhere({ NEW: { SYSTEM: 'DOMAIN_IN_CUSTODY' } }),
  },
  CUSTODY_LOST: {
    input: { reason: 'Gone.', domainVersion: 4, at: now },
    expected: everywhere({
      PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' },
      NEW: { SYSTEM: 'CANCELLED' },
      DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' },
      LOAN_POSTED: { SYSTEM: 'ESCALATED' },
    }),
  },
  SEAL_CONTRACT: {
    input: {},
    ready: bothSigned,
    expected: { ...everywhere({}), PENDING_SIGNATURE: undefined },
    blocked: [
      { reason: 'NOT_SIGNED', loan: { lenderSignedAt: null } },
      { reason: 'ALREADY_DONE', loan: { sealedAt: now } },
    ],
  },
  EXPIRE_SIGNATURE: {
    input: {},
    expected: { PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { statusAt: now } }],
  },
  EXPIRE_TRANSFER: {
    input: {},
    expected: { NEW: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { statusAt: now } }],
  },
  CANCEL_UNANSWERED: {
    input: {},
    ready: { cancelRequestedAt: start },
    expected: { DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { cancelRequestedAt: now } }],
  },
  REMIND_RECEIPT: {
    input: {},
    // Without all details silence only causes reminders.
    ready: { receipt: null },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { remindedAt: now } }],
  },
  DEEM_RECEIVED: {
    input: {},
    ready: { receipt: null, sent: claim },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { sent: { ...claim, at: now } } }],
  },
  REMIND_DUE: {
    input: {},
    // The notice was late, so grace has not ended.
    ready: { ...received, noticeAt: new Date('2026-05-30T09:00:00.000Z') },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { remindedAt: now } }],
  },
  SEND_NOTICE: {
    input: {},
    ready: received,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'NOT_DUE', loan: { dueAt: new Date('2026-06-02T09:00:00.000Z') } },
      { reason: 'ALREADY_DONE', loan: { noticeAt: now } },
    ],
  },
  ESCALATE_UNANSWERED: {
    input: {},
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { SYSTEM: 'ESCALATED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { claim: { ...claim, at: now } } }],
  },
};

export function sampleInput(transition: EscrowTransition): TransitionInput {
  return { transition, ...transitionSamples[transition].input } as TransitionInput;
}
