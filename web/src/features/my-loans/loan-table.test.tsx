/** The table of loans shows a payoff only while it is owed. */

import { expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { LoanRowFragment } from './loan-table.generated.ts';
import { LoanTable } from './loan-table.tsx';

const running: LoanRowFragment = {
  id: 'e1',
  unicodeName: 'harborline.com',
  amount: 100_000,
  term: 90,
  rate: 1_200,
  status: 'LOAN_POSTED',
  stage: 'ACTIVE',
  role: 'BORROWER',
  borrowerName: 'Ada',
  lenderName: 'Lin',
  dueAt: '2027-02-14T00:00:00.000Z',
  graceEndsAt: '2027-02-22T00:00:00.000Z',
  decisionOverdue: false,
  plan: 'BULLET',
  period: null,
  instalments: null,
  nextDue: null,
  payoff: 101_000,
  ...{ fundingDueAt: null, receivedBy: 'BORROWER', maySeize: false },
  inCustodyAt: '2026-11-10T00:00:00.000Z',
  waitingFor: { party: 'BORROWER', action: 'REPAY', label: 'Repay', until: null },
};

function show(more: Partial<LoanRowFragment>) {
  const loans = [{ ...running, ...more }];
  renderScreen({
    at: '/loans',
    screens: {
      '/loans': <LoanTable caption="Loans" loans={loans} busy={false} empty={null} foot={null} />,
    },
    answers: {},
  });
  return screen.getByRole('table', { name: 'Loans' });
}

test.each<[string, Partial<LoanRowFragment>, string]>([
  ['runs', {}, 'Payoff today $1,010.00'],
  ['is disputed', { status: 'ESCALATED', stage: null }, 'Payoff today $1,010.00'],
  ['is claimed to be repaid', { stage: 'REPAYMENT_CLAIMED' }, 'Claimed payoff $1,010.00'],
])('a loan that %s shows its payoff', (_, more, text) => {
  expect(show(more)).toHaveTextContent(text);
});

test('a closed loan shows no payoff', () => {
  const table = show({ status: 'FINALIZED_RETURN_TO_BORROWER', stage: null });
  expect(table).not.toHaveTextContent('Payoff');
});

test('a row says what follows a missed deadline of its reader, and not of the other party', () => {
  const taken = 'Then the lender may take the domain';
  const waitingFor = { ...running.waitingFor, until: '2027-02-22T00:00:00.000Z' };
  expect(show({ stage: 'IN_GRACE', waitingFor })).toHaveTextContent(taken);
  // At every width.
  expect(screen.getByText(taken)).not.toHaveClass('hidden');
  cleanup();
  expect(show({ stage: 'IN_GRACE', role: 'LENDER', waitingFor })).not.toHaveTextContent(taken);
});

test('a loan with instalments is due with the next one, and before the receipt says how many there are', () => {
  const planned = { plan: 'INSTALMENTS', period: 'MONTH', instalments: 12 } as const;
  const nextDue = { date: '2026-12-28', amount: 888_08, instalment: 4, instalments: 12 };
  show({ ...planned, nextDue });
  expect(screen.getByRole('table')).toHaveTextContent(/Dec 28.*\$888\.08, 4 of 12/);
  expect(screen.getByRole('table')).not.toHaveTextContent('Feb 14');
  cleanup();
  show({ ...planned, dueAt: null });
  expect(screen.getByText('12 monthly payments')).toBeVisible();
});

test('an overdue loan says since when, and its lender what the borrower may do until they decide', () => {
  const overdue = { stage: 'OVERDUE', role: 'LENDER', dueAt: '2027-07-22T00:00:00.000Z' } as const;
  const wait = { party: 'LENDER', label: 'Accelerate, or give more time', until: null } as const;
  const nextDue = { date: '2027-02-22', amount: 487_92, instalment: 4, instalments: 12 };
  const behind = { ...wait, action: 'ACCELERATE' } as const;
  expect(show({ ...overdue, nextDue, waitingFor: behind })).toHaveTextContent(
    /Overdue since Feb 22.*Your turn: .*Your turn\. No deadline; the borrower may catch up/,
  );
  cleanup();
  // Accelerated: all of it has been due since then, not on the last due date.
  const whole = { date: '2027-03-08', amount: 900_00, instalment: null, instalments: null };
  const taken = { ...wait, action: 'SEIZE' } as const;
  const table = show({ ...overdue, nextDue: whole, waitingFor: taken });
  expect(table).toHaveTextContent(/Overdue since Mar 8.*No deadline; the borrower may still repay/);
  expect(table).not.toHaveTextContent('Jul 22');
  cleanup();
  const borrower = show({ ...overdue, role: 'BORROWER', nextDue, waitingFor: behind });
  expect(borrower).toHaveTextContent('Overdue since Feb 22');
  expect(borrower).not.toHaveTextContent('Until then');
});
