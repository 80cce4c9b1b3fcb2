/** What the loan's page shows each party: what happens next and by when, and where the domain is at the end. */

import { expect, jest, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import {
  buildButton,
  buildFinalize,
  buildLoan,
  buildStandardButtons,
} from '../testing/build-loan.ts';
import { LoanHeader } from './loan-header.tsx';
import { NextStepCard } from './next-step-card.tsx';

const closed = { stage: null, finalizedAt: '2027-02-01T23:30:00.000Z' } as const;

const show = (more: Partial<Loan>) => {
  const loan = buildLoan(more);
  renderScreen({
    at: '/loan',
    screens: {
      '/loan': (
        <>
          <LoanHeader loan={loan} />
          <NextStepCard loan={loan} onAction={jest.fn()} />
        </>
      ),
    },
    answers: {},
  });
};

const card = (name: string) => screen.getByRole('region', { name });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('the card opens with the amount, then the deadline with the days left, then what follows', () => {
  const waitingFor = { ...buildLoan().waitingFor, until: inDays(5) };
  show({ role: 'BORROWER', stage: 'IN_GRACE', payoff: 860_12, waitingFor });
  expect(card('What happens next')).toHaveTextContent(
    /^What happens nextRepay \$860\.12 today ?Grace ends .+ · 5 days leftRepay Ada directly/,
  );
  expect(within(card('What happens next')).getByText('$860.12').tagName).toBe('STRONG');
  expect(card('What happens next')).toHaveClass('bg-red-bg');
});

test('before the due date the deadline has the amount owed then, not that of today', () => {
  const waitingFor = { ...buildLoan().waitingFor, until: inDays(40) };
  show({ role: 'BORROWER', payoff: 18_100_00, waitingFor });
  expect(card('What happens next')).toHaveTextContent(
    /Payoff today \$18,100\.00 ?\$18,597\.00 by .+ · 40 days left/,
  );
});

test('a borrower reads that a mark without details lapses, not that something is due', () => {
  const at = inDays(3);
  const waitingFor = {
    ...buildLoan().waitingFor,
    party: 'BOTH',
    action: 'PAYMENT_DETAILS',
    until: at,
  } as const;
  show({ role: 'BORROWER', stage: 'AWAITING_RECEIPT', markLapsesAt: at, waitingFor });
  expect(card('What happens next')).toHaveTextContent(/The mark lapses .+ · 3 days left/);
  expect(card('What happens next')).not.toHaveClass('bg-amber-bg');
});

const disputed: Partial<Loan> = {
  ...{ status: 'ESCALATED', stage: null, role: 'BORROWER' },
  actionButtons: [buildButton('Evidence Complete', 'EVIDENCE_DONE', { enabled: true })],
};
const waitForEvidence = () =>
  ({ ...buildLoan().waitingFor, party: 'BOTH', action: 'ADD_EVIDENCE', until: inDays(5) }) as const;

test('in a dispute the first button leads to the upload of evidence', async () => {
  const loan: Partial<Loan> = { ...disputed, waitingFor: waitForEvidence() };
  show(loan);
  expect(card('What happens next')).toHaveTextContent(/Evidence until .+ · 5 days left/);
  const upload = document.createElement('div');
  upload.id = 'add-evidence';
  upload.innerHTML = '<button type="button">Choose a file</button>';
  document.body.append(upload);
  await userEvent.click(screen.getByRole('button', { name: 'Add Evidence' }));
  expect(within(upload).getByRole('button')).toHaveFocus();
  upload.remove();
});

test('a party with complete evidence has no Add Evidence button', () => {
  const loan: Partial<Loan> = {
    ...disputed,
    waitingFor: waitForEvidence(),
    evidenceDone: ['BORROWER'],
  };
  show(loan);
  expect(screen.queryByRole('button', { name: 'Add Evidence' })).toBeNull();
});

test('a closed loan says how it ended, for this reader', () => {
  const whatNext = 'This loan is closed. vellum.app is yours.';
  const status = 'FINALIZED_LENDER_SEIZURE';
  show({ ...closed, role: 'LENDER', status, discharged: 18_700_00, whatNext });
  expect(card('How it ended')).toHaveTextContent('$18,700.00 settled by the domain');
  expect(card('How it ended')).toHaveTextContent(whatNext);
  expect(screen.queryByText('What happens next')).toBeNull();
});

test('while Nameloan holds the domain, something still happens next', () => {
  const released = { releasedTo: null, releasedAt: null, releasedBy: null };
  const held = { state: 'HELD', since: closed.finalizedAt, ...released } as const;
  show({ ...closed, status: 'FINALIZED_PLATFORM_SEZIURE', held });
  expect(card('What happens next')).toHaveTextContent('Held by Nameloan');
});

test('available actions are large; the customer’s other buttons are one row with one caption', () => {
  show({ actionButtons: buildStandardButtons('Finalize', 'Escalate') });
  const buttons = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Finalize',
    'Escalate',
    'Mark Paid',
    'Cancel',
  ]);
  const [finalize, escalate, markPaid, cancel] = buttons;
  for (const button of [finalize, escalate]) expect(button).toHaveClass('h-10');
  expect(escalate).toHaveAccessibleDescription('An operator decides');
  for (const button of [markPaid, cancel]) {
    expect(button).toHaveClass('h-8');
    expect(button).toHaveAccessibleDescription(
      'Mark Paid and Cancel are only possible before payment.',
    );
  }
  expect(markPaid?.parentElement).toBe(cancel?.parentElement);
});

