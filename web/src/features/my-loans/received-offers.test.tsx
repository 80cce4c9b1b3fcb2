/** Received offers: what each shows, how those on one domain are grouped, and which values are marked. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { computeDueAt } from '../../format/due-day.ts';
import { formatShortDay } from '../../format/short-day.ts';
import { businessNow } from '../../graph/business-time.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { monthlyPayments } from '../../testing/sample-plans.ts';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';
import { ReceivedOffers } from './received-offers.tsx';
import { buildOffer } from './testing/sample-offer.ts';

function show(samples: object[]) {
  const offers = samples as ReceivedOfferFragment[];
  renderScreen({
    at: '/offers',
    screens: {
      '/offers': (
        <ReceivedOffers offers={offers} pending={offers} busy={false} empty={null} foot={null} />
      ),
    },
    answers: {},
  });
}

test('an offer shows the listing’s terms, its costs and the lender’s record; message and security are folded', async () => {
  show([buildOffer('harborline')]);
  const table = screen.getByRole('table', { name: 'Offers received' });
  const names = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    ...['You receive', 'You repay', 'Fee', 'APR incl. fees', 'Due', 'Lender', 'Contract'],
    'Actions',
  ]);
  const [, heading, row] = within(table).getAllByRole('row');
  expect(heading).toHaveTextContent(/harborline.com.*Your listing: \$1,200\.00, 11%, 60 days/);
  const due = formatShortDay(computeDueAt(90, businessNow()), businessNow());
  for (const text of ['$1,000.00', '$1,030.03', '$12.00', '17.2%', due, 'Cryptocurrency'])
    expect(row).toHaveTextContent(text);
  expect(row).toHaveTextContent('2 finished, 1 on time, 1 borrower default');
  expect(within(table).getByText('Happy to lend.')).not.toBeVisible();
  await userEvent.click(within(table).getByText('Message and details'));
  expect(within(table).getByText('Happy to lend.')).toBeVisible();
  expect(within(table).getByText(/interest of/)).toHaveTextContent(
    '12% for 90 days: interest of $30.03',
  );
  expect(within(table).getByText('A security interest in the domain name.')).toBeVisible();
  expect(
    within(table).getByText(
      /2 loans finished with 1 borrower, 1 on time, 1 borrower default, 1 never funded, \$900\.00 repaid/,
    ),
  ).toBeVisible();
});

test('offers on a domain are listed under its terms, and the best values are marked in words', async () => {
  const on = (name: string, listingId: string, receives: number) => ({
    unicodeName: `${name}.com`,
    listingId,
    disclosure: { ...buildOffer('x').disclosure, receives },
  });
  const offers = [
    buildOffer('a', on('harborline', 'l1', 100_000)),
    buildOffer('b', on('harborline', 'l1', 90_000)),
    buildOffer('c', on('tessel', 'l2', 80_000)),
  ];
  show(offers);
  const table = screen.getByRole('table', { name: 'Offers received' });
  const rows = within(table)
    .getAllByRole('row')
    .filter((row) => !row.querySelector('details'));
  const texts = rows.slice(1).map(({ textContent }) => textContent ?? '');
  expect(texts).toHaveLength(5);
  expect(texts[0]).toMatch(/^h?harborline\.com.*2 pending offers$/i);
  expect(texts[1]).toMatch(/\$1,000\.00Highest/);
  const links = within(table).getAllByRole('link');
  for (const [index, name] of ['harborline.com', 'harborline.com', 'tessel.com'].entries())
    expect(links[index]).toHaveAccessibleName(expect.stringContaining(`${name}: you receive $`));
  expect(texts[2]).not.toMatch(/Highest|Lowest/);
  expect(texts[3]).toMatch(/tessel\.com/);
  expect(texts[4]).not.toMatch(/Highest|Lowest/);
});

test.each(['DENIED', 'RESCINDED', 'EXPIRED', 'ACCEPTED'])(
  'an offer that is %s has no due date, only its rate and term',
  (status) => {
    show([buildOffer('harborline', { status, actions: [], rate: 1_250, term: 120 })]);
    const table = screen.getByRole('table', { name: 'Offers received' });
    const [, , row, detail] = within(table).getAllByRole('row');
    const due = [...(row?.children ?? [])].find((cell) => cell.getAttribute('data-l') === 'Due');
    expect(due).toHaveTextContent(/^–$/);
    expect(detail).toHaveTextContent(/^12\.5% for 120 days$/);
  },
);

test('an offer with instalments says how many there are, and has their table in its details', async () => {
  const listing = { ...buildOffer('x').listing, ...monthlyPayments };
  show([buildOffer('harborline', { ...monthlyPayments, amount: 1_000_000, term: 365, listing })]);
  const table = screen.getByRole('table', { name: 'Offers received' });
  const [, heading, row] = within(table).getAllByRole('row');
  expect(heading).toHaveTextContent(/60 days, 12 monthly payments/);
  expect(row).toHaveTextContent('12 monthly payments');
  await userEvent.click(within(table).getByText('Message and details'));
  expect(await screen.findByRole('table', { name: 'Payments of the plan' })).toBeVisible();
  expect(screen.getByText(/12% for 365 days, in 12 monthly payments: interest/)).toBeVisible();
});
