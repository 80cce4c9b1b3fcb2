/** Builds a reported payment of a loan of `buildLoan`; a test overrides what it needs. */

import type { Payment } from '../repayments/describe-payment.ts';

export const buildPayment = (more: Partial<Payment> = {}): Payment => ({
  id: 'payment-1',
  leg: 'REPAYMENT',
  amendment: null,
  from: 'BORROWER',
  payee: 'LENDER',
  date: '2026-12-01',
  amount: 2_500_00,
  method: 'Wire',
  reference: 'P-1',
  status: 'REPORTED',
  confirmedAmount: null,
  reportedAt: '2026-12-02T09:00:00.000Z',
  reason: null,
  ...more,
});
