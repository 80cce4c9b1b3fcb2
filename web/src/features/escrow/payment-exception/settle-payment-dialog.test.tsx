/** Settling a payment exception: the request that is sent, and no validation of hidden fields. */

import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { SettlePaymentDialog } from './settle-payment-dialog.tsx';

const payment = {
  __typename: 'PaymentException' as const,
  id: 'nowpayments:57',
  status: 'WAITING' as const,
  method: 'CRYPTOCURRENCY' as const,
  user: null,
  expected: 5_000,
  received: 4_000,
  credited: 0,
  reason: 'Less than requested.',
  createdAt: '2026-11-22T00:00:00.000Z',
};

function open() {
  const onClose = jest.fn();
  const { sent } = renderScreen({
    at: '/payment',
    screens: { '/payment': <SettlePaymentDialog payment={payment} onClose={onClose} /> },
    answers: { SettlePaymentException: { data: { settlePaymentException: payment } } },
  });
  return { onClose, settled: () => sent.map(({ variables }) => variables) };
}
const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const settle = () => userEvent.click(screen.getByRole('button', { name: 'Settle' }));

test('a partial amount is credited, in cents, with the reason', async () => {
  const { onClose, settled } = open();
  await settle();
  expect(await screen.findByText('Choose an outcome first.')).toBeVisible();
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

test('an invalid amount that was typed before a rejection does not block it', async () => {
  const { onClose, settled } = open();
  await choose(/Credit it/);
  await userEvent.type(screen.getByLabelText('Amount (optional)'), 'lots');
  await choose(/Reject it/);
  await settle();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(settled()).toEqual([{ id: payment.id, outcome: 'FAIL', amount: null, reason: null }]);
});
