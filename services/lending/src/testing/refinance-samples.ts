/** Samples of the transitions of a refinancing (transition-samples.ts). */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Escrow } from '../escrow/escrow.ts';
import type { OpenPayment } from '../loan/payment.ts';
import type { LegRecord } from '../loan/refinance/refinance.ts';
import { agreement } from './amendment-samples.ts';
import { claim, received, start } from './loans.ts';
import { payoffLeg, replacement, replacing } from './refinanced-loans.ts';
import type { TransitionSample } from './sample-parts.ts';
import {
  custodyLost,
  custodyLostInDispute,
  either,
  evidenceOpen,
  now,
  onHold,
  openPayment,
  paidOff,
} from './sample-parts.ts';

const surplusLeg: LegRecord = { ...payoffLeg, id: 'leg2', leg: 'SURPLUS' };
/** As the old loan has it. */
const openLeg: OpenPayment = { ...openPayment, id: 'leg1', leg: 'PAYOFF' };

/** The old loan, whose payoff the new lender has reported. */
const payoffReported: Partial<Escrow> = {
  ...received,
  openPayments: [openLeg],
  replacement: { ...replacement, payoff: payoffLeg },
};
const replaced: Partial<Escrow> = { ...received, replacement };
/** The new loan with a surplus that waits for the borrower. */
export const surplusReported: Partial<Escrow> = {
  ...received,
  replacing: {
    ...replacing,
    legs: [{ ...payoffLeg, confirmedCents: 20_000 }, surplusLeg],
  },
};
/** Each role has a payment to answer. */
const bothReported: Partial<Escrow> = { ...payoffReported, replacing: surplusReported.replacing };
const nothingOpen: Partial<Escrow> = { openPayments: null, replacing };

const details = { date: '2026-05-20', method: 'Wire', reference: 'L-1' };
const notReplaced = { reason: 'NOT_REFINANCED', loan: { replacement: null } } as const;
const notReplacing = { reason: 'NOT_REFINANCED', loan: { replacing: null } } as const;

