/** Add Balance after returning from the payment provider: it shows the payment's real status, not the address's claim. */

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
  'a cancelled payment with status %s is shown as cancelled',
  async (status) => {
    open('d1', status);
    expect(await screen.findByText(cancelled)).toBeVisible();
  },
);

test('a payment that was completed in another window is shown as charged', async () => {
  open('d1', 'DONE');
  expect(await screen.findByText('$40.00 was added to your balance.')).toBeVisible();
  expect(screen.queryByText(cancelled)).toBeNull();
});

test('a forged address shows no payment', async () => {
  open('unknown', 'PENDING');
  expect(await screen.findByText('Available now.')).toBeVisible();
  expect(screen.queryByText(cancelled)).toBeNull();
});
