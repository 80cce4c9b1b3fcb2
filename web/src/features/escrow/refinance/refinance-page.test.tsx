/** The first cards of the pages of both loans: the next step, how it ended, the timeline, and where the money goes. */

import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { ResolveDialog } from '../action/resolve-dialog.tsx';
import { listCountedPayments } from '../loan/counted-payments.ts';
import { buildSteps } from '../loan/loan-steps.ts';
import { NextStepCard } from '../loan/next-step-card.tsx';
import { PayoffOnDay } from '../loan/payoff-on-day.tsx';
import { RepaymentCard } from '../loan/repayment-card.tsx';
import type { Loan } from '../loan-parties.ts';
import { PayeeCards } from '../payee/payee-cards.tsx';
import { buildButton, buildLoan } from '../testing/build-loan.ts';
import { buildLeg, buildNewLoan, buildOldLoan } from '../testing/build-refinance.ts';

const paid = buildLeg('PAYOFF', { status: 'CONFIRMED', confirmedAmount: 10_147_95 });
const ended = {
  ...{ status: 'FINALIZED_RETURN_TO_BORROWER', stage: null, actions: [], actionButtons: [] },
  finalizedAt: '2027-01-15T00:00:00.000Z',
} satisfies Partial<Loan>;

function show(loan: Loan, name = 'What happens next') {
  renderScreen({
    at: '/loan',
    screens: { '/loan': <NextStepCard loan={loan} onAction={jest.fn()} /> },
  });
  return screen.getByRole('region', { name });
}

test.each([
  [buildOldLoan(), 'The borrower refinances this loan.', 'Answer the Payoff Letter'],
  [buildOldLoan({ payments: [buildLeg('PAYOFF')] }), 'refinances', 'Confirm the Payment'],
  [buildOldLoan({ role: 'BORROWER', actions: [] }), 'You refinance this loan.', 'See Refinancing'],
  [buildNewLoan(), '$12,000.00 once the old loan is repaid', 'Pay the Old Lender'],
  [
    buildNewLoan({ status: 'LOAN_POSTED', stage: 'ACTIVE', payments: [paid] }),
    'owes',
    'Send the Surplus',
  ],
] satisfies [Loan, string, string][])(
  'case %#: the next step says what the reader does and goes to its card',
  async (loan, text, button) => {
    const card = show(loan);
    expect(await within(card).findByRole('button', { name: button })).toBeVisible();
    expect(card).toHaveTextContent(text);
  },
);

test('other loans have no line about a refinancing', () => {
  expect(show(buildLoan())).not.toHaveTextContent('efinanc');
});

test('a new loan is not asked to be transferred in, and its money goes to the old lender', () => {
  const loan = buildNewLoan({ role: 'BORROWER' });
  const [, transfer, payment] = buildSteps(loan, new Date('2027-01-15'));
  expect([transfer?.detail, payment?.detail]).toEqual([
    'Already in escrow',
    'New lender pays the old one',
  ]);
  expect(show(loan)).not.toHaveTextContent('Transfer');
});

test.each([
  [buildNewLoan(), ['Where you’re paid']],
  [buildNewLoan({ replaces: null }), ['Where to pay', 'Where you’re paid']],
])(
  'until the old loan is repaid, no card asks the new lender to pay the borrower, case %#',
  (loan, cards) => {
    renderScreen({ at: '/loan', screens: { '/loan': <PayeeCards loan={loan} /> } });
    expect(
      screen.queryAllByRole('region').map((one) => one.querySelector('h2')?.textContent),
    ).toEqual(cards);
  },
);

test('a refinanced loan ended without returning the name', () => {
  const loan = buildOldLoan({ ...ended, role: 'BORROWER' });
  const card = show(loan, 'How it ended');
  expect(card).toHaveTextContent('Refinanced');
  expect(within(card).queryByRole('link', { name: 'My Domains' })).toBeNull();
  expect(buildSteps(loan, new Date('2027-01-20')).at(-1)?.detail).toBe('Refinanced Jan 15');
});

