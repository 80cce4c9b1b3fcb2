/** A sample of each transition, written by hand: a valid input, a loan that is ready for it, and its expected results. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import type { Escrow } from '../escrow/escrow.ts';
import type { TransitionInput } from '../escrow/transition/transitions.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { claim, hash, received, start } from './loans.ts';

/** After the due date and the grace period. */
export const sampleTime = new Date('2026-06-01T12:00:00.000Z');
const now = sampleTime;
const noticed: Partial<Escrow> = { ...received, noticeAt: new Date('2026-05-09T09:00:00.000Z') };
const bothSigned: Partial<Escrow> = { borrowerSignedAt: now, lenderSignedAt: now };

type To = EscrowStatus | 'SAME';
type Cell = Partial<Record<EscrowActorRole, To>>;
const either = (to: To): Cell => ({ BORROWER: to, LENDER: to });
const everywhere = (cells: Partial<Record<EscrowStatus, Cell>>): Record<string, Cell> => ({
  ...Object.fromEntries(escrowStatuses.map((status) => [status, { SYSTEM: 'SAME' }])),
  ...cells,
});

interface TransitionSample<M extends EscrowTransition> {
  input: Omit<Extract<TransitionInput, { transition: M }>, 'transition'>;
  /** Fields that it needs in addition to a plausible loan in its status, so that no guard fails. */
  ready?: Partial<Escrow>;
  /** The new status per status and role; everything else must be rejected. */
  expected: Partial<Record<string, Cell>>;
}

/** Exhaustive by type. */
export const transitionSamples: { [M in EscrowTransition]: TransitionSample<M> } = {
  SIGN: {
    input: { sha256: hash },
    ready: { borrowerSignedAt: null, lenderSignedAt: null },
    expected: { PENDING_SIGNATURE: either('SAME') },
  },
  CANCEL: {
    input: {},
    expected: {
      PENDING_SIGNATURE: either('CANCELLED'),
      NEW: either('CANCELLED'),
      DOMAIN_IN_CUSTODY: { BORROWER: 'SAME', LENDER: 'CANCELLED' },
    },
  },
  MARK_PAID: {
    input: {},
    expected: { DOMAIN_IN_CUSTODY: either('LOAN_POSTED') },
  },
  CONFIRM_RECEIPT: {
    input: {},
    expected: { LOAN_POSTED: { BORROWER: 'SAME' } },
  },
  CLAIM_REPAID: {
    input: { date: '2026-03-10', method: 'Wire', reference: 'R' },
    ready: received,
    expected: { LOAN_POSTED: { BORROWER: 'SAME' } },
  },
  DENY_REPAID: {
    input: { reason: 'Nothing arrived.' },
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { LENDER: 'SAME' } },
  },
  FINALIZE_RETURN: {
    input: {},
    expected: { LOAN_POSTED: { LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
  },
  FINALIZE_SEIZE: {
    input: {},
    ready: noticed,
    expected: { LOAN_POSTED: { LENDER: 'FINALIZED_LENDER_SEIZURE' } },
  },
  FINALIZE_SURRENDER: {
    input: {},
    ready: received,
    expected: { LOAN_POSTED: { BORROWER: 'FINALIZED_LENDER_SEIZURE' } },
  },
  ESCALATE: {
    input: {},
    expected: { LOAN_POSTED: either('ESCALATED') },
  },
  ADD_EVIDENCE: {
    input: { name: 'letter.pdf', sha256: hash },
    expected: { ESCALATED: either('SAME') },
  },
  SETTLE_CONTINUE: {
    input: {},
    // The borrower proposes first, so the lender's proposal is the second.
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'LOAN_POSTED' } },
  },
  SETTLE_RETURN: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
  },
  SETTLE_SEIZE: {
    input: {},
    expected: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_LENDER_SEIZURE' } },
  },
  RESOLVE_CONTINUE: {
    input: { reason: 'Both agree.' },
    expected: { ESCALATED: { OPERATOR: 'LOAN_POSTED' } },
  },
  RESOLVE_RETURN: {
    input: { reason: 'Repaid.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_RETURN_TO_BORROWER' } },
  },
  RESOLVE_SEIZE: {
    input: { reason: 'Not repaid.' },
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_LENDER_SEIZURE' } },
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
  },
  EXPIRE_SIGNATURE: {
    input: {},
    expected: { PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } },
  },
  EXPIRE_TRANSFER: {
    input: {},
    expected: { NEW: { SYSTEM: 'CANCELLED' } },
  },
  CANCEL_UNANSWERED: {
    input: {},
    ready: { cancelRequestedAt: start },
    expected: { DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' } },
  },
  REMIND_RECEIPT: {
    input: {},
    // Without all details silence only causes reminders.
    ready: { receipt: null },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  },
  DEEM_RECEIVED: {
    input: {},
    ready: { receipt: null, sent: claim },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  },
  REMIND_DUE: {
    input: {},
    // The notice was late, so grace has not ended.
    ready: { ...received, noticeAt: new Date('2026-05-30T09:00:00.000Z') },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  },
  SEND_NOTICE: {
    input: {},
    ready: received,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  },
  ESCALATE_UNANSWERED: {
    input: {},
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { SYSTEM: 'ESCALATED' } },
  },
};

export function sampleInput(transition: EscrowTransition): TransitionInput {
  return { transition, ...transitionSamples[transition].input } as TransitionInput;
}
