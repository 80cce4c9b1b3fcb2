import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Escrow } from '../escrow/escrow.ts';
import type { TransitionInput } from '../escrow/transition/transitions.ts';
import { accelerationSamples, missedInstalment } from './acceleration-samples.ts';
import { agreement, amendmentSamples } from './amendment-samples.ts';
import { assignmentSamples, paidSale } from './assignment-samples.ts';
import { claim, hash, received, start } from './loans.ts';
import { paymentSamples } from './payment-samples.ts';
import { platformSamples } from './platform-samples.ts';
import { refinanceSamples } from './refinance-samples.ts';
import { payoffLeg, payoffPaid, replacing } from './refinanced-loans.ts';
import type { BlockedLoan, TransitionSample } from './sample-parts.ts';
import {
  allEvidence,
  custodyLost,
  custodyLostInDispute,
  either,
  evidenceDone,
  evidenceOpen,
  noticed,
  now,
  onHold,
  paidOff,
  proposedByBorrower,
  receivedBySilence,
  signingStates,
} from './sample-parts.ts';

const release: TransitionSample<'RELEASE_BORROWER'> & TransitionSample<'RELEASE_LENDER'> = {
  input: {},
  expected: { FINALIZED_PLATFORM_SEZIURE: { OPERATOR: 'SAME' } },
  blocked: [
    { reason: 'ALREADY_DONE', loan: { heldRelease: { to: 'LENDER', at: start, by: 'Op' } } },
    { reason: 'CUSTODY_LOST', loan: custodyLost },
  ],
};

const letterPending: Partial<Escrow> = {
  replacing: { ...replacing, letterAt: null },
  createdAt: now,
};

