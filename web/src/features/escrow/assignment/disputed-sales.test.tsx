/** The operator's list of disputed sales. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { DisputedSales } from './disputed-sales.tsx';

const open = (assignments: object[]) =>
  renderScreen({
    at: '/sales',
    screens: { '/sales': <DisputedSales /> },
    answers: { DisputedSales: replyWith({ now: '2027-01-20T10:00:00.000Z', assignments }) },
  });

test('a disputed sale shows its parties and price, and leads to its page', async () => {
  open([
    {
      __typename: 'Assignment',
      id: 'sale-1',
      unicodeName: 'vellum.app',
      sellerName: 'Ada Park',
      buyerName: 'Nia New',
      price: 905_00,
      disputedAt: '2027-01-19T10:00:00.000Z',
    },
  ]);
  const table = await screen.findByRole('table', { name: 'Disputed sales' });
  expect(within(table).getByText('Ada Park sold to Nia New')).toBeVisible();
  expect(within(table).getByText('$905.00')).toBeVisible();
  expect(within(table).getByRole('link')).toHaveAttribute('href', '/assignments/sale-1');
});

test('without disputes the list says what would appear', async () => {
  open([]);
  expect(await screen.findByText(/Sales whose price was denied/)).toBeVisible();
});
