/** The listings as a visitor, a lender and the owner see them, and making an offer. */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearTokens, storeTokens } from '../../session/tokens.ts';
import type { Replies, Reply } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { onePayment } from '../../testing/sample-plans.ts';
import { AppListingsPage } from './app-listings-page.tsx';
import { PublicListingsPage } from './public-listings-page.tsx';

const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const signIn = () =>
  storeTokens({
    accessToken: `x.${encode({ sub: 'lin', exp: 9_999_999_999 })}.x`,
    refreshToken: 'refresh',
  });

const harborline = {
  __typename: 'Listing',
  ...onePayment,
  id: '1',
  domainId: 'd1',
  domainName: 'harborline.com',
  unicodeName: 'harborline.com',
  estimatedValue: 2_980_000,
  appraisal: { __typename: 'Appraisal', low: 1_640_000, mid: 2_980_000, high: 5_360_000 },
  ownerValue: null as number | null,
  desiredAmount: 1_250_000,
  desiredTerm: 90,
  desiredRate: 1_450,
  open: true,
  mine: false,
  actions: ['OFFER'],
  disclosure: {
    __typename: 'Disclosure',
    costOverTermPercent: 3.64,
    aprAllCostsPercent: 14.9,
    transferFee: 1_200,
  },
  myOffer: null as object | null,
};
const offer = {
  __typename: 'Offer',
  id: 'o1',
  status: 'PENDING',
  amount: 1_200_000,
  term: 90,
  rate: 1_500,
  expiresAt: '2026-12-01T00:00:00.000Z',
  actions: ['RESCIND'],
};

const page = (listings: object[], more: object = {}): Reply =>
  ({
    data: {
      listings: {
        __typename: 'ListingPage',
        listings,
        pages: 1,
        total: listings.length,
        totalExact: true,
        ...more,
      },
    },
  }) as Reply;

const open = (at: string, answers: Replies) =>
  renderScreen({
    at,
    answers,
    screens: {
      '/domains/:page?': <PublicListingsPage />,
      '/app/listings/:page?': <AppListingsPage />,
      '/login': <p>Log in</p>,
    },
  });

beforeEach(() => clearTokens());
afterEach(() => clearTokens());

test('a card shows value, amount, term, APR and Adjusted, and ??.?? where the value is unknown', async () => {
  const unknown = {
    ...harborline,
    id: '2',
    unicodeName: 'saltmarsh.org',
    estimatedValue: null,
    appraisal: null,
  };
  open('/domains', { Listings: page([harborline, unknown]) });
  const [one, other] = await screen.findAllByRole('listitem');
  for (const text of ['$29,800', '$12,500.00', '90 days', '14.5%', '3.64%'])
    expect(within(one as HTMLElement).getByText(text)).toBeVisible();
  for (const text of ['$16,400 – $53,600', 'LTV 42%'])
    expect(within(one as HTMLElement).getByText(text)).toBeVisible();
  expect(within(other as HTMLElement).getByText('??.??')).toBeVisible();
  expect(other).not.toHaveTextContent('LTV');
  expect(screen.getByText('2 listings')).toBeVisible();
});

