/** What Add Balance says when the provider's page leads back to it: what is true of the payment, not of the address. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AddBalancePage } from './add-balance-page.tsx';

const cancelled = 'The payment was cancelled. Nothing was charged.';
const deposit = (status: string) => ({
  __typename: 'Transaction',
  id: 'd1',
  amount: 4_000,
  status,
  reason: null,
});

function open(id: string, status: string): void {
  renderScreen({
    at: `/app/add-balance?cancelled=${id}`,
    screens: { '/app/add-balance': <AddBalancePage /> },
    answers: {
      AddBalance: {
        data: {
          self: { __typename: 'User', id: 'ada', balance: 4_000 },
          balance: { __typename: 'Balance', available: 4_000, held: 0, owed: 0 },
        },
      } as Reply,
      RecentDeposits: {
        data: { transactions: { __typename: 'TransactionPage', transactions: [deposit(status)] } },
      } as Reply,
    },
  });
}

test.each(['PENDING', 'FAILED'])(
  'a %s payment that was cancelled is said to be',
  async (status) => {
    open('d1', status);
    expect(await screen.findByText(cancelled)).toBeVisible();
  },
);

test('a payment that was paid in one window and cancelled in another was charged', async () => {
  open('d1', 'DONE');
  expect(await screen.findByText('$40.00 was added to your balance.')).toBeVisible();
  expect(screen.queryByText(cancelled)).toBeNull();
});

test('an address that somebody made up says nothing of money', async () => {
  open('somebody-elses', 'PENDING');
  expect(await screen.findByText('Can be spent now.')).toBeVisible();
  expect(screen.queryByText(cancelled)).toBeNull();
});
