/** What is urgent about a loan is a second chip next to the customer's label, in every stage. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import type { ChippedLoan } from './loan-chips.tsx';
import { LoanChips } from './loan-chips.tsx';

const now = new Date(2027, 1, 3, 12, 0);
const running: ChippedLoan = {
  status: 'LOAN_POSTED',
  stage: 'ACTIVE',
  graceEndsAt: new Date(2027, 1, 8, 9, 0).toISOString(),
  decisionOverdue: false,
};
const show = (more: Partial<ChippedLoan>) => {
  const { container } = render(<LoanChips loan={{ ...running, ...more }} now={now} />);
  return container;
};

test.each<[string, Partial<ChippedLoan>, string, string]>([
  ['in grace', { stage: 'IN_GRACE' }, 'In grace · 5 days left', 'amber'],
  ['overdue', { stage: 'OVERDUE' }, 'Overdue', 'red'],
  ['claimed', { stage: 'REPAYMENT_CLAIMED' }, 'Repayment claimed', 'blue'],
  [
    'disputed for too long',
    { status: 'ESCALATED', stage: null, decisionOverdue: true },
    'Decision overdue',
    'red',
  ],
  ['accelerated', { stage: 'ACCELERATED' }, 'Accelerated', 'red'],
  ['partly paid', { stage: 'PAYMENT_CLAIMED' }, 'Payment reported', 'blue'],
])('a loan that is %s says so', (_, more, text, tone) => {
  show(more);
  expect(screen.getByText(text)).toHaveClass(`bg-${tone}-bg`, `text-${tone}`);
  expect(screen.getByText(more.status === 'ESCALATED' ? 'Disputed' : 'Marked Paid')).toBeVisible();
});

test.each<Partial<ChippedLoan>>([
  { stage: 'ACTIVE' },
  { stage: 'AWAITING_RECEIPT' },
  { status: 'ESCALATED', stage: null },
  { status: 'FINALIZED_LENDER_SEIZURE', stage: null },
  // Of a later release.
  { stage: 'PAUSED' as never },
])('a loan that takes its course has only its label: %o', (more) => {
  expect(show(more).querySelectorAll('svg')).toHaveLength(0);
});
