/** The page of a listing, for visitors and logged-in users, open and closed. */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { formatDueDay } from '../../format/due-day.ts';
import { businessNow } from '../../graph/business-time.ts';
import { clearTokens, storeTokens } from '../../session/tokens.ts';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { onePayment } from '../../testing/sample-plans.ts';
import { ListingPage } from './listing-page.tsx';

const listing = {
  __typename: 'Listing',
  ...onePayment,
  id: '1',
  domainId: 'd1',
  domainName: 'xn--bcher-kva.com',
  unicodeName: 'bücher.com',
  estimatedValue: 2_980_000,
  desiredAmount: 1_250_000,
  desiredTerm: 90,
  desiredRate: 1_450,
  open: true,
  mine: null,
  actions: [],
  myOffer: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  businessStatement: null,
  disclosure: {
    __typename: 'Disclosure',
    receives: 1_250_000,
    transferFee: 1_200,
    repays: 1_295_491,
    interest: 45_491,
    costOverTermPercent: 3.64,
    aprAllCostsPercent: 14.9,
    termDays: 90,
    security: 'A security interest in the domain name.',
  },
  appraisal: {
    __typename: 'Appraisal',
    low: 2_500_000,
    mid: 2_980_000,
    high: 4_000_000,
    factors: [
      { __typename: 'AppraisalFactor', name: 'length', text: 'Average length (6 characters).' },
    ],
    appraisedAt: '2026-11-20T12:00:00.000Z',
  },
  borrowerTrackRecord: null as object | null,
  ownerValue: null as number | null,
};

const open = (given: object | null, loanBounds: object | null = null, at = '/listings/1') =>
  renderScreen({
    at,
    screens: { '/listings/:id': <ListingPage /> },
    answers: {
      ListingPage: { data: { listing: given } } as Reply,
      LoanBounds: { data: { loanBounds } } as Reply,
    },
  });
const card = async (name: string) => screen.findByRole('region', { name });
const figure = (inside: HTMLElement, label: string) =>
  within(inside).getByText(label).nextElementSibling?.textContent;

beforeEach(() => clearTokens());
afterEach(() => clearTokens());

const signIn = () =>
  storeTokens({
    accessToken: `x.${btoa(JSON.stringify({ sub: 'lin', exp: 9_999_999_999 }))}.x`,
    refreshToken: 'refresh',
  });

test('a visitor sees the figures, the estimated value and the hint to log in for more', async () => {
  open(listing);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('bücher.com'),
  );
  expect(screen.getByText('xn--bcher-kva.com')).toBeVisible();
  expect(screen.getByText('until the borrower accepts an offer or removes it')).toBeVisible();
  const loan = await card('The loan');
  expect(loan).toHaveTextContent(
    'The borrower asks for $12,500.00 for 90 days at 14.5% a year, simple interest.',
  );
  expect(figure(loan, 'Borrower receives')).toBe('$12,500.00');
  expect(figure(loan, 'Borrower repays')).toBe('$12,946.92');
  expect(figure(loan, 'Interest')).toBe('$446.92');
  const adjusted = within(loan).getByRole('button', { name: 'Adjusted, what it is' });
  await userEvent.click(adjusted);
  expect(await within(loan).findByText(/as if it compounded daily/)).toBeVisible();
  expect(adjusted.closest('dt')?.nextElementSibling).toHaveTextContent('3.64%');
  expect(figure(loan, 'Due, if paid out today')).toBe(formatDueDay(90, businessNow()));
  const estimate = await card('Estimated value');
  expect(estimate).toHaveTextContent('$29,800');
  expect(within(estimate).getByText('$25,000 – $40,000')).toBeVisible();
  expect(estimate).toHaveTextContent(/LTV 42%.*LTV \(low estimate\)50%/);
  expect(await card('Lend against this name')).toHaveTextContent('You log in or register first.');
  const record = await card('The borrower’s record');
  const login = within(record).getByRole('link', { name: 'Log in' });
  expect(login).toHaveAttribute('href', '/login?next=%2Flistings%2F1');
});

