/** The page of a sale that has closed or ended otherwise. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { syncBusinessTime } from '../../graph/business-time.ts';
import { replyWith } from '../../testing/render-screen.tsx';
import type { Sale } from './describe-sale.ts';
import { buildAccepted } from './testing/build-sale.ts';
import { card, dialog, ended, now, open, press, value } from './testing/open-sale.tsx';

beforeEach(() => {
  syncBusinessTime(now);
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
});

const closed: Partial<Sale> = {
  ...{ status: 'CLOSED', statusText: 'This sale has closed.', actions: [] },
  ...{ sealed: true, paySellerUntil: '2027-02-12', owedOn: 100_00, escrowId: 'loan-1' },
};

test('after the closing the buyer goes to the loan and sees what the seller owes', async () => {
  open(buildAccepted(closed));
  const state = await ended();
  expect(within(state).getByText('You are the lender')).toBeVisible();
  expect(state).toHaveTextContent('What Milo Reyes pays Ada Park by Feb 12, 2027 still counts');
  expect(within(state).getByRole('link', { name: 'Go to the loan' })).toBeVisible();
  expect(value(await card('Price'), 'Ada Park owes you')).toBe('$100.00');
  expect(within(await card('Deed')).getByText('Signed and sealed. Keep a copy.')).toBeVisible();
});

test('the borrower reads who is paid until when', async () => {
  open(buildAccepted({ ...closed, role: 'BORROWER', owedOn: null }));
  const state = await ended();
  expect(state).toHaveTextContent(
    'Payments to Ada Park count until Feb 12, 2027; after that pay only Nia New.',
  );
});

test('a former lender answers the payments that were made to them, and no others', async () => {
  const payment = {
    ...{ date: '2027-02-12', confirmedAmount: null, method: 'Wire', reference: 'B-1' },
    ...{ reason: null, evidenceIds: [] },
    leg: 'REPAYMENT',
    status: 'REPORTED',
  } as const;
  const sale = buildAccepted({
    ...closed,
    role: 'SELLER',
    payments: [
      { ...payment, id: 'p1', payee: 'FORMER_LENDER', amount: 100_00, evidenceIds: ['f1'] },
      { ...payment, id: 'p2', payee: 'LENDER', amount: 50_00 },
    ],
    evidence: [{ id: 'f1', name: 'slip.pdf', path: '/api/assignments/sale-1/evidence/f1' }],
  });
  const answered = { __typename: 'LoanPayment', id: 'p1', confirmedAmount: null, reason: null };
  const { calls } = open(sale, {
    ConfirmPaymentToSeller: replyWith({ confirmPayment: { ...answered, status: 'REPORTED' } }),
    DenyPaymentToSeller: replyWith({ denyPayment: { ...answered, status: 'REPORTED' } }),
  });
  expect(within(await ended()).getByText('Sold')).toBeVisible();
  expect(within(await ended()).queryByRole('link', { name: 'Go to the loan' })).toBeNull();
  const payments = await card('Payments');
  expect(within(payments).getByRole('button', { name: 'Download slip.pdf' })).toBeVisible();
  expect(within(payments).queryByRole('button', { name: /\$50\.00/ })).toBeNull();
  await press(payments, 'Confirm $100.00 of Feb 12, 2027');
  await press(await dialog(), 'Confirm Payment');
  expect(await screen.findByText('Payment confirmed')).toBeVisible();
  await press(payments, 'Deny $100.00 of Feb 12, 2027');
  await userEvent.type(screen.getByLabelText('Why are you denying it?'), 'No.');
  await press(await dialog(), 'Deny Payment');
  expect(await screen.findByText('Payment denied')).toBeVisible();
  const ids = { id: 'loan-1', paymentId: 'p1' };
  expect(calls('ConfirmPaymentToSeller')).toEqual([ids]);
  expect(calls('DenyPaymentToSeller')).toEqual([{ ...ids, reason: 'No.' }]);
});

test.each([
  ['WITHDRAWN', 'The seller withdrew this sale.', 'Withdrawn'],
  ['DECLINED', 'The buyer declined this sale.', 'Declined'],
  ['EXPIRED', 'This sale has expired.', 'Expired'],
  ['NOT_CLOSED', 'An operator decided that this sale did not close.', 'Not closed'],
] as const)('after %s the seller stays the lender', async (status, statusText, title) => {
  open(buildAccepted({ status, statusText, actions: [], reason: 'Too late.' }));
  const state = await ended();
  expect(within(state).getByText(title)).toBeVisible();
  expect(state).toHaveTextContent(`${statusText} Ada Park stays the lender`);
  expect(within(state).queryByRole('button')).toBeNull();
});

test('a loan that ended first leaves the price to be paid back', async () => {
  const statusText = 'The loan ended before this sale closed.';
  open(buildAccepted({ status: 'VOID', statusText, actions: [] }));
  const state = await ended();
  expect(state).toHaveTextContent(statusText);
  expect(state).not.toHaveTextContent('stays the lender');
});
