/** Where the reader pays and is paid: the prompts, the acknowledgement before the details, and what is never cached. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { PayeeCards } from './payee-cards.tsx';

const payee: NonNullable<Loan['payee']> = {
  __typename: 'LoanPayee',
  kind: 'IBAN',
  holder: 'Ada Park',
  masked: 'DE •••• 3000',
  fingerprint: '1a2b3c4d',
  version: 1,
  changedAt: '2026-11-10T09:00:00.000Z',
  acknowledged: true,
  pending: null,
} as never;

const instructions = {
  payee: {
    __typename: 'DisclosedPayee',
    kind: 'IBAN',
    holder: 'Ada Park',
    lines: [
      {
        __typename: 'PayeeLine',
        label: 'IBAN',
        value: 'DE89370400440532013000',
        groups: ['DE89', '3704', '0044', '0532', '0130', '00'],
      },
    ],
    fingerprint: '1a2b3c4d',
    version: 2,
    changedAt: '2026-11-10T09:00:00.000Z',
    recentChanges: 2,
  },
  reference: 'NL7K2Q9D4M',
  creditorReference: 'RF45NL7K2Q9D4M',
  amount: 18_100_00,
  qr: null,
};

const shown = replyWith({
  paymentInstructions: { __typename: 'PaymentInstructions', ...instructions },
});

const open = (loan: Partial<Loan>, answers: Replies = {}) =>
  renderScreen({
    screens: { '/app/escrow/:id': <PayeeCards loan={buildLoan(loan)} /> },
    at: '/app/escrow/loan-1',
    answers,
  });

test('both prompts show without payees, and nothing after the end', () => {
  open({ role: 'BORROWER', receivedAt: null });
  expect(screen.getByText(/Ada hasn’t chosen where to be paid/)).toBeVisible();
  expect(screen.getByText(/Choose where Ada pays you/)).toBeVisible();
});

test('a closed loan and an operator’s page have no payee cards', () => {
  open({ status: 'CANCELLED' });
  expect(screen.queryByText('Where you’re paid')).toBeNull();
});

test('after the receipt the lender is only paid', () => {
  open({ payee });
  expect(screen.queryByText('Where to pay')).toBeNull();
  expect(screen.getByText('DE •••• 3000')).toBeVisible();
});

test('the details show in groups, with what changed often', async () => {
  const loan = { role: 'BORROWER', counterpartyPayee: payee, paymentDue: true } as const;
  open(loan, { PaymentInstructions: shown });
  await userEvent.click(screen.getByRole('button', { name: 'Show payment details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pay Ada' });
  expect(await within(dialog).findByText('0532')).toBeVisible();
  expect(within(dialog).getByText('$18,100.00')).toBeVisible();
  expect(within(dialog).getByText(/Changed 2 times in 30 days: call Ada first/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Copy reference' })).toBeVisible();
});

test('while the lender who sold the loan can be paid, both show with the last day of the seller', async () => {
  const seller = { ...instructions.payee, holder: 'Len Lender', fingerprint: '9f8e7d6c' };
  const until = '2027-01-08';
  const formerLender = { __typename: 'FormerLender', name: 'Len Lender', until, payee: seller };
  const loan = { role: 'BORROWER', counterpartyPayee: payee, paymentDue: true } as const;
  open(loan, {
    PaymentInstructions: replyWith({
      paymentInstructions: { __typename: 'PaymentInstructions', ...instructions, formerLender },
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Show payment details' }));
  const other = await screen.findByRole('region', { name: 'Or pay Len Lender' });
  expect(other).toHaveTextContent('Or pay Len Lender, who sold this loan, until Jan 8, 2027');
  expect(within(other).getByText('9f8e7d6c')).toBeVisible();
  expect(within(screen.getByRole('dialog')).getByText('1a2b3c4d')).toBeVisible();
});

test('changed details show only after an acknowledgement of exactly that version', async () => {
  const side = {
    kind: 'IBAN',
    holder: 'Ada Park',
    masked: 'DE •••• 3000',
    fingerprint: '1a2b3c4d',
  };
  const payeeChange = {
    old: { ...side, version: 1 },
    new: { ...side, masked: 'GB •••• 6819', fingerprint: '5e6f7a8b', version: 2 },
    since: '2026-11-20T09:00:00.000Z',
    recentChanges: 1,
  };
  const changed = replyWithError('CONFLICT', 'Where you pay has changed.', {
    reason: 'PAYEE_CHANGED',
    payeeChange,
  });
  let reads = 0;
  const loan = { role: 'BORROWER', counterpartyPayee: payee, paymentDue: true } as const;
  const { calls } = open(loan, {
    PaymentInstructions: () => (reads++ === 0 ? changed : shown),
    AcknowledgePayee: replyWith({
      acknowledgePayee: { __typename: 'Escrow', ...buildLoan(loan) },
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Show payment details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Where you pay has changed' });
  expect(within(dialog).getByText('GB •••• 6819')).toBeVisible();
  expect(screen.queryByText('0532')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ada confirmed it' }));
  expect(await screen.findByText('0532')).toBeVisible();
  expect(calls('AcknowledgePayee')).toEqual([
    { id: 'loan-1', version: 2, fingerprint: '5e6f7a8b' },
  ]);
});
