/** Transfer In says what a loan on the domain waits for, and that it is cancelled otherwise. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { LoanDeadline } from './loan-deadline.tsx';

test.each([
  ['SIGN', /^Its loan isn’t signed yet: without both signatures by Dec 10, .*, it is cancelled\.$/],
  [
    'TRANSFER_IN',
    /^You get \$700\.00 once vellum\.app is in our custody\. If it isn’t here by Dec 10, .*, its loan is cancelled\.$/,
  ],
])('a loan that waits for %s', async (action, text) => {
  const until = '2026-12-10T12:00:00.000Z';
  const waitingFor = { __typename: 'WaitingFor', action, until };
  renderScreen({
    at: '/x',
    screens: { '/x': <LoanDeadline loanId="e1" name="vellum.app" /> },
    answers: {
      TransferDeadline: replyWith({
        escrow: { __typename: 'Escrow', id: 'e1', amount: 700_00, waitingFor },
      }),
    },
  });
  expect((await screen.findByText(/cancelled/)).textContent).toMatch(text);
});
