/** Transfer In says what a loan on the domain waits for, and that it is cancelled otherwise. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { LoanDeadline } from './loan-deadline.tsx';

test.each([
  ['SIGN', /^Its loan isn’t signed yet: without both signatures by Dec 10, .*, it is cancelled\.$/],
  ['TRANSFER_IN', /^If vellum\.app isn’t in our custody by Dec 10, .*, its loan is cancelled\.$/],
])('a loan that waits for %s', async (action, text) => {
  const until = '2026-12-10T12:00:00.000Z';
  const waitingFor = { __typename: 'WaitingFor', action, until };
  renderScreen({
    at: '/x',
    screens: { '/x': <LoanDeadline loanId="e1" name="vellum.app" /> },
    answers: {
      TransferDeadline: replyWith({ escrow: { __typename: 'Escrow', id: 'e1', waitingFor } }),
    },
  });
  expect((await screen.findByText(/cancelled/)).textContent).toMatch(text);
});
