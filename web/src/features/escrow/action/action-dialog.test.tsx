/** The dialog behind a button of a loan. */

import { expect, jest, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildButton, buildLoan, buildStandardButtons } from '../testing/build-loan.ts';
import { buildPayment } from '../testing/build-payment.ts';
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

test('a return after a claim names the reported money, and what of it is owed back', async () => {
  const { date, method, reference, reportedAt: at } = buildPayment();
  const loan = {
    ...{ payoff: 440_97, payments: [buildPayment({ amount: 600_00 })] },
    repaymentClaim: { date, method, reference, at, paymentId: 'payment-1' },
  };
  openFinalize(buildLoan({ ...loan, actionButtons: [finalize] }), finalize);
  await userEvent.click(screen.getByRole('radio', { name: /Return the domain/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent(
    /received \$600\.00, \$159\.03 more than the payoff: you owe that to Milo\./,
  );
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
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'vellum.app');
  await userEvent.click(screen.getByRole('button', { name: 'Receive event', hidden: true }));
  for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Return vellum.app' }));
  expect(calls('Finalize')).toEqual([]);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('alert')).toHaveTextContent('This isn’t possible now.');
});

function openFinalize(loan: Loan, button: ActionButton) {
  const domain = {
    ...{ id: 'domain-1', status: 'IN_ESCROW' as const, expiresAt: null, nameservers: null },
    ...{ actions: [], appraisal: { low: 20_000_00, mid: 30_000_00, high: 40_000_00 } },
    ownerValue: null,
  };
  return renderScreen({
    at: '/loan',
    screens: {
      '/loan': <ActionDialog loan={loan} domain={domain} button={button} onClose={jest.fn()} />,
    },
    answers: { Finalize: undefined },
  });
}

test('the lender’s Finalize preselects nothing and names the effect; the name must be typed', async () => {
  const blocked = { outcome: 'SEIZE', label: 'Take the domain', message: 'Grace is not over.' };
  const button = { ...finalize, choices: [finalizeChoices[0], blocked] } as ActionButton;
  const { calls } = openFinalize(buildLoan({ actionButtons: [button] }), button);
  for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Finalize' }));
  expect(screen.getByText('Choose one first.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /Return the domain/ }));
  const confirm = screen.getByRole('button', { name: 'Return vellum.app' });
  expect(confirm).toBeDisabled();
  expect(screen.getByText('Est. $30,000')).toBeVisible();
  expect(screen.getByText('No longer owed').nextSibling).toHaveTextContent('$18,100.00');
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'vellum.ap');
  expect(confirm).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'p');
  await userEvent.click(confirm);
  expect(calls('Finalize')).toEqual([{ id: 'loan-1', outcome: 'RETURN' }]);
});

const repaymentClaim = {
  ...{ date: '2027-01-01', method: 'Wire', reference: 'R', at: '2027-01-01T09:00:00.000Z' },
  paymentId: 'payment-1',
};

/** An open dialog whose borrower withdraws the claim of repayment. */
function WithdrawnWhileOpen() {
  const claimed = buildLoan({ actionButtons: [finalize], repaymentClaim });
  const [loan, setLoan] = useState<Loan>(claimed);
  return (
    <>
      <ActionDialog loan={loan} button={finalize} onClose={jest.fn()} />
      <button type="button" onClick={() => setLoan({ ...loan, repaymentClaim: null })}>
        Receive event
      </button>
    </>
  );
}

test('a return names the claim that the lender saw, also if it is withdrawn while the dialog is open', async () => {
  const { calls } = renderScreen({
    at: '/loan',
    screens: { '/loan': <WithdrawnWhileOpen /> },
    answers: { Finalize: undefined },
  });
  await userEvent.click(screen.getByRole('radio', { name: /Return the domain/ }));
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'vellum.app');
  await userEvent.click(screen.getByRole('button', { name: 'Receive event', hidden: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Return vellum.app' }));
  expect(calls('Finalize')).toEqual([{ id: 'loan-1', outcome: 'RETURN', claimId: 'payment-1' }]);
});

test('another choice has to be confirmed by name again', async () => {
  openFinalize(buildLoan({ actionButtons: [finalize] }), finalize);
  await userEvent.click(screen.getByRole('radio', { name: /Return the domain/ }));
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'vellum.app');
  expect(screen.getByRole('button', { name: 'Return vellum.app' })).toBeEnabled();
  await userEvent.click(screen.getByRole('radio', { name: /Take the domain/ }));
  expect(screen.getByRole('button', { name: 'Take vellum.app' })).toBeDisabled();
});

const settleChoices = [
  { outcome: 'CONTINUE', label: 'Continue', message: null },
  { outcome: 'SEIZE', label: 'Give the domain to the lender', message: null },
];
const settle = buildButton('Settle', 'SETTLE', { enabled: true, choices: settleChoices });
const proposal = { by: 'LENDER', outcome: 'SEIZE', maySeize: false, label: 'x', at: '2027-01-01' };

test('agreeing to a proposal that gives the domain away is confirmed by name; a proposal is not', async () => {
  const disputed = { status: 'ESCALATED', role: 'BORROWER', actionButtons: [settle] } as const;
  const settlement = proposal as Loan['settlement'];
  openFinalize(buildLoan({ ...disputed, settlement } as Partial<Loan>), settle);
  await userEvent.click(screen.getByRole('radio', { name: /Give the domain/ }));
  expect(screen.getByRole('button', { name: 'Give up vellum.app' })).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: /Continue/ }));
  expect(screen.getByRole('button', { name: 'Propose' })).toBeEnabled();
  cleanup();
  const continues = { ...proposal, outcome: 'CONTINUE' } as Loan['settlement'];
  openFinalize(buildLoan({ ...disputed, settlement: continues } as Partial<Loan>), settle);
  await userEvent.click(screen.getByRole('radio', { name: /Continue/ }));
  expect(screen.getByRole('button', { name: 'Settle' })).toBeEnabled();
  cleanup();
  openFinalize(buildLoan(disputed as Partial<Loan>), settle);
  await userEvent.click(screen.getByRole('radio', { name: /Give the domain/ }));
  expect(screen.getByRole('button', { name: 'Propose' })).toBeEnabled();
});

