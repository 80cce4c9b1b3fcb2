/** Samples of the transitions of part payments (transition-samples.ts). */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { maxOpenPayments } from '../loan/payment.ts';
import { received } from './loans.ts';
import type { TransitionSample } from './sample-parts.ts';
import { now, openPayment } from './sample-parts.ts';

const waiting = { ...received, openPayments: [openPayment] };

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
    ready: waiting,
    expected: { LOAN_POSTED: { LENDER: 'SAME' }, ESCALATED: { LENDER: 'SAME' } },
    blocked: [{ reason: 'NO_PAYMENT', loan: { openPayments: null } }],
  },
  DENY_PAYMENT: {
    input: { paymentId: openPayment.id, reason: 'Nothing arrived.' },
    ready: waiting,
    expected: { LOAN_POSTED: { LENDER: 'SAME' }, ESCALATED: { LENDER: 'SAME' } },
    blocked: [{ reason: 'NO_PAYMENT', loan: { openPayments: null } }],
  },
  WITHDRAW_PAYMENT: {
    input: { paymentId: openPayment.id },
    ready: waiting,
    expected: { LOAN_POSTED: { BORROWER: 'SAME' }, ESCALATED: { BORROWER: 'SAME' } },
    blocked: [{ reason: 'NO_PAYMENT', loan: { openPayments: null } }],
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
