/** The page of a listing, for visitors and logged-in users, open and closed. */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { formatDueDay } from '../../format/due-day.ts';
import { businessNow } from '../../graph/business-time.ts';
import { clearTokens, storeTokens } from '../../session/tokens.ts';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { ListingPage } from './listing-page.tsx';

const listing = {
  __typename: 'Listing',
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
    aprAllCostsPercent: 15.16,
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

test('a visitor sees the costs, the estimated value and the hint to log in for more', async () => {
  open(listing);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('bücher.com'),
  );
  expect(screen.getByText('xn--bcher-kva.com')).toBeVisible();
  const costs = await card('Loan amount');
  expect(figure(costs, 'Borrower receives')).toBe('$12,500.00');
  expect(figure(costs, 'Borrower repays')).toBe('$12,954.91');
  expect(figure(costs, 'Interest')).toBe('$454.91');
  expect(figure(costs, 'Transfer fee')).toBe('$12.00');
  expect(figure(costs, 'Cost')).toBe('$466.91');
  expect(figure(costs, 'APR incl. fees')).toBe('15.16%');
  expect(figure(costs, 'Due, if paid out today')).toBe(formatDueDay(90, businessNow()));
  const estimate = await card('Estimated value');
  expect(estimate).toHaveTextContent('$29,800');
  expect(figure(estimate, 'Range')).toBe('$25,000 – $40,000');
  expect(figure(estimate, 'LTV (low estimate)')).toBe('50%');
  const record = await card('The borrower’s record');
  const login = within(record).getByRole('link', { name: 'Log in' });
  expect(login).toHaveAttribute('href', '/login?next=%2Flistings%2F1');
});

test('the calculator starts with the listed terms and fee', async () => {
  open(listing);
  const calculator = await card('Try other terms');
  expect(within(calculator).getByLabelText('Loan amount')).toHaveValue('12500');
  expect(figure(calculator, 'APR incl. fees')).toBe('15.16%');
  expect(figure(calculator, 'Cost')).toBe('$466.91');
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
  const term = within(await card('Try other terms')).getByLabelText('Term');
  await waitFor(() => expect(term).toHaveAccessibleDescription('30 to 365 whole days'));
  expect(term).toBeValid();
  await userEvent.clear(term);
  await userEvent.type(term, '400');
  expect(term).toBeInvalid();
});

test('without bounds from the server, the calculator uses the built-in ones', async () => {
  open(listing, null);
  const term = within(await card('Try other terms')).getByLabelText('Term');
  expect(term).toHaveAccessibleDescription('1 to 3,650 whole days');
});

test('an offer shows the allowed rates, and costs only within them', async () => {
  const payload = btoa(JSON.stringify({ sub: 'lin', exp: 9_999_999_999 }));
  storeTokens({ accessToken: `x.${payload}.x`, refreshToken: 'refresh' });
  open({ ...listing, mine: false, actions: ['OFFER'] }, bounds, '/listings/1?offer=1');
  const dialog = await screen.findByRole('dialog');
  const rate = within(dialog).getByLabelText('Rate');
  await waitFor(() => expect(rate).toHaveAccessibleDescription('0 to 36'));
  expect(dialog).toHaveTextContent('$12,954.91');
  await userEvent.clear(rate);
  await userEvent.type(rate, '40');
  expect(dialog).not.toHaveTextContent('$12,954.91');
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
});

test('a logged-in user sees how the borrower’s past loans ended', async () => {
  const payload = btoa(JSON.stringify({ sub: 'lin', exp: 9_999_999_999 }));
  storeTokens({ accessToken: `x.${payload}.x`, refreshToken: 'refresh' });
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

test('a closed listing says so and takes no offer', async () => {
  open({ ...listing, open: false });
  expect(await screen.findByText('Closed')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Make Offer/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'See open listings' })).toHaveAttribute(
    'href',
    '/domains',
  );
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
  storeTokens({
    accessToken: `x.${btoa(JSON.stringify({ sub: 'lin', exp: 9_999_999_999 }))}.x`,
    refreshToken: 'refresh',
  });
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
  const payload = btoa(JSON.stringify({ sub: 'lin', exp: 9_999_999_999 }));
  storeTokens({ accessToken: `x.${payload}.x`, refreshToken: 'refresh' });
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
