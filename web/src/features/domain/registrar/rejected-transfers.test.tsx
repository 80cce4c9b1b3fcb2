/** Rejected transfers are read when their list is opened, and an empty list says so. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { RejectedTransfers } from './rejected-transfers.tsx';

const rejection = (kind: string, message: string) => ({
  __typename: 'RejectedTransfer',
  ...{ kind, reason: 'RESERVED', message, at: '2026-11-20T12:00:00.000Z' },
});
const replyTo = (rejectedTransfers: object[]) =>
  replyWith({ domain: { __typename: 'Domain', id: 'd1', rejectedTransfers } });
const show = (reply: ReturnType<typeof replyWith>) =>
  renderScreen({
    at: '/',
    screens: { '/': <RejectedTransfers domainId="d1" /> },
    answers: { RejectedTransfers: reply },
  });
const open = () => userEvent.click(screen.getByText('Rejected transfers'));

test('the reasons are read once the list is opened', async () => {
  const { calls } = show(
    replyTo([
      rejection('TRANSFER_OUT', 'The domain backed a loan.'),
      rejection('REQUEST', 'You had not started a transfer out.'),
    ]),
  );
  expect(calls('RejectedTransfers')).toEqual([]);
  await open();
  const list = await screen.findByRole('list', { name: 'Rejected transfers' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Nov 20, 2026 Transfer out: The domain backed a loan.',
    'Nov 20, 2026 Request from another registrar: You had not started a transfer out.',
  ]);
  expect(calls('RejectedTransfers')).toEqual([{ id: 'd1' }]);
});

test('without any, the list says so', async () => {
  show(replyTo([]));
  await open();
  expect(await screen.findByText('No transfer was rejected in the last 15 months.')).toBeVisible();
});

test('a failed read is shown', async () => {
  show(replyWithError('UNAVAILABLE', 'A service is unavailable.', { service: 'domains' }));
  await open();
  expect(await screen.findByText(/can’t be reached right now/)).toBeVisible();
  expect(screen.queryByText(/No transfer was rejected/)).toBeNull();
});
