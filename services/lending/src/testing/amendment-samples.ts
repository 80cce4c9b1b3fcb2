import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Escrow } from '../escrow/escrow.ts';
import type { AmendmentDraft, LiveAmendment } from '../loan/amendment.ts';
import { maxAmendments, maxProposals } from '../loan/amendment.ts';
import { claim, hash, received, start } from './loans.ts';
import { replacement } from './refinanced-loans.ts';
import type { BlockedLoan, TransitionSample } from './sample-parts.ts';
import { custodyLost, either, now, openPayment, paidOff } from './sample-parts.ts';

const day = 86_400_000;

const extension: AmendmentDraft = {
  kind: 'EXTEND',
  terms: { due: new Date('2026-09-01T00:00:00.000Z') },
  feeCents: 0,
  interest: 'KEEP',
};
const proposal: LiveAmendment = {
  ...extension,
  seq: 1,
  proposedBy: 'LENDER',
  status: 'PROPOSED',
  expiresAt: new Date(now.getTime() + day),
  agreedAt: null,
  sha256: null,
  borrowerSignedAt: null,
  lenderSignedAt: null,
  dueCents: 0,
};
export const agreement: LiveAmendment = {
  ...proposal,
  status: 'AGREED',
  agreedAt: new Date(now.getTime() - day),
  sha256: hash,
};

const proposed = { ...received, amendment: proposal, lastAmendment: 1 };
const agreed = { ...received, amendment: agreement, lastAmendment: 1 };

const agreedLongAgo = { ...agreement, agreedAt: new Date(now.getTime() - 2.5 * day) };
const sent = {
  ...{
    paymentId: openPayment.id,
    day: agreement.agreedAt ?? now,
    method: 'Wire',
    reference: 'A-1',
  },
  at: new Date(now.getTime() - 6 * day),
};
/** Signed by both, and sent by the lender; the borrower has not answered. */
export const advance: LiveAmendment = {
  ...agreement,
  ...({ kind: 'PRINCIPAL_UP', terms: { amountCents: 50_000 }, status: 'AWAITING_MONEY' } as const),
  ...{ dueCents: 50_000, sent },
};

/** In default, signed by both; the lender has not answered its money. */
const paidInTime: Partial<Escrow> = {
  noticeAt: now,
  amendment: { ...agreement, status: 'AWAITING_MONEY', dueCents: openPayment.amountCents },
  openPayments: [{ ...openPayment, amendment: agreement.seq }],
};

/** The guards of every proposal and of the agreement. */
const notAmendable: readonly BlockedLoan[] = [
  { reason: 'NOT_RECEIVED', loan: { receipt: null } },
  { reason: 'CUSTODY_LOST', loan: custodyLost },
  { reason: 'CLAIM_OPEN', from: 'LOAN_POSTED', loan: { claim } },
  { reason: 'NOTHING_OWED', loan: paidOff },
  { reason: 'SALE_OPEN', loan: { sale: { id: 'sale1', status: 'OFFERED' } } },
  {
    reason: 'TOO_MANY_AMENDMENTS',
    loan: { amended: { count: maxAmendments, sha256: hash, effectiveOn: start } },
  },
  { reason: 'REFINANCE_UNDER_WAY', loan: { replacement } },
];
const noProposalLeft: BlockedLoan = {
  reason: 'TOO_MANY_AMENDMENTS',
  loan: { lastAmendment: maxProposals },
};
const notProposed: BlockedLoan = {
  reason: 'NO_AMENDMENT',
  by: 'BORROWER',
  loan: { amendment: agreement },
};
const ownProposal: BlockedLoan = {
  reason: 'ALREADY_PROPOSED',
  by: 'LENDER',
  loan: { amendment: { ...proposal, proposedBy: 'LENDER' } },
};

export const amendmentSamples = {
  PROPOSE_AMENDMENT: {
    input: extension,
    ready: received,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [
      ...notAmendable,
      noProposalLeft,
      { reason: 'AMENDMENT_LIVE', loan: { amendment: agreement } },
    ],
  },
  COUNTER_AMENDMENT: {
    input: extension,
    ready: proposed,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [...notAmendable, noProposalLeft, notProposed, ownProposal],
  },
  AGREE_AMENDMENT: {
    input: { sha256: hash, dueCents: 0 },
    ready: proposed,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [...notAmendable, notProposed, ownProposal],
  },
  DECLINE_AMENDMENT: {
    input: { reason: 'Too long.' },
    ready: proposed,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [notProposed, ownProposal],
  },
  WITHDRAW_AMENDMENT: {
    input: {},
    ready: { ...proposed, amendment: { ...proposal, proposedBy: 'BORROWER' } },
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [
      { reason: 'NO_AMENDMENT', by: 'LENDER', loan: { amendment: agreement } },
      {
        reason: 'NOT_PROPOSED',
        by: 'LENDER',
        loan: { amendment: { ...proposal, proposedBy: 'BORROWER' } },
      },
    ],
  },
  SIGN_AMENDMENT: {
    input: { sha256: hash },
    ready: agreed,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [
      { reason: 'NO_AMENDMENT', loan: { amendment: proposal } },
      {
        reason: 'ALREADY_SIGNED',
        loan: { amendment: { ...agreement, borrowerSignedAt: now, lenderSignedAt: now } },
      },
    ],
  },
  EXPIRE_AMENDMENT: {
    input: {},
    ready: { ...received, amendment: { ...proposal, expiresAt: now } },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' }, ESCALATED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { amendment: proposal } }],
  },
  LAPSE_AMENDMENT: {
    input: {},
    ready: { ...received, amendment: { ...agreement, agreedAt: start } },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' }, ESCALATED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_DUE', loan: { amendment: agreement } },
      { reason: 'NOT_DUE', from: 'LOAN_POSTED', loan: paidInTime },
    ],
  },
  DEEM_ADVANCE: {
    input: {},
    ready: { ...received, amendment: advance, lastAmendment: 1 },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_DUE', loan: { amendment: { ...advance, sent: { ...sent, at: now } } } },
      { reason: 'NOT_DUE', loan: { claim } },
    ],
  },
  REMIND_AMENDMENT: {
    input: {},
    ready: { ...received, amendment: agreedLongAgo, lastAmendment: 1 },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' }, ESCALATED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_DUE', loan: { amendment: agreement } },
      { reason: 'NOT_DUE', loan: { amendment: { ...agreedLongAgo, remindedAt: now } } },
    ],
  },
} satisfies { [M in EscrowTransition]?: TransitionSample<M> };