test('a settlement says “you” to its reader, and names the other party', () => {
  for (const [role, effect] of [
    ['LENDER', 'vellum.app goes to you and settles the debt'],
    ['BORROWER', 'vellum.app goes to Ada Park and settles the debt'],
  ] as const) {
    openFinalize(buildLoan({ status: 'ESCALATED', role, actionButtons: [settle] }), settle);
    expect(screen.getByText(effect, { exact: false })).toBeVisible();
    cleanup();
  }
});

test('a settlement says what is owed, what the domain is worth and when an operator decides; the reader’s proposal keeps its effect', () => {
  const disputeDates = {
    evidenceUntil: '2027-01-20T12:00:00.000Z',
    decisionDue: '2027-01-24T12:00:00.000Z',
  };
  const message = 'You proposed this.';
  const choices = [{ ...settleChoices[0], message }, settleChoices[1]];
  const button = { ...settle, choices } as ActionButton;
  const settlement = { ...proposal, outcome: 'CONTINUE' } as Loan['settlement'];
  openFinalize(buildLoan({ status: 'ESCALATED', disputeDates, settlement }), button);
  expect(screen.getByText('Owed today').nextSibling).toHaveTextContent('$18,100.00');
  expect(screen.getByText('Value of the domain').nextSibling).toHaveTextContent('Est. $30,000');
  expect(screen.getByText('An operator decides by').nextSibling).toHaveTextContent(/^Jan 24/);
  expect(screen.getByRole('radio', { name: /^Continue/ })).toBeDisabled();
  expect(
    screen.getByText(
      'Your proposal now. If Milo agrees: The dispute ends, and the loan continues',
      {
        exact: false,
      },
    ),
  ).toBeVisible();
});

const nextDue = { date: '2026-12-14', amount: 1, instalment: 2, instalments: 12, isLate: false };

test.each<[string, object, string]>([
  ['running', {}, 'Feb 14. After Feb 22 Ada may take vellum.app'],
  ['overdue', { stage: 'OVERDUE' }, 'Feb 14. Until you repay, Ada may take vellum.app at any time'],
  ['seizable', { maySeize: true }, 'Feb 14. Until you repay, Ada may take vellum.app at any time'],
  ['paid out in silence', { receivedBy: 'SILENCE' }, 'Feb 14. After Feb 22 an operator may decide'],
  ['out of custody', { inCustodyAt: null }, 'Feb 14. After Feb 22 an operator may decide'],
  ['before its last instalment', { nextDue }, 'Feb 14'],
])('a claim of repayment says what follows without it: %s', (_, more, text) => {
  const button = buildButton('Claim Repaid', 'CLAIM_REPAID', { enabled: true });
  openFinalize(buildLoan({ role: 'BORROWER', actionButtons: [button], ...more }), button);
  expect(screen.getByText('Due').nextSibling?.textContent).toBe(text);
  // The first line: pressing the button pays nothing.
  const before = screen.getByText('Send the money first: this only reports it to Ada.');
  expect(before.nextSibling).toHaveTextContent(/^Payoff today/);
});

test.each([
  ['SIGN', null, 'There is no fee, and vellum.app stays yours.'],
  ['APPROVE_TRANSFER', null, 'The transfer of vellum.app continues'],
  ['MARK_PAID', '2026-11-14T09:12:00.000Z', 'vellum.app stays in our custody'],
] as const)(
  'cancelling while the loan waits for %s says what ends and what goes on',
  (action, inCustodyAt, text) => {
    const button = buildButton('Cancel', 'CANCEL', { enabled: true, danger: true });
    const waitingFor = { ...buildLoan().waitingFor, action };
    const loan = { status: 'NEW', role: 'BORROWER', amount: 70_000, inCustodyAt } as const;
    openFinalize(buildLoan({ ...loan, waitingFor, actionButtons: [button] }), button);
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(`you don’t get the $700.00. ${text}`);
    expect(dialog.textContent?.includes('continues')).toBe(action === 'APPROVE_TRANSFER');
  },
);

test('the borrower’s Finalize first asks whether the loan is repaid, then for the name', async () => {
  const button = buildButton('Finalize', 'FINALIZE_SURRENDER', {
    ...{ enabled: true, standard: true },
    choices: [{ outcome: 'SURRENDER', label: 'Give up the domain', message: null }],
  });
  const loan = buildLoan({ role: 'BORROWER', actionButtons: [button] });
  const { calls } = openFinalize(loan, button);
  const dialog = screen.getByRole('dialog', { name: 'Give up vellum.app?' });
  expect(dialog).toHaveAccessibleDescription(
    /^Repaid already\? Use Claim Repaid instead\..*vellum\.app goes to Ada Park for good\./s,
  );
  const facts = within(dialog).getAllByRole('term');
  expect(facts.map(({ textContent }) => textContent)).toEqual([
    'No longer owed',
    'Value of the domain',
  ]);
  const confirm = screen.getByRole('button', { name: 'Give up vellum.app' });
  expect(confirm).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Type vellum.app to confirm'), 'VELLUM.app');
  await userEvent.click(confirm);
  expect(calls('Finalize')).toEqual([{ id: 'loan-1', outcome: 'SURRENDER' }]);
});