export const refinanceSamples = {
  SIGN_LETTER: {
    input: {},
    ready: replaced,
    expected: { LOAN_POSTED: { LENDER: 'SAME' }, ESCALATED: { LENDER: 'SAME' } },
    blocked: [
      notReplaced,
      {
        reason: 'ALREADY_DONE',
        loan: {
          replacement: {
            ...replacement,
            letter: { at: now, correctionCents: 0, reason: null, payeeVersion: null },
          },
        },
      },
      { reason: 'REFINANCE_PAID', loan: payoffReported },
    ],
  },
  REPORT_LEG: {
    input: { ...details, leg: 'PAYOFF', amountCents: 20_000 },
    ready: { replacing },
    // The leg decides who pays, and when.
    expected: {
      NEW: { LENDER: 'SAME', BORROWER: 'FORBIDDEN' },
      LOAN_POSTED: { LENDER: 'CONFLICT' },
    },
    blocked: [notReplacing],
  },
  WITHDRAW_LEG: {
    input: { paymentId: 'leg1' },
    ready: { replacing: { ...replacing, legs: [payoffLeg] } },
    expected: {
      NEW: { LENDER: 'SAME', BORROWER: 'FORBIDDEN' },
      LOAN_POSTED: { LENDER: 'SAME', BORROWER: 'FORBIDDEN' },
    },
    blocked: [notReplacing],
  },
  CONFIRM_LEG: {
    input: { paymentId: 'leg1' },
    ready: { ...bothReported, replacing: { ...replacing, legs: [{ ...surplusLeg, id: 'leg1' }] } },
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: { LENDER: 'SAME' } },
    blocked: [{ reason: 'NO_PAYMENT', loan: nothingOpen }],
  },
  DENY_LEG: {
    input: { paymentId: 'leg1', reason: 'Nothing arrived.' },
    ready: { ...bothReported, replacing: { ...replacing, legs: [{ ...surplusLeg, id: 'leg1' }] } },
    expected: {
      LOAN_POSTED: { LENDER: 'ESCALATED', BORROWER: 'SAME' },
      ESCALATED: { LENDER: 'SAME' },
    },
    blocked: [{ reason: 'NO_PAYMENT', loan: nothingOpen }],
  },
  RESOLVE_REFINANCED: {
    input: { reason: 'The bank confirms the payment.' },
    ready: payoffReported,
    expected: { ESCALATED: { OPERATOR: 'FINALIZED_RETURN_TO_BORROWER' } },
    blocked: [
      { reason: 'NO_PAYMENT', loan: { replacement } },
      { reason: 'CUSTODY_LOST', loan: custodyLostInDispute },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      evidenceOpen,
    ],
  },
  START_REFINANCE: {
    input: { newEscrowId: 'new1' },
    ready: received,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'REFINANCE_UNDER_WAY', loan: { replacement } },
      { reason: 'AMENDMENT_LIVE', loan: { amendment: agreement } },
      { reason: 'SALE_OPEN', loan: { sale: { id: 'sale1', status: 'OFFERED' } } },
      { reason: 'CLAIM_OPEN', loan: { claim } },
      { reason: 'NOTHING_OWED', loan: paidOff },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'IN_GRACE', loan: { maySeize: true } },
      { reason: 'LEGAL_HOLD', loan: onHold },
    ],
  },
  LEG_REPORTED: {
    input: { record: { ...payoffLeg, leg: 'TOP_UP' } },
    ready: replaced,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' }, ESCALATED: { SYSTEM: 'SAME' } },
    blocked: [notReplaced, { reason: 'CUSTODY_LOST', loan: custodyLost }],
  },
  LEG_WITHDRAWN: {
    input: { record: payoffLeg },
    ready: payoffReported,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' }, ESCALATED: { SYSTEM: 'SAME' } },
    blocked: [notReplaced],
  },
  REFINANCE_ANSWERED: {
    input: { letterAt: now, note: 'The old lender signed the payoff letter.' },
    ready: { replacing },
    expected: { PENDING_SIGNATURE: { SYSTEM: 'SAME' }, NEW: { SYSTEM: 'SAME' } },
    blocked: [notReplacing],
  },
  OLD_LOAN_DISPUTED: {
    input: { reason: 'The lender has not answered.' },
    ready: { replacing },
    expected: { PENDING_SIGNATURE: { SYSTEM: 'SAME' }, NEW: { SYSTEM: 'SAME' } },
    blocked: [notReplacing],
  },
  CLOSE_REFINANCE: {
    input: { payoff: payoffLeg, custody: { inCustodyAt: start } },
    ready: { ...payoffReported, replacing },
    expected: {
      NEW: { SYSTEM: 'LOAN_POSTED' },
      LOAN_POSTED: { SYSTEM: 'FINALIZED_RETURN_TO_BORROWER' },
      ESCALATED: { SYSTEM: 'FINALIZED_RETURN_TO_BORROWER' },
    },
    blocked: [
      { ...notReplacing, from: 'NEW' },
      { reason: 'NO_PAYMENT', loan: { replacement }, from: 'LOAN_POSTED' },
      { reason: 'NO_PAYMENT', loan: { replacement }, from: 'ESCALATED' },
      { reason: 'CUSTODY_LOST', loan: custodyLost, from: 'LOAN_POSTED' },
      { reason: 'CUSTODY_LOST', loan: custodyLost, from: 'ESCALATED' },
    ],
  },
  END_REFINANCE: {
    input: { reason: 'The new loan was cancelled.' },
    ready: { ...payoffReported, replacing },
    expected: {
      PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' },
      NEW: { SYSTEM: 'CANCELLED' },
      LOAN_POSTED: { SYSTEM: 'SAME' },
      ESCALATED: { SYSTEM: 'SAME' },
    },
    blocked: [
      { ...notReplacing, from: 'PENDING_SIGNATURE' },
      { ...notReplacing, from: 'NEW' },
      { ...notReplaced, from: 'LOAN_POSTED' },
      { ...notReplaced, from: 'ESCALATED' },
    ],
  },
  EXPIRE_REFINANCE: {
    input: {},
    ready: { replacing },
    expected: { NEW: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { statusAt: now } }],
  },
  REMIND_LETTER: {
    input: {},
    ready: { replacing: { ...replacing, letterAt: null } },
    expected: { PENDING_SIGNATURE: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { createdAt: now } }],
  },
  ESCALATE_REFINANCE: {
    input: {},
    ready: payoffReported,
    expected: { LOAN_POSTED: { SYSTEM: 'ESCALATED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { openPayments: null } }],
  },
  DEEM_SURPLUS: {
    input: {},
    ready: surplusReported,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_DUE', loan: { replacing } },
      { reason: 'NOT_DUE', loan: { claim } },
    ],
  },
} satisfies { [M in EscrowTransition]?: TransitionSample<M> };
