/** Create Listing with a payment plan: the term follows from it, and chosen dates have their rows. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../../testing/render-screen.tsx';
import { MyDomainsPage } from '../my-domains-page.tsx';
import { buildDomain, domainReplies } from '../testing/some-domain.ts';
import { ListDialog } from './list-dialog.tsx';

async function open(answers: Replies = {}) {
  const there = renderScreen({
    at: '/app/my-domains/list?domain=d1',
    screens: {
      '/app/my-domains/*': (
        <Routes>
          <Route element={<MyDomainsPage />}>
            <Route path="list" element={<ListDialog />} />
          </Route>
        </Routes>
      ),
    },
    answers: { ...domainReplies(buildDomain({ actions: ['LIST'] })), ...answers },
  });
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Desired loan amount'), '1,000');
  await userEvent.type(dialog.getByLabelText('Desired APR'), '12');
  return { ...there, dialog };
}
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));

test('one payment is the default, and sends no plan', async () => {
  const { dialog, calls } = await open();
  expect(dialog.getByLabelText('Repayment')).toHaveDisplayValue('Repay at once');
  expect(dialog.queryByLabelText('Late fee')).toBeNull();
  await userEvent.type(dialog.getByLabelText('Desired term in days'), '90');
  await create();
  expect(calls('CreateListing')).toEqual([
    {
      ...{ domainId: 'd1', desiredAmount: 100_000, desiredTerm: 90, desiredRate: 1_200 },
      businessPurpose: false,
    },
  ]);
});

test('chosen dates are listed, and the last of them pays the rest', async () => {
  const { dialog, calls } = await open();
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'CUSTOM');
  expect(dialog.queryByLabelText('Desired term in days')).toBeNull();
  const amount = await dialog.findByLabelText('Amount of payment 1');
  expect(await dialog.findByText('Enter the payments to see what the loan costs.')).toBeVisible();
  expect(dialog.queryByText('Enter an amount')).toBeNull();
  await create();
  expect(amount).toHaveFocus();
  expect(amount).toHaveAccessibleDescription('Enter an amount');
  expect(dialog.queryByText('Check the payments.')).toBeNull();
  expect(calls('CreateListing')).toEqual([]);
  await userEvent.type(amount, '400');
  expect(amount).toBeValid();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a payment' }));
  expect(dialog.getByLabelText('Day of payment 3')).toHaveValue('210');
  expect(dialog.getByLabelText('Amount of payment 3')).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove payment 2' }));
  expect(await dialog.findByRole('table', { name: 'Payments of the plan' })).toBeVisible();
  await create();
  expect(calls('CreateListing')).toEqual([
    {
      ...{ domainId: 'd1', desiredAmount: 100_000, desiredTerm: null, desiredRate: 1_200 },
      businessPurpose: false,
      plan: {
        ...{ kind: 'CUSTOM', early: 'KEEP_AMOUNT', balloonOf: null },
        rows: [
          { day: 90, amount: 400_00 },
          { day: 210, amount: null },
        ],
        ...{ lateFee: 0, lateFeeCap: null, defaultRate: 0 },
      },
    },
  ]);
});

test('another plan clears what was wrong with the one before', async () => {
  const { dialog } = await open();
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'CUSTOM');
  await dialog.findByLabelText('Amount of payment 1');
  await create();
  expect(await dialog.findByText('Enter an amount')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'INSTALMENTS');
  expect(dialog.queryByText('Enter an amount')).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'CUSTOM');
  expect(dialog.queryByText('Enter an amount')).toBeNull();
});

test('a sentence of the server above the form goes with its plan', async () => {
  const sentence = 'The last payment is due at most 3,653 days after the start.';
  const fields = { 'plan.rows': sentence };
  const { dialog } = await open({
    CreateListing: replyWithError('INVALID_INPUT', sentence, { fields }),
  });
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'CUSTOM');
  await userEvent.type(await dialog.findByLabelText('Amount of payment 1'), '400');
  await create();
  expect(await dialog.findByText(sentence)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'INSTALMENTS');
  expect(dialog.queryByText(sentence)).toBeNull();
});

test('one payment can have late terms, which stay open while one of them is emptied', async () => {
  const { dialog, calls } = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Late payments (optional)' }));
  const fee = await dialog.findByLabelText('Late fee');
  expect(dialog.getByText('Late payments (optional)')).toHaveFocus();
  await userEvent.type(fee, '5');
  expect(await dialog.findByText('Enter the amount, the rate and the term.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Desired term in days'), '90');
  await userEvent.type(dialog.getByLabelText('At most'), '25');
  await userEvent.clear(fee);
  expect(dialog.getByLabelText('At most')).toBeVisible();
  expect(dialog.getByLabelText('At most')).toHaveValue('25');
  await userEvent.type(fee, '4');
  await create();
  expect(calls('CreateListing')).toEqual([
    expect.objectContaining({
      plan: expect.objectContaining({ kind: 'BULLET', lateFee: 400, lateFeeCap: 25_00 }),
    }),
  ]);
});

test('a plan that the server rejects shows its sentence at the input', async () => {
  const { dialog } = await open();
  await userEvent.selectOptions(dialog.getByLabelText('Repayment'), 'INSTALMENTS');
  await userEvent.click(await dialog.findByText('Late payments (optional)'));
  const fee = dialog.getByLabelText('Late fee');
  await userEvent.type(fee, '100.5');
  await create();
  expect(fee).toHaveFocus();
  expect(fee).toHaveAccessibleDescription('Choose a late fee from 0 % to 100 % of the payment.');
});
