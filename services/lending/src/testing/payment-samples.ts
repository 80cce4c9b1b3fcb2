/** Samples of the transitions of part payments (transition-samples.ts). */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { maxOpenPayments } from '../loan/payment.ts';
import { advance } from './amendment-samples.ts';
import { claim, received } from './loans.ts';
import type { TransitionSample } from './sample-parts.ts';
import { either, now, openPayment } from './sample-parts.ts';

const waiting = { ...received, openPayments: [openPayment] };
/** Each party can answer or withdraw a payment of this id, which is the lender's further principal too. */
const bothWaiting = { ...waiting, amendment: advance };

export const paymentSamples = {
  REPORT_PAYMENT: {
    input: { date: '2026-03-10', amountCents: 10_000, method: 'Wire', reference: 'P' },
    ready: received,
    expected: { LOAN_POSTED: { BORROWER: 'SAME' }, ESCALATED: { BORROWER: 'SAME' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      {
        reason: 'TOO_MANY_PAYMENTS',
        loan: { openPayments: Array.from({ length: maxOpenPayments }, () => openPayment) },
      },
    ],
  },
  CONFIRM_PAYMENT: {
    input: { paymentId: openPayment.id },
    ready: bothWaiting,
    expected: {
      LOAN_POSTED: either('SAME'),
      ESCALATED: { LENDER: 'SAME', BORROWER: 'LOAN_POSTED' },
    },
    blocked: [
      { reason: 'NO_PAYMENT', by: 'LENDER', loan: { openPayments: null } },
      { reason: 'CLAIM_OPEN', by: 'BORROWER', from: 'LOAN_POSTED', loan: { claim } },
    ],
  },
  DENY_PAYMENT: {
    input: { paymentId: openPayment.id, reason: 'Nothing arrived.' },
    ready: bothWaiting,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [{ reason: 'NO_PAYMENT', by: 'LENDER', loan: { openPayments: null } }],
  },
  WITHDRAW_PAYMENT: {
    input: { paymentId: openPayment.id },
    ready: bothWaiting,
    expected: { LOAN_POSTED: either('SAME'), ESCALATED: either('SAME') },
    blocked: [{ reason: 'NO_PAYMENT', by: 'BORROWER', loan: { openPayments: null } }],
  },
  REMIND_PAYMENT: {
    input: {},
    ready: waiting,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { openPayments: [{ ...openPayment, remindedAt: now }] } }],
  },
  DEEM_PAYMENT: {
    input: {},
    ready: waiting,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_DUE', loan: { openPayments: [{ ...openPayment, reportedAt: now }] } },
      { reason: 'NOT_DUE', loan: { openPayments: [{ ...openPayment, method: null }] } },
    ],
  },
} satisfies { [M in EscrowTransition]?: TransitionSample<M> };
