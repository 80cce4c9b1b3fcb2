/** Why a loan can't be signed yet. */

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
