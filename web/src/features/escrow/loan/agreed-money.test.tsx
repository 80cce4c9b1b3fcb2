/** The next step of a loan with instalments while the money of an amendment is due. */

import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import { buildLoan, buildStandardButtons } from '../testing/build-loan.ts';
import { buildPayment } from '../testing/build-payment.ts';
import { NextStepCard } from './next-step-card.tsx';

const signedAt = '2026-12-01T09:00:00.000Z';

test('while agreed money is due, its button is the only one that reports a payment', async () => {
  const nextDue = { date: '2027-02-14', amount: 888_08, instalment: 4, instalments: 12 };
  const signed = { borrowerSignedAt: signedAt, lenderSignedAt: signedAt };
  const amendment = buildAmendment({
    ...{ ...agreed, ...signed, status: 'AWAITING_MONEY', amountDue: 21_65, payer: 'BORROWER' },
  });
  const loan = buildLoan({
    ...{ role: 'BORROWER', nextDue, amendments: [amendment], payments: [] },
    actionButtons: buildStandardButtons('Escalate'),
    waitingFor: { ...buildLoan().waitingFor, party: 'BORROWER', action: 'PAY_AMENDMENT' },
  });
  renderScreen({
    at: '/loan',
    screens: { '/loan': <NextStepCard loan={loan} onAction={jest.fn()} /> },
    answers: {},
  });
  expect(await screen.findByRole('button', { name: 'Pay for the Amendment' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Report a Payment' })).toBeNull();
});

test('once agreed money is reported, the next step says once who confirms it', async () => {
  const until = '2099-12-01T09:00:00.000Z';
  const amendment = buildAmendment({
    ...{ ...agreed, status: 'AWAITING_MONEY', amountDue: 21_65, payer: 'BORROWER' },
    ...{ borrowerSignedAt: signedAt, lenderSignedAt: signedAt, expiresAt: until },
  });
  const payments = [buildPayment({ amount: 21_65, amendment: 1 })];
  const waitingFor = { ...buildLoan().waitingFor, action: 'ANSWER_PAYMENT', until } as const;
  const whatNext = 'Ada has to confirm or deny the agreed money in time.';
  const loan = buildLoan({
    ...{ role: 'BORROWER', stage: 'PAYMENT_CLAIMED', amendments: [amendment], payments },
    ...{ waitingFor, whatNext },
  });
  renderScreen({
    at: '/loan',
    screens: { '/loan': <NextStepCard loan={loan} onAction={jest.fn()} /> },
    answers: {},
  });
  expect(await screen.findByRole('button', { name: 'See Amendment' })).toBeVisible();
  expect(screen.getAllByText(/has to confirm/)).toHaveLength(2);
  expect(screen.getByText('Ada has to confirm $21.65')).toBeVisible();
  expect(screen.getByText(whatNext)).toBeVisible();
});
