/** The filters and the order of the listings, which are in the URL. */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies, Reply } from '../../testing/render-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { onePayment } from '../../testing/sample-plans.ts';
import { AppListingsPage } from './app-listings-page.tsx';

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
    aprAllCostsPercent: 15.16,
    transferFee: 1_200,
  },
  myOffer: null as object | null,
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
      '/app/listings/:page?': <AppListingsPage />,
    },
  });

test('filter and order are in the URL, and other pages keep them', async () => {
  const { at, sent, go } = open('/app/listings/3', { Listings: page([harborline], { pages: 4 }) });
  await screen.findByText('harborline', { exact: false });
  await userEvent.type(screen.getByLabelText('TLD'), 'ai');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.type(screen.getByLabelText('Loan amount, at least'), 'much');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.getByText('Invalid amount')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Loan amount, at least')).toHaveFocus());
  await userEvent.clear(screen.getByLabelText('Loan amount, at least'));
  await userEvent.type(screen.getByLabelText('Loan amount, at least'), '1,000{Enter}');
  expect(at()).toBe('/app/listings/1?suffix=ai&min_amount=1000');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Highest APR first');
  const search = '?suffix=ai&min_amount=1000&sort=apy&direction=desc';
  expect(at()).toBe(`/app/listings/1${search}`);
  expect(sent.at(-1)?.variables).toEqual({
    page: 1,
    filter: { suffix: 'ai', minAmount: 100_000 },
    sort: 'APY',
    direction: 'DESC',
  });
  const next = await screen.findByRole('link', { name: 'Next' });
  expect(next).toHaveAttribute('href', `/app/listings/2${search}`);
  await go(-2);
  await waitFor(() => expect(screen.getByLabelText('TLD')).toHaveValue(''));
  expect(screen.getByLabelText('Loan amount, at least')).toHaveValue('');
});

test('an ambiguous amount is asked about, and a term may be grouped', async () => {
  const { at } = open('/app/listings/1', { Listings: page([harborline]) });
  await screen.findByText('harborline', { exact: false });
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const amount = screen.getByLabelText('Loan amount, at most');
  await userEvent.type(screen.getByLabelText('Term, at most'), '1,095');
  await userEvent.type(amount, '15.000{Enter}');
  expect(screen.getByText('Write 15000 for $15,000.00, or 15 for $15.00.')).toBeVisible();
  expect(at()).toBe('/app/listings/1');
  await userEvent.clear(amount);
  await userEvent.type(amount, '15.000,50{Enter}');
  expect(at()).toBe('/app/listings/1?max_amount=15000.5&max_term=1095');
});

test('an error opens the panel that hides it, its input has the focus, and the panel stays open', async () => {
  const { at } = open('/app/listings/1', { Listings: page([harborline]) });
  await screen.findByText('harborline', { exact: false });
  const button = screen.getByRole('button', { name: 'Filters' });
  const amount = screen.getByLabelText('Loan amount, at least');
  await userEvent.click(button);
  await userEvent.type(amount, 'much');
  await userEvent.click(button);
  expect(amount).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.getByText('Invalid amount')).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(amount).toHaveFocus();
  await userEvent.clear(amount);
  await userEvent.type(amount, '1000{Enter}');
  expect(at()).toBe('/app/listings/1?min_amount=1000');
  expect(amount).toBeVisible();
});

test('what registries publish is a filter too', async () => {
  const { at, sent, go } = open('/app/listings/1', { Listings: page([harborline]) });
  await screen.findByText('harborline', { exact: false });
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.type(screen.getByLabelText('Registrar'), 'Key-Systems');
  await userEvent.type(screen.getByLabelText('Age, at least'), '40000');
  await userEvent.type(screen.getByLabelText('Expires after'), '2030-05-06');
  await userEvent.selectOptions(screen.getByLabelText('DNSSEC'), 'Signed');
  await userEvent.selectOptions(screen.getByLabelText('Repayment'), 'Equal payments');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByText('Invalid age')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Age, at least'));
  await userEvent.type(screen.getByLabelText('Age, at least'), '365{Enter}');
  const search =
    'plan=instalments&registrar=Key-Systems&min_age_days=365&expires_after=2030-05-06&dnssec=signed';
  expect(at()).toBe(`/app/listings/1?${search}`);
  expect(sent.at(-1)?.variables).toMatchObject({
    filter: {
      registrar: 'Key-Systems',
      minAgeDays: 365,
      expiresAfter: '2030-05-06',
      dnssec: 'SIGNED',
      plan: 'INSTALMENTS',
    },
  });
  expect(screen.getByRole('button', { name: 'Filters (5)' })).toBeVisible();
  await go(-1);
  await waitFor(() => expect(screen.getByLabelText('DNSSEC')).toHaveValue(''));
});

test('value and LTV are filters and orders; Clear keeps the order', async () => {
  const { at, sent } = open('/app/listings/1', { Listings: page([harborline]) });
  await screen.findByText('harborline', { exact: false });
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.type(screen.getByLabelText('LTV, at most'), 'half');
  await userEvent.type(screen.getByLabelText('Estimated value, at least'), '5000');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByText('Invalid LTV')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('LTV, at most'));
  await userEvent.type(screen.getByLabelText('LTV, at most'), '50');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Lowest LTV first');
  expect(at()).toBe('/app/listings/1?min_value=5000&max_ltv=50&sort=ltv&direction=asc');
  expect(sent.at(-1)?.variables).toEqual({
    page: 1,
    filter: { minValue: 500_000, maxLtv: 5_000 },
    sort: 'LTV',
    direction: 'ASC',
  });
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Clear' }));
  expect(at()).toBe('/app/listings/1?sort=ltv&direction=asc');
});
