/** The dialog behind a button of a loan. */

import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildButton, buildLoan, buildStandardButtons } from '../testing/build-loan.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { ActionButton } from './loan-actions.ts';

test('a button of a newer release asks the reader to reload, and closes', async () => {
  const onClose = jest.fn();
  const action = 'EXTEND_TERM' as ActionButton['actions'][number];
  const button = buildButton('Extend Term', action, { enabled: true });
  renderScreen({
    at: '/loan',
    screens: {
      '/loan': <ActionDialog loan={buildLoan()} button={button} onClose={onClose} />,
    },
  });
  expect(await screen.findByText('Reload the page to use this.')).toBeVisible();
  expect(onClose).toHaveBeenCalled();
});

const finalizeChoices = [
  { outcome: 'RETURN', label: 'Return the domain', message: null },
  { outcome: 'SEIZE', label: 'Take the domain', message: null },
];
const finalize = buildButton('Finalize', 'FINALIZE_RETURN', {
  enabled: true,
  standard: true,
  choices: finalizeChoices,
});

/** An open dialog whose loan is escalated by the other party. */
function EscalatedWhileOpen() {
  const [loan, setLoan] = useState<Loan>(buildLoan({ actionButtons: [finalize] }));
  const escalated = buildLoan({ status: 'ESCALATED', actionButtons: buildStandardButtons() });
  return (
    <>
      <ActionDialog loan={loan} button={finalize} onClose={jest.fn()} />
      <button type="button" onClick={() => setLoan(escalated)}>
        Receive event
      </button>
    </>
  );
}

test('an outcome that is no longer possible stays visible, disabled, and is not submitted', async () => {
  const { calls } = renderScreen({
    at: '/loan',
    screens: { '/loan': <EscalatedWhileOpen /> },
    answers: { Finalize: () => replyWith({}) },
  });
  await userEvent.click(screen.getByRole('radio', { name: /Return the domain/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Receive event', hidden: true }));
  for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Finalize' }));
  expect(calls('Finalize')).toEqual([]);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('alert')).toHaveTextContent('This isn’t possible now.');
});

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