test('Make Offer sends a visitor to the login, and then back to the offer', async () => {
  const { at } = open('/domains/2?suffix=com', { Listings: page([harborline]) });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Make Offer on harborline.com' }),
  );
  expect(at()).toBe('/login?next=%2Fdomains%2F2%3Fsuffix%3Dcom%26offer%3D1');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('neither the reader’s own listing nor one with their pending offer takes an offer', async () => {
  signIn();
  const listings = [
    { ...harborline, mine: true },
    { ...harborline, id: '2', unicodeName: 'tessel.ai', myOffer: offer },
  ];
  open('/app/listings', { Listings: page(listings) });
  expect(await screen.findByText('Your listing')).toBeVisible();
  expect(screen.getByText('$12,000.00').parentElement).toHaveTextContent('You offered $12,000.00');
  expect(screen.queryByRole('button', { name: /Make Offer/ })).toBeNull();
});

test('a page past the end, no match, and no listings at all have different texts', async () => {
  const none = page([]);
  const { go } = open('/domains/9', { Listings: none });
  expect(await screen.findByText('This page no longer exists.')).toBeVisible();
  await go('/domains/1?suffix=zz');
  expect(await screen.findByText('No listings match.')).toBeVisible();
  await go('/domains');
  expect(await screen.findByText('Nothing here yet...')).toBeVisible();
  await go('/domains/first');
  expect(await screen.findByText("It's over")).toBeVisible();
});

test('an inexact total is shown as a minimum', async () => {
  open('/domains', {
    Listings: page([harborline], { total: 10_000, totalExact: false, pages: 834 }),
  });
  expect(await screen.findByText('More than 10,000 listings')).toBeVisible();
});

test('an unavailable service is explained', async () => {
  open('/domains', {
    Listings: replyWithError('UNAVAILABLE', 'no', { service: 'lending', retryAfterSeconds: 30 }),
  });
  expect(await screen.findByText(/Loans and listings can’t be reached right now/)).toBeVisible();
});

test('an offer starts with the listed terms, shows its costs live, and is sent', async () => {
  signIn();
  const { sent, at } = open('/app/listings?suffix=com', {
    Listings: page([harborline]),
    OfferBasis: {
      data: {
        self: { __typename: 'User', id: 'me', defaultContract: 'CRYPTOCURRENCY' },
        loanBounds: { __typename: 'LoanBounds', offerDays: 7 },
      },
    } as Reply,
    MakeOffer: {
      data: {
        makeOffer: {
          ...offer,
          listing: { ...harborline, actions: [], myOffer: { __typename: 'Offer', id: 'o1' } },
        },
      },
    } as Reply,
  });
  await userEvent.click(await screen.findByRole('button', { name: /Make Offer/ }));
  expect(at()).toBe('/app/listings?suffix=com&offer=1');
  expect(await screen.findByLabelText('Loan amount')).toHaveValue('12500');
  const costs = screen.getByRole('status', { name: 'Loan cost' });
  for (const text of ['$12,500.00', '$12,946.92', '$446.92', '3.64% over the term', '14.9%'])
    expect(within(costs).getByText(text)).toBeVisible();
  // Next to the amount, in the first view of a phone.
  const dialog = screen.getByRole('dialog');
  const value = within(dialog).getByText('Est. $29,800');
  expect(value.compareDocumentPosition(costs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(dialog).getByText('LTV 42%')).toBeVisible();
  expect(within(costs).getByText('Grace').nextSibling).toHaveTextContent('7 days after a due date');
  expect(within(costs).getByText('Standard Agreement (Cryptocurrency)')).toBeVisible();
  expect(within(costs).getByText('Send the money').nextSibling).toHaveTextContent(
    'Nothing now. Within 5 days, once both have signed and the domain is in custody. After that the borrower may cancel.',
  );
  expect(within(costs).getAllByRole('term')).toHaveLength(8);
  const consequence = screen.getByText(/^The borrower can accept until \w+ \d+; you can rescind/);
  expect(consequence).toHaveTextContent(
    'If you aren’t repaid by the end of grace, you can take harborline.com.',
  );
  // Before the fields, so that it is in the first view.
  expect(consequence.compareDocumentPosition(screen.getByLabelText('Loan amount'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await userEvent.clear(screen.getByLabelText('Loan amount'));
  await userEvent.type(screen.getByLabelText('Loan amount'), '12,000');
  await userEvent.clear(screen.getByLabelText('Rate'));
  expect(within(costs).getAllByText('–')).toHaveLength(5);
  await userEvent.type(screen.getByLabelText('Rate'), '15');
  expect(within(costs).getByText('$12,443.84')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Message'), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Make Offer' }));
  expect(await screen.findByText('Offer sent')).toBeVisible();
  expect(sent.at(-1)).toEqual({
    name: 'MakeOffer',
    variables: { domainId: 'd1', amount: 1_200_000, term: 90, rate: 1_500, message: 'Hello' },
  });
  expect(await screen.findByText(/You offered/)).toHaveTextContent('You offered $12,000.00');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(at()).toBe('/app/listings?suffix=com');
});

test('a lender whose country cannot be read is led to Settings', async () => {
  signIn();
  const sentence = 'We can’t read the country of your legal address.';
  open('/app/listings?offer=1', {
    Listings: page([harborline]),
    MakeOffer: replyWithError('CONFLICT', sentence, { reason: 'COUNTRY_UNREADABLE' }),
  });
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('link')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Make Offer' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Choose your country in Settings' })).toHaveAttribute(
    'href',
    '/app/settings',
  );
});

test('an offer on a lookalike name shows its ASCII form first', async () => {
  signIn();
  const fake = { ...harborline, domainName: 'xn--80ak6aa92e.com', unicodeName: 'аррӏе.com' };
  open('/app/listings?offer=1', { Listings: page([fake]) });
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('xn--80ak6aa92e.com')).toBeVisible();
  expect(screen.getAllByText('xn--80ak6aa92e.com')).toHaveLength(2);
});

test('an invalid offer is not sent, and a rejected one keeps its text', async () => {
  signIn();
  const sentence = 'Use an amount from $1 to $10,000,000.';
  const { sent } = open('/app/listings?offer=1', {
    Listings: page([harborline]),
    MakeOffer: replyWithError('INVALID_INPUT', sentence, { fields: { amount: sentence } }),
  });
  const amount = await screen.findByLabelText('Loan amount');
  const term = screen.getByLabelText('Term');
  await userEvent.clear(amount);
  await userEvent.type(amount, '20000000');
  expect(screen.getByText('$1.00 to $10,000,000.00')).toBeVisible();
  await userEvent.clear(term);
  await userEvent.type(term, '1.5');
  await userEvent.click(screen.getByRole('button', { name: 'Make Offer' }));
  expect(await screen.findByText('Invalid term')).toBeVisible();
  await waitFor(() => expect(term).toHaveFocus());
  expect(sent.some(({ name }) => name === 'MakeOffer')).toBe(false);
  await userEvent.clear(term);
  await userEvent.type(term, '90');
  await userEvent.click(screen.getByRole('button', { name: 'Make Offer' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(amount).toHaveFocus());
  expect(amount).toHaveValue('20000000');
});

test('a dialog reached by URL closes without leaving the page, and never opens for an unknown listing', async () => {
  signIn();
  const { at, go } = open('/domains/2?suffix=com&offer=1', { Listings: page([harborline]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(at()).toBe('/domains/2?suffix=com');
  expect(screen.queryByRole('dialog')).toBeNull();
  await go('/domains/2?offer=someone-elses');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the offer dialog does not open on a listing with a pending offer', async () => {
  signIn();
  const pending = { ...harborline, actions: [], myOffer: offer };
  open('/app/listings?offer=1', { Listings: page([pending]) });
  expect(await screen.findByText(/You offered/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