test('a lender sees what they send, get back and earn; the borrower’s costs are folded', async () => {
  signIn();
  open({ ...listing, mine: false, actions: ['OFFER'] });
  const loan = await card('Your return');
  const terms = within(loan)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(terms.slice(0, 3)).toEqual(['You send', 'You get back', 'You earn']);
  expect(figure(loan, 'You send')).toBe('$12,500.00');
  expect(figure(loan, 'You get back')).toBe('$12,946.92');
  expect(figure(loan, 'You earn')).toBe('$446.92');
  const costs = within(loan).getByRole('group');
  expect(costs).not.toHaveAttribute('open');
  await userEvent.click(within(loan).getByText('Borrower’s costs'));
  expect(costs).toHaveAttribute('open');
  expect(figure(loan, 'Transfer fee')).toBe('$12.00');
  expect(figure(loan, 'Cost')).toBe('$458.92');
  expect(figure(loan, 'APR incl. fees')).toBe('14.9%');
  // On a phone what to do, and its risk, are in the first view.
  const offer = await card('Lend against this name');
  expect(offer).toHaveTextContent(/If the loan is not repaid, you can take the domain\./);
  expect(offer).toHaveTextContent('LTV 42%The loan as a share of the estimate; 50% of the low');
  expect(offer.compareDocumentPosition(loan)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('an owner sees their costs, and their listing takes no offer', async () => {
  signIn();
  open({ ...listing, mine: true, actions: ['CLOSE'] });
  const loan = await card('Your loan');
  expect(figure(loan, 'You receive')).toBe('$12,500.00');
  expect(figure(loan, 'You repay')).toBe('$12,946.92');
  expect(figure(loan, 'Transfer fee')).toBe('$12.00');
  expect(within(loan).queryByText('Borrower’s costs')).toBeNull();
  expect(screen.getByText('until you accept an offer or remove it')).toBeVisible();
  const offers = await card('Your listing');
  expect(within(offers).getByRole('link')).toHaveAttribute('href', '/app/my-domains');
  expect(screen.queryByRole('button', { name: /Make Offer/ })).toBeNull();
});

test('the calculator changes the one set of figures, the LTV and the offer; Reset restores the listing', async () => {
  signIn();
  const { go } = open({ ...listing, mine: false, actions: ['OFFER'] });
  const loan = await card('Your return');
  const offer = await card('Lend against this name');
  expect(offer).toHaveTextContent('Est. $29,800 · LTV 42%');
  const amount = within(loan).getByLabelText('Loan amount');
  expect(amount).toHaveValue('12500');
  expect(within(loan).queryByRole('button', { name: 'Reset' })).toBeNull();
  await userEvent.clear(amount);
  expect(figure(loan, 'You earn')).toBe('–');
  expect(await card('Estimated value')).not.toHaveTextContent('LTV');
  await userEvent.type(amount, '29800');
  expect(figure(loan, 'You send')).toBe('$29,800.00');
  expect(document.body).not.toHaveTextContent('$12,946.92');
  expect(screen.getByText('LTV 100%')).toHaveClass('text-red');
  expect(offer).toHaveTextContent('Est. $29,800 · LTV 100%');
  await go('/listings/1?offer=1');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText('Loan amount')).toHaveValue('29800');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(loan).getByRole('button', { name: 'Reset' }));
  expect(amount).toHaveValue('12500');
  expect(figure(loan, 'You earn')).toBe('$446.92');
});

const bounds = {
  __typename: 'LoanBounds',
  ...{
    minAmount: 50_000,
    maxAmount: 2_000_000,
    minTerm: 30,
    maxTerm: 365,
    minRate: 0,
    maxRate: 3_600,
  },
};

test('the calculator uses the loan bounds of this installation', async () => {
  open(listing, bounds);
  const term = within(await card('The loan')).getByLabelText('Term');
  await waitFor(() => expect(term).toHaveAccessibleDescription('30 to 365 whole days'));
  expect(term).toBeValid();
  await userEvent.clear(term);
  await userEvent.type(term, '400');
  expect(term).toBeInvalid();
});

test('without bounds from the server, the calculator uses the built-in ones', async () => {
  open(listing, null);
  const term = within(await card('The loan')).getByLabelText('Term');
  expect(term).toHaveAccessibleDescription('1 to 3,650 whole days');
});

test('an offer shows the allowed rates, and costs only within them', async () => {
  signIn();
  open({ ...listing, mine: false, actions: ['OFFER'] }, bounds, '/listings/1?offer=1');
  const dialog = await screen.findByRole('dialog');
  const rate = within(dialog).getByLabelText('Rate');
  await waitFor(() => expect(rate).toHaveAccessibleDescription('0 to 36'));
  expect(dialog).toHaveTextContent('$12,946.92');
  await userEvent.clear(rate);
  await userEvent.type(rate, '40');
  expect(dialog).not.toHaveTextContent('$12,946.92');
  expect(dialog).not.toHaveTextContent('$13,');
});

test('without an estimate there is no LTV, and the owner’s figure is labelled as theirs', async () => {
  open({ ...listing, estimatedValue: null, appraisal: null, ownerValue: 4_500_000 });
  const estimate = await card('Estimated value');
  expect(estimate).toHaveTextContent('??.??');
  expect(estimate).toHaveTextContent(
    'Owner’s figure: $45,000. Not an estimate; we don’t check it.',
  );
  expect(estimate).not.toHaveTextContent('LTV');
  const offer = await card('Lend against this name');
  expect(offer).toHaveTextContent('$45,000 (owner’s figure)');
  expect(offer).not.toHaveTextContent('LTV');
});

test('a logged-in user sees how the borrower’s past loans ended', async () => {
  signIn();
  const borrowerTrackRecord = {
    __typename: 'TrackRecord',
    finished: 4,
    onTime: 3,
    defaulted: 1,
    disputed: 0,
    counterparties: 2,
    repaidTotal: 1_250_000,
  };
  open({ ...listing, mine: false, borrowerTrackRecord });
  const record = await card('The borrower’s record');
  expect(figure(record, 'Loans finished')).toBe('4');
  expect(figure(record, 'Repaid on time')).toBe('3');
  expect(figure(record, 'Defaulted')).toBe('1');
  expect(figure(record, 'Different lenders')).toBe('2');
  expect(figure(record, 'Total repaid')).toBe('$12,500.00');
});

test.each([
  ['visitor', '/domains'],
  ['signed-in reader', '/app/listings'],
])('a closed listing takes no offer, and leads a %s to %s', async (reader, href) => {
  if (reader !== 'visitor') signIn();
  open({ ...listing, open: false });
  expect(await screen.findByText('Closed')).toBeVisible();
  expect(screen.queryByText(/^until/)).toBeNull();
  expect(screen.queryByRole('link', { name: /Make Offer/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'See open listings' })).toHaveAttribute('href', href);
});

test('an unknown listing shows the 404 page', async () => {
  renderScreen({
    at: '/listings/9',
    screens: { '/listings/:id': <ListingPage /> },
    answers: { ListingPage: replyWithError('NOT_FOUND', 'There is no such listing.') },
  });
  expect(await screen.findByText("It's over")).toBeVisible();
});

test('the terms of one listing never show on the page or in the offer dialog of another', async () => {
  signIn();
  const offered = { ...listing, mine: false, actions: ['OFFER'] };
  const other = { ...offered, id: '2', domainId: 'd2', desiredAmount: 500_000 };
  const { go } = renderScreen({
    at: '/listings/1?offer=1',
    screens: { '/listings/:id': <ListingPage /> },
    answers: {
      ListingPage: ({ id }) => ({ data: { listing: id === '1' ? offered : other } }) as Reply,
    },
  });
  const amounts = () => screen.findAllByLabelText('Loan amount', { selector: 'input' });
  for (const input of await amounts()) expect(input).toHaveValue('12500');
  await go('/listings/2?offer=2');
  await screen.findAllByText('$5,000.00');
  // With both in the cache, switching back and forth must not mix them.
  await go('/listings/1?offer=1');
  await go('/listings/2?offer=2');
  for (const input of await amounts()) expect(input).toHaveValue('5000');
  expect(await amounts()).toHaveLength(2);
});

test('a listing closes live for the lender whose offer was accepted', async () => {
  signIn();
  const { push } = open({ ...listing, mine: false });
  await card('Lend against this name');
  const closed = { __typename: 'Listing', id: listing.id, open: false, actions: [], myOffer: null };
  act(() =>
    push('ListingsLive', {
      offersChanged: { __typename: 'Offer', id: 'o1', status: 'ACCEPTED', listing: closed },
    }),
  );
  await card('This listing is closed');
});