const waits = (action: Loan['waitingFor']['action']) => ({
  waitingFor: { ...buildLoan().waitingFor, action },
  whatNext: 'The sentence of the server.',
});
const replaced = buildNewLoan({ status: 'LOAN_POSTED', stage: 'ACTIVE', payments: [paid] });

test.each([
  [buildOldLoan(waits('SIGN_LETTER')), 'Letter answered by'],
  [{ ...replaced, ...waits('PAY_SURPLUS') }, 'Surplus sent by'],
  [{ ...replaced, ...waits('CONFIRM_RECEIPT') }, 'Surplus answered by'],
  [
    buildOldLoan({ ...waits('ANSWER_CLAIM'), payments: [buildLeg('PAYOFF')] }),
    'Confirm or deny $10,147.95',
  ],
  [
    buildOldLoan({ ...waits('ANSWER_CLAIM'), role: 'BORROWER', payments: [buildLeg('PAYOFF')] }),
    '$10,147.95 reported as paid',
  ],
] satisfies [Loan, string][])(
  'case %#: what a running loan waits for is named, with the sentence of the server',
  (loan, text) => {
    const card = show(loan);
    expect(card).toHaveTextContent(text);
    expect(card).toHaveTextContent('The sentence of the server.');
  },
);

test('payments that replaced another loan are no repayments of the new one', () => {
  const surplus = buildLeg('SURPLUS', { status: 'CONFIRMED', confirmedAmount: 1_852_05 });
  const sent = { date: null, method: null, reference: null, at: paid.reportedAt };
  const loan = { ...replaced, sent, payments: [paid, surplus] };
  expect(listCountedPayments(loan)).toEqual([]);
  // It is replaced in turn: then its lender is the old one.
  const received = { ...paid, id: 'p2', reportedAt: '2027-03-01T09:00:00.000Z' };
  const turn = { ...loan, replacedBy: 'newer-1', payments: [...loan.payments, received] };
  expect(listCountedPayments(turn).map(({ id }) => id)).toEqual(['p2']);
  expect(listCountedPayments(buildOldLoan({ payments: [paid] }))).toHaveLength(1);
});

test('the payoff of another day is that of the server, which knows the letter and each advance', async () => {
  const { calls } = renderScreen({
    at: '/loan',
    screens: { '/loan': <PayoffOnDay loan={replaced} /> },
    answers: {
      PayoffOnDay: replyWith({ escrowBalance: { __typename: 'LoanBalance', payoff: 12_023_01 } }),
    },
  });
  expect(await screen.findByText('$12,023.01')).toBeVisible();
  expect(calls('PayoffOnDay')).toHaveLength(1);
});

test('a refinanced loan says what repaid it', () => {
  const payments = [paid];
  const loan = buildOldLoan({ ...ended, payoff: 0, payments });
  renderScreen({ at: '/loan', screens: { '/loan': <RepaymentCard loan={loan} /> } });
  expect(screen.getByRole('region', { name: 'Repayment' })).toHaveTextContent(
    '$10,147.95Repaid by a new loan on Jan 15, 2027',
  );
});

test('an operator decides that the new lender has paid', async () => {
  const choices = [
    { outcome: 'REFINANCED' as const, label: 'The new lender has paid', message: null },
  ];
  const button = buildButton('Resolve', 'RESOLVE', { enabled: true, choices });
  const loan = buildOldLoan({ role: 'OPERATOR', status: 'ESCALATED' });
  const { calls } = renderScreen({
    at: '/loan',
    screens: { '/loan': <ResolveDialog loan={loan} button={button} onClose={() => {}} /> },
    // Never replies.
    answers: { Resolve: undefined },
  });
  await userEvent.click(screen.getByRole('radio', { name: /The new lender has paid/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent('vellum.app secures the new loan');
  await userEvent.type(screen.getByLabelText('Reason'), 'The wire arrived.');
  await userEvent.click(screen.getByRole('button', { name: 'Resolve' }));
  expect(calls('Resolve')).toEqual([
    { id: 'old-1', outcome: 'REFINANCED', maySeize: false, reason: 'The wire arrived.' },
  ]);
});
