/** A listing that refinances a running loan: its mark, the running loan, and what an offer on it means. */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearTokens, storeTokens } from '../../session/tokens.ts';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { onePayment } from '../../testing/sample-plans.ts';
import { AppListingsPage } from './app-listings-page.tsx';
import { ListingPage } from './listing-page.tsx';

const runningLoan = {
  ...{ __typename: 'RunningLoan', payoff: 10_147_95, perDay: 3_29, due: '2027-03-01' },
  ...{ daysLate: 0, missed: 0, extended: false },
};
const listing = {
  ...{ __typename: 'Listing', id: '1', domainId: 'd1', domainName: 'harborline.com' },
  ...{ unicodeName: 'harborline.com', estimatedValue: 2_980_000, ownerValue: null },
  ...onePayment,
  ...{ desiredAmount: 1_200_000, desiredTerm: 60, desiredRate: 1_000, open: true, mine: false },
  ...{ actions: ['OFFER'], myOffer: null, createdAt: '2026-11-20T12:00:00.000Z' },
  ...{ businessStatement: null, borrowerTrackRecord: null, appraisal: null },
  ...{ refinances: 'old-1' as string | null, runningLoan: runningLoan as object | null },
  disclosure: {
    ...{ __typename: 'Disclosure', transferFee: 0, costOverTermPercent: 1.66 },
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

const mark = 'Refinances a running loan';
const findCard = () => screen.findByRole('region', { name: mark });

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

test.each([
  [listing, 1],
  [{ ...listing, refinances: null, runningLoan: null }, 0],
])('in the list only such a listing has the mark, case %#', async (shown, count) => {
  const listings = { listings: [shown], pages: 1, total: 1, totalExact: true };
  renderScreen({
    at: '/app/listings',
    screens: { '/app/listings/:page?': <AppListingsPage /> },
    answers: {
      Listings: { data: { listings: { __typename: 'ListingPage', ...listings } } } as Reply,
    },
  });
  await screen.findByRole('button', { name: 'Make Offer on harborline.com' });
  expect(screen.queryAllByText(mark)).toHaveLength(count);
});

test('a lender sees what repays the running loan and how it went so far', async () => {
  openListing();
  const card = await findCard();
  expect(card).toHaveTextContent('You would repay the old lender directly.');
  expect(card).toHaveTextContent('Payoff today$10,147.95Each day adds$3.29DueMar 1, 2027');
  expect(card).toHaveTextContent('Late byNot lateMissed payments0Due date extendedNo');
});

test('a late loan says by how much and how often it was missed', async () => {
  openListing({ runningLoan: { ...runningLoan, daysLate: 12, missed: 2, extended: true } });
  const card = await findCard();
  expect(card).toHaveTextContent('Was dueMar 1, 2027Late by12 days');
  expect(card).toHaveTextContent('Missed payments2Due date extendedYes');
});

test('the borrower reads it as theirs, and a visitor sees no figures', async () => {
  openListing({ mine: true, actions: [] });
  expect(await findCard()).toHaveTextContent('The new lender repays your lender directly.');
  clearTokens();
  openListing({ mine: null, actions: [], runningLoan: null });
  await waitFor(() => expect(screen.getAllByRole('region', { name: mark })).toHaveLength(2));
  expect(screen.getAllByText('Payoff today')).toHaveLength(1);
});

test('other listings have no such card', async () => {
  openListing({ refinances: null, runningLoan: null });
  await screen.findByRole('heading', { name: 'The borrower’s record' });
  expect(screen.queryByText(mark)).toBeNull();
});

test('an offer says who is paid', async () => {
  openListing();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Make Offer on harborline.com' }),
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/you pay the old lender directly/)).toBeVisible();
});
