/** The operator's card: both directions by short form, since when, and who opened them. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { buildLoan } from '../testing/build-loan.ts';
import { PayeesCard } from './payees-card.tsx';

const payee = {
  ...{ __typename: 'LoanPayee', kind: 'EVM', holder: 'Ada Park', version: 3 },
  ...{ masked: 'Base · USDC · 0x5aAe…1BeAed', fingerprint: '1a2b3c4d', acknowledged: false },
  changedAt: '2026-11-10T09:00:00.000Z',
  pending: null,
};
const reveal = {
  ...{ __typename: 'EscrowHistoryEntry', id: 'h1', at: '2026-11-11T09:00:00.000Z' },
  ...{ actor: 'Lin Okafor', action: 'SHOW_PAYEE', text: 'Payment details opened' },
  note: 'Address Base · USDC · 0x5aAe…1BeAed, holder Ada Park, fingerprint 1a2b3c4d.',
};
const show = (found: object) =>
  renderScreen({
    at: '/app/disputes/loan-1',
    screens: { '/app/disputes/:id': <PayeesCard loan={buildLoan({ role: 'OPERATOR' })} /> },
    answers: {
      DisputedPayees: replyWith({ escrow: { __typename: 'Escrow', id: 'loan-1', ...found } }),
    },
  });

test('each direction has its short form, version and age, and each opening its reader', async () => {
  show({ borrowerPayee: payee, lenderPayee: null, payeeReveals: [reveal] });
  const loanTo = await screen.findByRole('region', { name: /The loan goes to/ });
  for (const text of ['Base · USDC · 0x5aAe…1BeAed', '1a2b3c4d', '3', 'Unchanged since'])
    expect(within(loanTo).getByText(text)).toBeVisible();
  expect(within(loanTo).getByText(/The payer hasn’t acknowledged this version/)).toBeVisible();
  const repaidTo = screen.getByRole('region', { name: /Repayment goes to/ });
  expect(within(repaidTo).getByText('No payee chosen.')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Opened' })).toHaveTextContent(
    /Lin Okafor: Payment details opened/,
  );
});

test('without an opening the card says so', async () => {
  show({ borrowerPayee: null, lenderPayee: null, payeeReveals: [] });
  expect(await screen.findByText('The details have not been opened.')).toBeVisible();
});
