/** Accepting an offer that refinances a running loan: who is paid, and what the borrower adds or gets. */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';
import { buildOffer } from './testing/sample-offer.ts';

function show(more: object) {
  const offer = buildOffer('harborline', { lenderTrackRecord: null, ...more });
  renderScreen({
    at: '/offer',
    screens: {
      '/offer': (
        <AnswerDialog
          offer={offer as unknown as ReceivedOfferFragment}
          answer="ACCEPT"
          onClose={() => {}}
        />
      ),
    },
    answers: {
      OfferValue: {
        data: {
          offer: {
            ...{ __typename: 'Offer', id: 'harborline', domain: null },
            runningLoan: { __typename: 'RunningLoan', payoff: 90_000 },
          },
        },
      } as Reply,
    },
  });
  return screen.getByRole('dialog');
}

test.each([
  [100_000, 'Today’s payoff$900.00; leaves $100.00 for you'],
  [80_000, 'Today’s payoff$900.00; you add $100.00'],
])('an offer of %p cents says what its loan repays', async (amount, text) => {
  const dialog = show({ refinances: 'old-1', amount });
  expect(dialog).toHaveTextContent('the new lender pays the old one directly');
  await waitFor(() => expect(dialog).toHaveTextContent(text));
  expect(dialog).not.toHaveTextContent('You receive');
});

test('any other offer has the fee and what the borrower receives', () => {
  const dialog = show({ refinances: null });
  expect(dialog).toHaveTextContent('You receive$1,000.00');
  expect(dialog).toHaveTextContent('Transfer fee$12.00');
  expect(dialog).not.toHaveTextContent('old one directly');
});
