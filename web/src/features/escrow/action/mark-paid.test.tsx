/** The dialog of the lender's mark as paid. */

import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildButton, buildLoan } from '../testing/build-loan.ts';
import { ActionDialog } from './action-dialog.tsx';

const markPaid = buildButton('Mark Paid', 'MARK_PAID', { enabled: true, standard: true });
const openMarkPaid = (more: Partial<Loan>) =>
  renderScreen({
    at: '/loan',
    screens: {
      '/loan': (
        <ActionDialog
          loan={buildLoan({ status: 'DOMAIN_IN_CUSTODY', actionButtons: [markPaid], ...more })}
          button={markPaid}
          onClose={jest.fn()}
        />
      ),
    },
    answers: { MarkPaid: () => replyWith({}) },
  });

test('payment details are optional in the first mark as paid', () => {
  openMarkPaid({});
  expect(screen.getByLabelText('Method (optional)')).toBeVisible();
});

test('after a mark has lapsed, the next one is not sent without its details', async () => {
  const { calls } = openMarkPaid({ paymentDetailsRequired: true });
  expect(screen.getByText(/Your last mark lapsed/)).toBeVisible();
  expect(screen.queryByLabelText('Method (optional)')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mark Paid' }));
  expect(await screen.findByText('Enter the method')).toBeVisible();
  expect(calls('MarkPaid')).toEqual([]);
});
