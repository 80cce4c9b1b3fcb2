/** Payments of a refinancing in the list: who is paid, who answers or withdraws, and what an answer means. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildLeg, buildNewLoan, buildOldLoan } from '../testing/build-refinance.ts';
import { PaymentsCard } from './payments-card.tsx';

function show(loan: Loan) {
  renderScreen({ at: '/loan', screens: { '/loan': <PaymentsCard loan={loan} /> } });
  return screen.getByRole('region', { name: 'Payments' });
}
const listButtons = (card: HTMLElement) =>
  within(card)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

const posted = { status: 'LOAN_POSTED', receivedAt: '2027-01-15T00:00:00.000Z' } as const;
const answers = ['Confirm', 'Deny'];

test.each([
  [buildOldLoan({ payments: [buildLeg('PAYOFF')] }), answers],
  [buildOldLoan({ status: 'ESCALATED', payments: [buildLeg('TOP_UP')] }), answers],
  [buildOldLoan({ role: 'BORROWER', payments: [buildLeg('TOP_UP')] }), ['Report a Payment']],
  [buildNewLoan({ payments: [buildLeg('PAYOFF')] }), ['Withdraw']],
  [buildNewLoan({ payments: [buildLeg('TOP_UP')] }), []],
  [buildNewLoan({ role: 'BORROWER', payments: [buildLeg('PAYOFF')] }), []],
  [buildNewLoan({ role: 'BORROWER', payments: [buildLeg('TOP_UP')] }), ['Withdraw']],
  [buildNewLoan({ ...posted, payments: [buildLeg('SURPLUS')] }), ['Withdraw']],
  [
    buildNewLoan({ ...posted, role: 'BORROWER', payments: [buildLeg('SURPLUS')] }),
    ['Report a Payment', ...answers],
  ],
  [buildNewLoan({ role: 'OPERATOR', payments: [buildLeg('PAYOFF')] }), []],
] satisfies [Loan, string[]][])(
  'case %#: only the payee answers and only the payer withdraws',
  (loan, buttons) => {
    expect(listButtons(show(loan))).toEqual(buttons);
  },
);

test.each([
  [
    buildOldLoan(),
    'PAYOFF',
    'payoff, new lender to old lender',
    'this loan ends as refinanced',
    'opens a dispute',
  ],
  [
    buildOldLoan(),
    'TOP_UP',
    'top-up, borrower to old lender',
    'this loan ends as refinanced',
    'opens a dispute',
  ],
  [
    buildNewLoan({ ...posted, role: 'BORROWER' }),
    'SURPLUS',
    'surplus, lender to borrower',
    'You owe Ada this amount too, with interest from its day.',
    'You don’t owe it.',
  ],
] satisfies [Loan, 'PAYOFF' | 'TOP_UP' | 'SURPLUS', string, string, string][])(
  'case %#: each answer says what it means before it is given',
  async (loan, leg, label, confirms, denies) => {
    const card = show({ ...loan, payments: [buildLeg(leg)] });
    expect(card).toHaveTextContent(label);
    await userEvent.click(within(card).getByRole('button', { name: /^Confirm/ }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(confirms);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(within(card).getByRole('button', { name: /^Deny/ }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(denies);
  },
);

test('a withdrawal names who no longer has to answer', async () => {
  const card = show(buildNewLoan({ payments: [buildLeg('PAYOFF')] }));
  await userEvent.click(within(card).getByRole('button', { name: /^Withdraw/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'The old lender no longer has to answer it.',
  );
});