/** Exhaustive by type. */
export const transitionSamples: { [M in EscrowTransition]: TransitionSample<M> } = {
  SIGN: {
    input: { sha256: hash },
    ready: { borrowerSignedAt: null, lenderSignedAt: null },
    expected: { PENDING_SIGNATURE: either('SAME') },
    blocked: signingStates.flatMap((loan): BlockedLoan[] => [
      { reason: 'CONTRACT_NOT_DRAWN', by: 'BORROWER', loan: { ...loan, contractSha256: null } },
      { reason: 'ALREADY_SIGNED', by: 'BORROWER', loan: { ...loan, borrowerSignedAt: now } },
      { reason: 'LETTER_PENDING', by: 'BORROWER', loan: { ...loan, ...letterPending } },
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
      ...(['PENDING_SIGNATURE', 'NEW'] as const).map(
        (from): BlockedLoan => ({
          reason: 'REFINANCE_PAID',
          from,
          loan: { replacing: { ...replacing, legs: [payoffLeg] } },
        }),
      ),
    ],
  },
  PAYMENT_DETAILS: {
    input: { date: '2026-03-10', method: 'Wire', reference: 'S' },
    ready: { receipt: null },
    expected: { LOAN_POSTED: { LENDER: 'SAME' } },
    blocked: [
      { reason: 'NOT_MARKED_PAID', loan: { sent: null } },
      { reason: 'ALREADY_RECEIVED', loan: received },
    ],
  },
  MARK_PAID: {
    input: {},
    expected: { DOMAIN_IN_CUSTODY: either('LOAN_POSTED') },
    blocked: [{ reason: 'LEGAL_HOLD', by: 'LENDER', loan: onHold }],
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
      payoffPaid,
    ],
  },
  WITHDRAW_CLAIM: {
    input: {},
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { BORROWER: 'SAME' } },
    blocked: [
      { reason: 'NO_CLAIM', loan: { claim: null } },
      { reason: 'NOTHING_OWED', loan: paidOff },
    ],
  },
  DENY_REPAID: {
    input: { reason: 'Nothing arrived.' },
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { LENDER: 'SAME' } },
    blocked: [
      { reason: 'NO_CLAIM', loan: { claim: null } },
      { reason: 'NOTHING_OWED', loan: paidOff },
    ],
  },
  FINALIZE_RETURN: {
    input: {},
    expected: { LOAN_POSTED: { LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
    blocked: [payoffPaid],
  },
  FINALIZE_SEIZE: {
    input: {},
    ready: noticed,
    expected: { LOAN_POSTED: { LENDER: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'RECEIPT_BY_SILENCE', loan: { receipt: receivedBySilence } },
      { reason: 'NOTHING_OWED', loan: paidOff },
      { reason: 'CLAIM_OPEN', loan: { claim } },
      payoffPaid,
      { reason: 'IN_GRACE', loan: { noticeAt: new Date('2026-05-30T09:00:00.000Z') } },
      { reason: 'NOTICE_NOT_SENT', loan: { noticeAt: null } },
      { reason: 'NOT_ACCELERATED', loan: missedInstalment },
      { reason: 'IN_GRACE', loan: { ...missedInstalment, acceleratedAt: now } },
      { reason: 'AMENDMENT_AGREED', loan: { amendment: agreement } },
      { reason: 'SALE_OPEN', loan: { sale: paidSale } },
      { reason: 'SALE_OPEN', loan: { sale: { ...paidSale, status: 'DISPUTED' } } },
    ],
  },
  FINALIZE_SURRENDER: {
    input: {},
    ready: received,
    expected: { LOAN_POSTED: { BORROWER: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'NOTHING_OWED', loan: paidOff },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      payoffPaid,
      { reason: 'SALE_OPEN', loan: { sale: paidSale } },
      { reason: 'LEGAL_HOLD', loan: onHold },
    ],
  },
  ESCALATE: {
    input: {},
    expected: { LOAN_POSTED: either('ESCALATED') },
    blocked: [
      {
        reason: 'ALREADY_DONE',
        loan: { maySeize: true, escalatedAfterGrace: { BORROWER: true, LENDER: true } },
      },
      {
        reason: 'ESCALATED_RECENTLY',
        loan: { sent: null, continuation: { at: now, stage: 'AWAITING_RECEIPT' } },
      },
    ],
  },
  ADD_EVIDENCE: {
    input: { name: 'letter.pdf', sha256: hash },
    ready: { replacing },
    expected: {
      NEW: either('SAME'),
      LOAN_POSTED: either('SAME'),
      ESCALATED: either('SAME'),
    },
    blocked: [
      { reason: 'NOT_REFINANCED', loan: { replacing: null }, from: 'NEW' },
      { reason: 'EVIDENCE_FULL', loan: { evidenceFiles: allEvidence } },
    ],
  },
  EVIDENCE_DONE: {
    input: {},
    expected: { ESCALATED: either('SAME') },
    blocked: [{ reason: 'ALREADY_DONE', loan: evidenceDone }],
  },
  SETTLE_CONTINUE_MAY_SEIZE: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'LOAN_POSTED' } },
    blocked: [
      payoffPaid,
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      proposedByBorrower('CONTINUE_MAY_SEIZE'),
    ],
  },
  SETTLE_CONTINUE: {
    input: {},
    // The borrower proposes first, so the lender's proposal is the second.
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'LOAN_POSTED' } },
    blocked: [
      payoffPaid,
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      proposedByBorrower('CONTINUE'),
    ],
  },
  SETTLE_RETURN: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
    blocked: [
      payoffPaid,
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      proposedByBorrower('RETURN'),
    ],
  },
  SETTLE_SEIZE: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      payoffPaid,
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'SALE_OPEN', loan: { sale: paidSale } },
      proposedByBorrower('SEIZE'),
    ],
  },
  RESOLVE_CONTINUE_MAY_SEIZE: {
    input: { reason: 'Not repaid.' },
    expected: { ESCALATED: { OPERATOR: 'LOAN_POSTED' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      evidenceOpen,
    ],
  },
  RESOLVE_CONTINUE: {
    input: { reason: 'Both agree.' },
    expected: { ESCALATED: { OPERATOR: 'LOAN_POSTED' } },
    blocked: [{ reason: 'CUSTODY_LOST', loan: custodyLostInDispute }, evidenceOpen],
  },
  RESOLVE_RETURN: {
    input: { reason: 'Repaid.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_RETURN_TO_BORROWER' } },
    blocked: [{ reason: 'CUSTODY_LOST', loan: custodyLostInDispute }, evidenceOpen],
  },
  RESOLVE_SEIZE: {
    input: { reason: 'Not repaid.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_LENDER_SEIZURE' } },
    blocked: [
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      evidenceOpen,
    ],
  },
  RESOLVE_PLATFORM: {
    input: { reason: 'Fraud on both sides.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_PLATFORM_SEZIURE' } },
    blocked: [evidenceOpen],
  },
  RELEASE_BORROWER: release,
  RELEASE_LENDER: release,
  ...paymentSamples,
  ...accelerationSamples,
  ...refinanceSamples,
  ...amendmentSamples,
  ...assignmentSamples,
  ...platformSamples,
};

export function sampleInput(transition: EscrowTransition): TransitionInput {
  return { transition, ...transitionSamples[transition].input } as TransitionInput;
}
