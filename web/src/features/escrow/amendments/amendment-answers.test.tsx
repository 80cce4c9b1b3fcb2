/** Answers to proposals of amendments, and the agreed money: what their dialogs ask first and send. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import { answers, monthlyTerms, open, proposed } from '../testing/open-amendment-dialog.tsx';

test('an agreement shows what it means and needs a tick that is not set', async () => {
  const { dialog, calls } = await open('Agree', answers);
  const tick = dialog.getByRole('checkbox', { name: 'I agree to these terms' });
  expect(tick).not.toBeChecked();
  expect(screen.getByRole('dialog')).toHaveTextContent('DueFeb 14, 2099 → May 15, 2099');
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'sign these terms within 3 days, or they lapse. Until then you can’t take the domain.',
  );
  await dialog.findByText('$18,287.67');
  await userEvent.click(dialog.getByRole('button', { name: 'Agree' }));
  expect(await dialog.findByText('Tick the box to agree.')).toBeVisible();
  expect(calls('AgreeToAmendment')).toEqual([]);
  await userEvent.click(tick);
  await userEvent.click(dialog.getByRole('button', { name: 'Agree' }));
  await screen.findByText('Agreed; both of you sign now');
  expect(calls('AgreeToAmendment')).toEqual([{ id: 'loan-1', n: 1 }]);
});

test('an agreement with money names both of its times, and the last of several payments as such', async () => {
  const amendments = [buildAmendment({ fee: 20_00, terms: { due: '2099-05-15' } })];
  await open('Agree', { ...answers, amendments, presentTerms: monthlyTerms });
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('within 3 days, and the money is confirmed within 10, or they');
  expect(dialog).toHaveTextContent('Last paymentFeb 14, 2099 → May 15, 2099');
});

test('a proposal is declined with a reason', async () => {
  const { dialog, calls } = await open('Decline', answers);
  await userEvent.click(dialog.getByRole('button', { name: 'Decline Amendment' }));
  expect(await dialog.findByText('Enter the reason')).toBeVisible();
  await userEvent.type(dialog.getByLabelText(/Why/), 'Too long');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline Amendment' }));
  await screen.findByText('Amendment declined');
  expect(calls('DeclineAmendment')).toEqual([{ id: 'loan-1', n: 1, reason: 'Too long' }]);
});

test('its proposer withdraws a proposal', async () => {
  const { dialog, calls } = await open('Withdraw', {
    ...{ role: 'BORROWER', amendments: [proposed], actions: ['WITHDRAW_AMENDMENT'] },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw Amendment' }));
  await screen.findByText('Amendment withdrawn');
  expect(calls('WithdrawAmendment')).toEqual([{ id: 'loan-1', n: 1 }]);
});

test('the agreed money is reported with its exact amount and the number of its amendment', async () => {
  const signedAt = '2098-12-01T09:00:00.000Z';
  const waits = buildAmendment({
    ...{ ...agreed, status: 'AWAITING_MONEY', n: 2, amountDue: 363_01, payer: 'BORROWER' },
    ...{ borrowerSignedAt: signedAt, lenderSignedAt: signedAt },
  });
  const { dialog, calls } = await open('Report the Payment', {
    ...{ role: 'BORROWER', amendments: [waits], receivedAt: '2020-01-01T00:00:00.000Z' },
  });
  expect(dialog.queryByLabelText('Amount')).toBeNull();
  expect(dialog.getByText(/If the amendment lapses first, the money is a repayment/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Method'), 'Wire');
  await userEvent.type(dialog.getByLabelText('Reference'), 'A-2');
  await userEvent.click(dialog.getByRole('button', { name: 'Report Payment' }));
  await screen.findByText('Payment reported');
  expect(calls('ReportPayment')).toEqual([
    expect.objectContaining({
      ...{ id: 'loan-1', amount: 363_01, leg: 'AMENDMENT', amendment: 2 },
      ...{ method: 'Wire', reference: 'A-2' },
    }),
  ]);
});
