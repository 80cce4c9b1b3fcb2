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
    const disclosure = { ...buildLoan().disclosure, transferFee: 12_00 };
    const terms = { amount: 70_000, disclosure, waitingFor };
    const loan = buildLoan({ status: 'PENDING_SIGNATURE', role, ...terms });
    const props = { onDone: async () => undefined, onCancelLoan: jest.fn(), onClose: jest.fn() };
    renderScreen({ at: '/loan', screens: { '/loan': <SignatureDialog loan={loan} {...props} /> } });
    expect(screen.getByRole('dialog')).toHaveTextContent(
      new RegExp(
        `^Signature Requiredvellum\\.appWe just need you to sign the lending agreement\\. Or click below to cancel\\.You ${lent} \\$700\\.00 and ${repaid} \\$18,597\\.00 by \\w+ \\d+, .*Sign by Dec 10, .*, or the loan is cancelled\\.`,
      ),
    );
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(
      role === 'BORROWER'
        ? 'The transfer costs $12.00 from your balance. If you don’t repay by the end of grace, the lender can take vellum.app.'
        : 'If you aren’t repaid by the end of grace, you can take vellum.app.',
    );
    expect(dialog.textContent?.includes('The transfer costs')).toBe(role === 'BORROWER');
    expect(dialog).toHaveTextContent('Signed already? Press Done. To decide later, close this.');
  },
);
