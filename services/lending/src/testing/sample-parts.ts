/** What the samples of transitions share: times, loans and the shape of a sample. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import type { SettleOutcome } from '../escrow/settlement.ts';
import type { TransitionInput } from '../escrow/transition/transitions.ts';
import type { OpenPayment } from '../loan/payment.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { received, receivedAt, start } from './loans.ts';

/** After the due date and the grace period. */
export const sampleTime = new Date('2026-06-01T12:00:00.000Z');
export const now = sampleTime;
export const noticed: Partial<Escrow> = {
  ...received,
  noticeAt: new Date('2026-05-09T09:00:00.000Z'),
};
export const bothSigned: Partial<Escrow> = { borrowerSignedAt: now, lenderSignedAt: now };

export const receivedBySilence: Receipt = {
  ...{ date: null, method: null, reference: null, at: receivedAt },
  by: 'SILENCE',
};
const maxFiles = loanCalendar.evidenceFilesPerSide;
export const allEvidence = { BORROWER: maxFiles, LENDER: maxFiles };
/** The borrower signs first; second without the domain in custody; second with it. */
export const signingStates: readonly Partial<Escrow>[] = [
  {},
  { lenderSignedAt: now },
  { lenderSignedAt: now, inCustodyAt: now },
];
/** A part payment that waits for an answer. */
export const openPayment: OpenPayment = {
  id: 'p1',
  day: new Date('2026-05-01T00:00:00.000Z'),
  amountCents: 20_000,
  method: 'Wire',
  reference: 'P-1',
  reportedAt: new Date('2026-05-20T12:00:00.000Z'),
  remindedAt: null,
};
export const paidOff: Partial<Escrow> = {
  countedPayments: [{ id: 'p9', day: receivedAt, amountCents: 200_000, deemedAt: null }],
};
export const onHold = { legalHold: { since: start, disclosed: true } } satisfies Partial<Escrow>;
export const custodyLost: Partial<Escrow> = { inCustodyAt: null, custodyLostAt: start };
export const custodyLostInDispute: Partial<Escrow> = {
  escalation: { at: start, by: 'LENDER', reason: null, evidence: null, custodyLostAt: now },
};
export const evidenceDone: Partial<Escrow> = {
  escalation: {
    ...{ at: start, by: 'LENDER', reason: null, evidence: null },
    evidenceDone: { BORROWER: start, LENDER: start },
  },
};
export const evidenceOpen: BlockedLoan = {
  reason: 'EVIDENCE_OPEN',
  loan: { escalation: { at: now, by: 'LENDER', reason: null, evidence: null } },
};
export const proposedByBorrower = (outcome: SettleOutcome): BlockedLoan => ({
  reason: 'ALREADY_PROPOSED',
  by: 'BORROWER',
  loan: { settlement: { by: 'BORROWER', outcome, at: start } },
});

/** Or an error for content that the other cells do not have. */
export type To = EscrowStatus | 'SAME' | 'FORBIDDEN' | 'CONFLICT';
export type Cell = Partial<Record<EscrowActorRole, To>>;
export const either = (to: To): Cell => ({ BORROWER: to, LENDER: to });
export const everywhere = (cells: Partial<Record<EscrowStatus, Cell>>): Record<string, Cell> => ({
  ...Object.fromEntries(escrowStatuses.map((status) => [status, { SYSTEM: 'SAME' }])),
  ...cells,
});

/** A loan that exactly one guard rejects, so that a test fails without this guard. */
export interface BlockedLoan {
  reason: ConflictReason;
  /** The differences to a loan that is ready. */
  loan: Partial<Escrow>;
  /** Without it, the guard rejects each role of `expected`. */
  by?: EscrowActorRole;
  /** Without it, the guard rejects in each status of `expected`. */
  from?: EscrowStatus;
}

export interface TransitionSample<M extends EscrowTransition> {
  input: Omit<Extract<TransitionInput, { transition: M }>, 'transition'>;
  /** Fields that it needs in addition to a plausible loan in its status, so that no guard fails. */
  ready?: Partial<Escrow>;
  /** The new status per status and role; everything else must be rejected. */
  expected: Partial<Record<string, Cell>>;
  /** One for each guard of each rule. */
  blocked?: readonly BlockedLoan[];
}
