/** What a signature is for, and why a loan can't be signed yet. */

import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { buildButton, buildLoan } from '../testing/build-loan.ts';
import { SignatureDialog } from './signature-dialog.tsx';

test('without a contract, the dialog gives the reason of the Sign button', () => {
  const message = 'The contract is not drawn up yet.';
  const loan = buildLoan({
    status: 'PENDING_SIGNATURE',
    lenderContractUrl: null,
    actionButtons: [buildButton('Sign', 'SIGN', { message })],
  });
  const props = { onDone: async () => undefined, onCancelLoan: jest.fn(), onClose: jest.fn() };
  renderScreen({ at: '/loan', screens: { '/loan': <SignatureDialog loan={loan} {...props} /> } });
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign Now' })).toBeDisabled();
});

test.each([
  ['BORROWER', 'borrow', 'repay'],
  ['LENDER', 'lend', 'get back'],
] as const)(
  'the %s reads what to sign, until when, and what happens otherwise',
  (role, lent, repaid) => {
    const until = '2026-12-10T12:00:00.000Z';
    const waitingFor = { ...buildLoan().waitingFor, party: role, action: 'SIGN', until } as const;
    const loan = buildLoan({ status: 'PENDING_SIGNATURE', role, amount: 70_000, waitingFor });
    const props = { onDone: async () => undefined, onCancelLoan: jest.fn(), onClose: jest.fn() };
    renderScreen({ at: '/loan', screens: { '/loan': <SignatureDialog loan={loan} {...props} /> } });
    expect(screen.getByRole('dialog')).toHaveTextContent(
      new RegExp(
        `You ${lent} \\$700\\.00 and ${repaid} \\$18,597\\.00 by \\w+ \\d+, .*Sign by Dec 10, .*, or the loan is cancelled\\.`,
      ),
    );
  },
);
