/** Renewing the domain of a loan charges only the price that the reader has seen. */

import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWithError } from '../../../testing/render-screen.tsx';
import { RenewDialog } from './renew-dialog.tsx';

const press = () => userEvent.click(screen.getByRole('button', { name: 'Renew' }));
const quoted = (amount: number, expiresAt = '2027-01-01T00:00:00.000Z') => ({
  data: {
    domain: {
      __typename: 'Domain',
      id: 'd1',
      expiresAt,
      renewalQuote: {
        __typename: 'Quote',
        amount,
        premium: amount > 1_200,
        validUntil: '2026-12-01T00:00:00.000Z',
      },
    },
    self: { __typename: 'User', id: 'ada', balance: 10_000 },
  },
});

test('a changed price is shown first, and only then confirmed', async () => {
  const price = 'The price is $50.00 now. Nothing was charged.';
  let reads = 0;
  const { sent } = renderScreen({
    at: '/loan',
    screens: {
      '/loan': <RenewDialog domainId="d1" name="vellum.app" onClose={jest.fn()} />,
    },
    answers: {
      CollateralRenewal: () => quoted(reads++ === 0 ? 1_200 : 5_000),
      RenewCollateral: replyWithError('CONFLICT', price, { reason: 'PRICE_CHANGED' }),
    },
  });
  await screen.findByText(/Adds one year for \$12\.00/);
  expect(screen.getByText('Jan 1, 2027 → Jan 1, 2028')).toBeVisible();
  expect(
    screen.getByText(/renews automatically .*If it doesn’t, it expires on Jan 1, 2027\./),
  ).toBeVisible();
  await press();
  expect(await screen.findByText(price)).toBeVisible();
  await screen.findByText(/Adds one year for \$50\.00/);
  await press();
  const fees = sent.filter(({ name }) => name === 'RenewCollateral');
  expect(fees.map(({ variables }) => variables.maxFee)).toEqual([1_200, 5_000]);
});

test('a second press after a lost response orders the same year', async () => {
  let renewed = false;
  const { sent } = renderScreen({
    at: '/loan',
    screens: {
      '/loan': <RenewDialog domainId="d1" name="vellum.app" onClose={jest.fn()} />,
    },
    answers: {
      CollateralRenewal: () => quoted(1_200, renewed ? '2028-01-01T00:00:00.000Z' : undefined),
      RenewCollateral: () => {
        renewed = true;
        return new TypeError('Failed to fetch');
      },
    },
  });
  await screen.findByText(/Adds one year for \$12\.00/);
  const renewals = () => sent.filter(({ name }) => name === 'RenewCollateral');
  await press();
  await screen.findByText(/can’t be reached/);
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'CollateralRenewal')).toHaveLength(2),
  );
  await press();
  const shown = '2027-01-01T00:00:00.000Z';
  expect(renewals().map(({ variables }) => variables.expiresAt)).toEqual([shown, shown]);
});
