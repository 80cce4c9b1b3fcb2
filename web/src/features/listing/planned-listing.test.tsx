/** A listing that asks for instalments: its card, its table, other plans to try, and the offer that starts with its plan. */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearTokens, storeTokens } from '../../session/tokens.ts';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { monthlyPayments } from '../../testing/sample-plans.ts';
import { AppListingsPage } from './app-listings-page.tsx';
import { ListingPage } from './listing-page.tsx';

const listing = {
  ...{ __typename: 'Listing', id: '1', domainId: 'd1', domainName: 'harborline.com' },
  ...{ unicodeName: 'harborline.com', estimatedValue: 2_980_000, ownerValue: null },
  ...monthlyPayments,
  ...{ desiredAmount: 1_000_000, desiredTerm: 365, desiredRate: 1_200, open: true, mine: false },
  ...{ actions: ['OFFER'], myOffer: null, createdAt: '2026-11-20T12:00:00.000Z' },
  ...{ businessStatement: null, borrowerTrackRecord: null, appraisal: null },
  disclosure: {
    ...{ __typename: 'Disclosure', transferFee: 1_200, costOverTermPercent: 12.75 },
    security: 'A security interest in the domain name.',
  },
};

beforeEach(() =>
  storeTokens({
    accessToken: `x.${btoa(JSON.stringify({ sub: 'lin', exp: 9_999_999_999 }))}.x`,
    refreshToken: 'refresh',
  }),
);
afterEach(() => clearTokens());

function openListing(more: object = {}) {
  return renderScreen({
    at: '/listings/1',
    screens: { '/listings/:id': <ListingPage /> },
    answers: {
      ListingPage: { data: { listing: { ...listing, ...more } } } as Reply,
      OfferBasis: { data: { self: null, loanBounds: null } } as Reply,
    },
  });
}
const countRows = (table: HTMLElement) => within(table).getAllByRole('row').length - 1;

test('a card says what is paid and how often', async () => {
  renderScreen({
    at: '/app/listings',
    screens: { '/app/listings/:page?': <AppListingsPage /> },
    answers: {
      Listings: {
        data: {
          listings: {
            ...{ __typename: 'ListingPage', listings: [listing], pages: 1 },
            ...{ total: 1, totalExact: true },
          },
        },
      } as Reply,
    },
  });
  expect(await screen.findByText(/^\$88\d\.\d\d monthly, 12 payments$/)).toBeVisible();
});

test('the page shows the payments before any offer, and those of another plan that is tried', async () => {
  openListing();
  const figures = await screen.findByRole('status', { name: 'Loan figures' });
  const table = await within(figures).findByRole('table', { name: 'Payments of the plan' });
  expect(countRows(table)).toBe(4);
  expect(within(figures).getByText('You get back').nextElementSibling).toHaveTextContent(
    /^\$10,6\d\d\.\d\d$/,
  );
  expect(screen.getByText(/in 12 monthly payments/)).toBeVisible();
  expect(screen.queryByLabelText('Term')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Repayment'), 'INTEREST_ONLY');
  expect(await within(figures).findByText(/12 payments, the last \$10,/)).toBeVisible();
  const count = screen.getByLabelText('Number of payments');
  await userEvent.clear(count);
  expect(await within(figures).findByText('Use whole numbers, like 12')).toBeVisible();
  await userEvent.type(count, '3');
  expect(await within(figures).findByText(/3 payments, the last \$10,/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Repayment'), 'BULLET');
  expect(screen.getByLabelText('Term')).toBeVisible();
  expect(within(figures.isConnected ? figures : document.body).queryByRole('table')).toBeNull();
});

test('an offer starts with the listed plan and sends it without a term', async () => {
  const { calls } = openListing();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Make Offer on harborline.com' }),
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText('Repayment')).toHaveValue('INSTALMENTS');
  expect(await dialog.findByLabelText('Number of payments')).toHaveValue('12');
  expect(dialog.queryByLabelText('Term')).toBeNull();
  expect(
    dialog.getByText(/you can accelerate the loan, and take harborline\.com if/),
  ).toBeVisible();
  expect(await dialog.findByRole('table', { name: 'Payments of the plan' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Make Offer' }));
  expect(calls('MakeOffer')).toEqual([
    {
      ...{ domainId: 'd1', amount: 1_000_000, term: null, rate: 1_200, message: null },
      plan: {
        ...{ kind: 'INSTALMENTS', period: 'MONTH', instalments: 12, early: 'KEEP_AMOUNT' },
        ...{ balloonOf: null, rows: null, lateFee: 0, lateFeeCap: null, defaultRate: 0 },
      },
    },
  ]);
});

test('a plan that cannot be is named at its input and not sent', async () => {
  const { calls } = openListing();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Make Offer on harborline.com' }),
  );
  const dialog = within(screen.getByRole('dialog'));
  const count = await dialog.findByLabelText('Number of payments');
  await userEvent.clear(count);
  await userEvent.type(count, '500');
  await userEvent.click(dialog.getByRole('button', { name: 'Make Offer' }));
  expect(
    await dialog.findByText('Choose from 1 to 120 payments.', { selector: 'p' }),
  ).toBeVisible();
  expect(count).toHaveFocus();
  expect(count).toBeInvalid();
  expect(calls('MakeOffer')).toEqual([]);
  await userEvent.clear(count);
  expect(count).toBeValid();
});

test('a late fee of a loan with one payment is shown, and kept in the offer', async () => {
  const { calls } = openListing({
    ...{ plan: 'BULLET', period: null, instalments: null, desiredTerm: 90, lateFee: 500 },
  });
  const figures = await screen.findByRole('status', { name: 'Loan figures' });
  expect(await within(figures).findByText('5% of the payment')).toBeVisible();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Make Offer on harborline.com' }),
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText('Term')).toHaveValue('90');
  await userEvent.click(dialog.getByRole('button', { name: 'Make Offer' }));
  expect(calls('MakeOffer')[0]).toMatchObject({
    ...{ term: 90, plan: { kind: 'BULLET', lateFee: 500 } },
  });
});
