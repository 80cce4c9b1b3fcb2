/** Builds the payoff letter and the payments of a refinancing; a test overrides what it needs. */

import type { Loan } from '../loan-parties.ts';
import type { PayoffLetter } from '../refinance/split-payoff.ts';
import { buildLoan } from './build-loan.ts';

type Payment = Loan['payments'][number];

/** Vector R1 of the notes: $10,000 at 12 % after 45 days. */
export const buildLetter = (more: Partial<PayoffLetter> = {}): PayoffLetter => ({
  escrowId: 'old-1',
  from: '2027-01-15',
  to: '2027-01-25',
  perDay: 3_29,
  days: Array.from({ length: 11 }, (_, index) => ({
    date: `2027-01-${15 + index}`,
    amount: 10_147_95 + index * 3_29,
  })),
  confirmed: true,
  reason: null,
  payee: 'IBAN …3000',
  ...more,
});

export const buildLeg = (leg: Payment['leg'], more: Partial<Payment> = {}): Payment => ({
  id: `payment-${leg}`,
  leg,
  amendment: null,
  from: leg === 'TOP_UP' ? 'BORROWER' : 'LENDER',
  date: '2027-01-15',
  amount: 10_147_95,
  method: 'Wire',
  reference: leg,
  status: 'REPORTED',
  confirmedAmount: null,
  reportedAt: '2027-01-15T09:00:00.000Z',
  reason: null,
  ...more,
});

/** The new loan, signed by both: its lender pays the old one. */
export const buildNewLoan = (more: Partial<Loan> = {}): Loan =>
  buildLoan({
    id: 'new-1',
    amount: 12_000_00,
    status: 'NEW',
    stage: null,
    replaces: 'old-1',
    receivedAt: null,
    payoff: null,
    inCustodyAt: null,
    actions: ['REPORT_LEG', 'WITHDRAW_LEG'],
    waitingFor: {
      party: 'LENDER',
      action: 'PAY_PAYOFF',
      until: '2027-01-25T09:00:00.000Z',
      message: 'You have to pay the payoff to the old lender.',
    },
    whatNext: 'You have to pay the payoff to the old lender.',
    ...more,
  });

/** The old loan, which `new-1` is to repay. */
export const buildOldLoan = (more: Partial<Loan> = {}): Loan =>
  buildLoan({
    id: 'old-1',
    amount: 10_000_00,
    payoff: 10_147_95,
    replacedBy: 'new-1',
    actions: ['SIGN_LETTER'],
    ...more,
  });
