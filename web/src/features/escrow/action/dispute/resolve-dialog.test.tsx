/** The dialog in which an operator decides a dispute. */

import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import type { Loan } from '../../loan-parties.ts';
import { buildButton, buildLoan } from '../../testing/build-loan.ts';
import { ActionDialog } from '../action-dialog.tsx';

const choices = [
  { outcome: 'CONTINUE', label: 'Continue the loan', message: null },
  { outcome: 'SEIZE', label: 'Give the domain to the lender', message: null },
];
const resolve = buildButton('Resolve', 'RESOLVE', { enabled: true, choices });

const buildPayment = (id: string, amount: number): Loan['payments'][number] => ({
  ...{ id, leg: 'REPAYMENT', amendment: null, from: 'BORROWER', date: '2027-01-04', amount },
  payee: 'LENDER',
  ...{ method: 'Wire', reference: id, status: 'DEEMED', confirmedAmount: amount, reason: null },
  reportedAt: '2027-01-04T09:00:00.000Z',
});
const payments = [
  buildPayment('old', 100_00),
  buildPayment('a', 9_999_99),
  buildPayment('b', 50_00),
];

function open(rejectablePayments: string[]) {
  const loan = buildLoan({
    ...{ status: 'ESCALATED', role: 'OPERATOR', payments, rejectablePayments },
    actionButtons: [resolve],
  });
  return renderScreen({
    at: '/loan',
    screens: { '/loan': <ActionDialog loan={loan} button={resolve} onClose={jest.fn()} /> },
    answers: { Resolve: undefined },
  });
}

const decide = async (outcome: RegExp) => {
  await userEvent.click(screen.getByRole('radio', { name: outcome }));
  await userEvent.type(screen.getByLabelText('Reason'), 'It never came.');
};

test('a decision that the loan continues rejects the payments that were selected', async () => {
  const { calls } = open(['a', 'b']);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await decide(/^Continue/);
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  await userEvent.click(screen.getByRole('checkbox', { name: /\$50\.00/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /\$9,999\.99 · Jan 4.* · Wire · a/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /\$50\.00/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Resolve' }));
  const decision = { outcome: 'CONTINUE', maySeize: false, reason: 'It never came.' };
  expect(calls('Resolve')).toEqual([{ id: 'loan-1', ...decision, rejectPayments: ['a'] }]);
});

test('another outcome rejects no payment, also after a selection', async () => {
  const { calls } = open(['a']);
  await decide(/^Continue/);
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('radio', { name: /^Give the domain/ }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'vellum.app');
  await userEvent.click(screen.getByRole('button', { name: /^Give vellum\.app/ }));
  expect(calls('Resolve')).toEqual([
    { id: 'loan-1', outcome: 'SEIZE', maySeize: false, reason: 'It never came.' },
  ]);
});

test('without such payments no list is shown', async () => {
  open([]);
  await decide(/^Continue/);
  expect(screen.queryByText(/did not answer/)).toBeNull();
});
