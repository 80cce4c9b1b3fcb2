/** What an operator does with an odd payment: what is sent, and that nothing unseen holds it up. */

import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { stage } from '../../../testing/render-screen.tsx';
import { SettlePaymentDialog } from './settle-payment-dialog.tsx';

const payment = {
  __typename: 'OddPayment' as const,
  id: 'nowpayments:57',
  status: 'WAITING' as const,
  method: 'CRYPTOCURRENCY' as const,
  user: null,
  asked: 5_000,
  arrived: 4_000,
  credited: 0,
  reason: 'Less than was asked for.',
  createdAt: '2026-11-22T00:00:00.000Z',
};

function open() {
  const onClose = jest.fn();
  const { sent } = stage({
    at: '/odd',
    screens: { '/odd': <SettlePaymentDialog payment={payment} onClose={onClose} /> },
    answers: { SettlePaymentException: { data: { settleOddPayment: payment } } },
  });
  return { onClose, settled: () => sent.map(({ variables }) => variables) };
}
const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const settle = () => userEvent.click(screen.getByRole('button', { name: 'Settle' }));

test('a part of it is credited, in cents, with the reason', async () => {
  const { onClose, settled } = open();
  await settle();
  expect(await screen.findByText('Choose what becomes of it first.')).toBeVisible();
  await choose(/Credit it/);
  await userEvent.type(screen.getByLabelText('Amount (optional)'), 'lots');
  await settle();
  expect(await screen.findByText('Invalid amount')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Amount (optional)'));
  await userEvent.type(screen.getByLabelText('Amount (optional)'), '39.50');
  await userEvent.type(screen.getByLabelText('Reason (optional)'), 'As agreed.');
  await settle();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(settled()).toEqual([
    { id: payment.id, outcome: 'CREDIT', amount: 3_950, reason: 'As agreed.' },
  ]);
});

test('an amount that was typed before it is given up holds nothing up', async () => {
  const { onClose, settled } = open();
  await choose(/Credit it/);
  await userEvent.type(screen.getByLabelText('Amount (optional)'), 'lots');
  await choose(/Give it up/);
  await settle();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(settled()).toEqual([{ id: payment.id, outcome: 'FAIL', amount: null, reason: null }]);
});
