/** Refinance: what the borrower adds or gets on typed terms, and the listing that it creates. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { syncBusinessTime } from '../../../graph/business-time.ts';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { buildLoan } from '../testing/build-loan.ts';
import { describeSplit, RefinanceDialog } from './refinance-dialog.tsx';

beforeEach(() => syncBusinessTime('2027-01-15T12:00:00Z'));

test.each([
  [9_000_00, 'Needs about $1,147.95 more from you.'],
  [12_000_00, 'Leaves about $1,852.05 for you.'],
  [10_147_95, 'Covers today’s payoff; you add what the days until the payment cost.'],
  [undefined, ''],
])('an amount of %p against a payoff of $10,147.95: %s', (amount, text) => {
  expect(describeSplit(amount, 10_147_95)).toBe(text);
});

function show(refinance: ReturnType<typeof replyWith>) {
  const loan = buildLoan({ role: 'BORROWER', amount: 10_000_00, payoff: 10_147_95 });
  return renderScreen({
    at: '/loan',
    screens: {
      '/loan': <RefinanceDialog loan={loan} onClose={() => {}} />,
      '/listings/:id': <p>The listing</p>,
    },
    answers: {
      PayoffOnDay: replyWith({
        escrowBalance: { __typename: 'LoanBalance', payoff: 10_151_24 },
      }),
      LoanBounds: undefined,
      RefinanceLoan: refinance,
    },
  });
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Desired term in days'), '60');
  await user.type(within(dialog).getByLabelText('Desired APR'), '10');
  return dialog;
}

test('it starts with the payoff, says what a day adds, and goes to the listing', async () => {
  const rendered = show(
    replyWith({ refinanceLoan: { __typename: 'Listing', id: 'listing-9', open: true } }),
  );
  const user = userEvent.setup();
  const dialog = await fill(user);
  await waitFor(() => expect(dialog).toHaveTextContent('Each day adds$3.29'));
  expect(dialog).toHaveTextContent('Nothing is binding until you accept an offer');
  const amount = within(dialog).getByLabelText('Desired loan amount');
  expect(amount).toHaveValue('10147.95');
  await user.clear(amount);
  await user.type(amount, '12000');
  expect(within(dialog).getByText('Leaves about $1,852.05 for you.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Create Listing' }));
  await screen.findByText('The listing');
  expect(rendered.at()).toBe('/listings/listing-9');
  expect(rendered.calls('RefinanceLoan')).toEqual([
    {
      ...{ id: 'loan-1', desiredAmount: 12_000_00, desiredTerm: 60, desiredRate: 1_000 },
      businessPurpose: false,
    },
  ]);
});

test('why a loan cannot be refinanced now is shown, and the input stays', async () => {
  show(replyWithError('CONFLICT', 'An amendment of this loan is open.'));
  const user = userEvent.setup();
  const dialog = await fill(user);
  await user.click(within(dialog).getByRole('button', { name: 'Create Listing' }));
  await within(dialog).findByText('An amendment of this loan is open.');
  expect(within(dialog).getByLabelText('Desired term in days')).toHaveValue('60');
});