const labelsOfActions = () =>
  within(screen.getByRole('group', { name: 'Actions' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test('the borrower’s Finalize warns, comes last and says what it gives away', () => {
  const surrender = buildFinalize({ enabled: true, standard: true });
  const claim = buildButton('Claim Repaid', 'CLAIM_REPAID', { enabled: true });
  const escalate = buildButton('Escalate', 'ESCALATE', { enabled: true, danger: true });
  show({ role: 'BORROWER', actionButtons: [claim, surrender, escalate] });
  expect(labelsOfActions()).toEqual(['Claim Repaid', 'Escalate', 'Finalize']);
  const finalize = screen.getByRole('button', { name: 'Finalize' });
  expect(finalize).toHaveClass('text-red');
  expect(finalize).toHaveAccessibleDescription('Gives the domain to Ada');
  // Right below its button, in the colour of a warning.
  expect(finalize.nextSibling).toHaveClass('text-red');
  expect(screen.getByRole('button', { name: 'Claim Repaid' })).toHaveClass('bg-brand');
});

test('the lender’s Finalize is the primary button only once repayment is claimed', () => {
  const actionButtons = [buildFinalize({ enabled: true })];
  show({ actionButtons });
  const finalize = screen.getByRole('button', { name: 'Finalize' });
  expect(finalize).not.toHaveClass('bg-brand');
  expect(finalize).not.toHaveAccessibleDescription();
  cleanup();
  const at = '2027-02-01T10:00:00.000Z';
  const repaymentClaim = {
    date: '2027-02-01',
    method: 'Wire',
    reference: 'R-1',
    paymentId: null,
    at,
  };
  show({ actionButtons, repaymentClaim });
  expect(screen.getByRole('button', { name: 'Finalize' })).toHaveClass('bg-brand');
});

const ownerLink = () => screen.queryByRole('link', { name: 'My Domains' });

test.each([
  ['FINALIZED_RETURN_TO_BORROWER', 'BORROWER'],
  ['FINALIZED_LENDER_SEIZURE', 'LENDER'],
] as const)('a loan that ended as %s links the %s to the domain', (status, role) => {
  show({ status, role });
  expect(ownerLink()).toHaveAttribute('href', '/app/my-domains');
});

test.each([
  ['FINALIZED_RETURN_TO_BORROWER', 'LENDER'],
  ['FINALIZED_LENDER_SEIZURE', 'BORROWER'],
  ['FINALIZED_LENDER_SEIZURE', 'OPERATOR'],
  ['LOAN_POSTED', 'BORROWER'],
] as const)('a loan that is %s does not link the %s to a domain', (status, role) => {
  show({ status, role });
  expect(ownerLink()).toBeNull();
});

test.each([
  ['BORROWER', '/app/borrow'],
  ['LENDER', '/app/lend'],
] as const)('the back link of the %s is named after its page', (role, to) => {
  show({ role });
  expect(screen.getByRole('link', { name: 'My Loans' })).toHaveAttribute('href', to);
});

test.each([
  ['LENDER', {}, 'Milo proposes an extension', 'Answer the Proposal', 'Proposal to answer'],
  ['BORROWER', {}, 'You proposed an extension', 'See Amendment', null],
  ['BORROWER', agreed, 'Agreed: sign the amendment', 'Sign the Amendment', 'Amendment to sign'],
] as const)(
  'the %s sees that an amendment waits, and whether it waits for them',
  async (role, more, state, verb, chip) => {
    const waitingFor = { ...buildLoan().waitingFor, until: inDays(40) };
    show({ role, waitingFor, amendments: [buildAmendment({ ...more, expiresAt: inDays(5) })] });
    const next = card('What happens next');
    expect(await within(next).findByRole('button', { name: verb })).toBeVisible();
    expect(next).toHaveTextContent(new RegExp(`${state}By .+ · 5 days left`));
    expect(next.className.includes('bg-amber-bg')).toBe(chip !== null);
    const heading = screen.getByRole('heading', { level: 1 });
    if (chip) expect(heading).toHaveTextContent(chip);
    else expect(heading).not.toHaveTextContent(/Proposal|Amendment/);
  },
);

test('an amendment that the loan waits for next is its headline, with its deadline in place of the due date', () => {
  show({
    ...{ role: 'LENDER', stage: 'OVERDUE', whatNext: 'You both have to sign the amendment.' },
    waitingFor: {
      ...buildLoan().waitingFor,
      party: 'LENDER',
      action: 'SIGN_AMENDMENT',
      until: inDays(3),
    },
    amendments: [buildAmendment({ ...agreed, expiresAt: inDays(3) })],
  });
  const next = card('What happens next');
  expect(next).toHaveTextContent(
    /^What happens nextAgreed: sign the amendment ?by .+ · 3 days leftYou both have to sign/,
  );
  expect(next).not.toHaveTextContent('overdue');
  expect(within(next).getAllByText('Agreed: sign the amendment')).toHaveLength(1);
});

test('while a proposal waits, the end of grace stays on the card', async () => {
  const waitingFor = {
    ...{ ...buildLoan().waitingFor, party: 'LENDER', action: 'ANSWER_AMENDMENT' },
    until: inDays(6),
  } satisfies Loan['waitingFor'];
  show({
    ...{ role: 'BORROWER', stage: 'IN_GRACE', payoff: 860_12, graceEndsAt: inDays(2), waitingFor },
    amendments: [buildAmendment({ expiresAt: inDays(6) })],
  });
  await screen.findByText('You proposed an extension');
  expect(card('What happens next')).toHaveTextContent(
    /^What happens nextRepay \$860\.12 today ?Grace ends .+ · 2 days left.+You proposed an extensionBy .+ · 6 days left/,
  );
});

test('while a proposal waits, the deadline is that of the next instalment, or of the acceleration', () => {
  const dueAt = inDays(270);
  const loan: Partial<Loan> = {
    ...{ role: 'BORROWER', dueAt, amendments: [buildAmendment({ expiresAt: inDays(6) })] },
    nextDue: { date: inDays(21).slice(0, 10), amount: 53_30, instalment: 4, instalments: 12 },
    waitingFor: { ...buildLoan().waitingFor, action: 'ANSWER_AMENDMENT', until: inDays(6) },
  };
  show(loan);
  expect(card('What happens next')).toHaveTextContent(/\$53\.30 by .+ · 21 days left/);
  const due = within(card('What happens next')).getByText('21 days left').previousElementSibling;
  expect(due).toHaveAttribute('datetime', inDays(21).slice(0, 10) + dueAt.slice(10));
  cleanup();
  show({ ...loan, stage: 'ACCELERATED', nextDue: null, accelerationEndsAt: inDays(5) });
  expect(card('What happens next')).toHaveTextContent(/by .+ · 5 days left/);
});

test('a disputed or closed loan names no amendment', () => {
  const amendments = [buildAmendment({ status: 'VOID', endedAt: inDays(-1), expiresAt: null })];
  show({ status: 'ESCALATED', stage: null, amendments });
  expect(screen.queryByRole('button', { name: 'See Amendment' })).toBeNull();
});

test('a borrower with instalments reports the next one first, in its amount', async () => {
  const nextDue = { date: '2027-02-14', amount: 888_08, instalment: 4, instalments: 12 };
  const actionButtons = [
    buildButton('Claim Repaid', 'CLAIM_REPAID', { enabled: true }),
    ...buildStandardButtons('Escalate'),
  ];
  show({ role: 'BORROWER', nextDue, actionButtons });
  expect(card('What happens next')).toHaveTextContent(/Pay \$888\.08 instalment 4 of 12/);
  await userEvent.click(screen.getByRole('button', { name: 'Report a Payment' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Amount')).toHaveValue('888.08');
  cleanup();
  show({ role: 'LENDER', nextDue });
  expect(screen.queryByRole('button', { name: 'Report a Payment' })).toBeNull();
});
