/** The card of a refinancing: what each party of both loans reads and can do in each state. */

import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { syncBusinessTime } from '../../../graph/business-time.ts';
import type { Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { hasRefinance } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { buildLeg, buildLetter, buildNewLoan, buildOldLoan } from '../testing/build-refinance.ts';
import { RefinanceCard } from './refinance-card.tsx';
import type { PayoffLetter } from './split-payoff.ts';

beforeEach(() => syncBusinessTime('2027-01-15T12:00:00Z'));

const typed = (letter: PayoffLetter) => ({
  ...letter,
  __typename: 'PayoffLetter',
  days: letter.days.map((day) => ({ ...day, __typename: 'PayoffDay' })),
});

interface CardOptions {
  loan: Loan;
  letter?: Partial<PayoffLetter>;
  answers?: Replies;
}

function show({ loan, letter = {}, answers = {} }: CardOptions) {
  const rendered = renderScreen({
    at: '/loan',
    screens: { '/loan': <RefinanceCard loan={loan} />, '/listings/:id': <p>The listing</p> },
    answers: {
      PayoffLetter: replyWith({ payoffLetter: typed(buildLetter(letter)) }),
      ...answers,
    },
  });
  return { ...rendered, card: screen.getByRole('region', { name: 'Refinancing' }) };
}

const listControls = (card: HTMLElement) =>
  [...within(card).queryAllByRole('button'), ...within(card).queryAllByRole('link')].map(
    ({ textContent }) => textContent,
  );

const report = ['Report the Payment', 'Show payment details'];
const confirmed = { status: 'CONFIRMED', confirmedAmount: 10_147_95 } as const;
const paid = buildLeg('PAYOFF', confirmed);
const short = { amount: 9_000_00 };
const posted = { status: 'LOAN_POSTED', receivedAt: '2027-01-15T00:00:00.000Z' } as const;

test.each([
  // The borrower of a running loan.
  [buildLoan({ role: 'BORROWER' }), {}, 'Another lender can repay Ada directly', ['Refinance']],
  [
    buildLoan({ role: 'BORROWER', refinanceListing: { id: 'l1' } }),
    {},
    'Listed for refinancing.',
    ['See listing'],
  ],
  // The old loan.
  [
    buildOldLoan(),
    { confirmed: false },
    'Without your answer within 3 days, the parties go on with these amounts',
    ['Sign', 'Correct'],
  ],
  [buildOldLoan({ actions: [] }), {}, 'You have signed it. The amount must arrive in full.', []],
  [
    buildOldLoan({ role: 'BORROWER', actions: [] }),
    { reason: 'Late fee of May' },
    'The lender has corrected it: “Late fee of May”',
    ['the new loan'],
  ],
  [
    buildOldLoan({ role: 'BORROWER', actions: [], status: 'FINALIZED_RETURN_TO_BORROWER' }),
    {},
    'Replaced by the new loan.',
    ['the new loan'],
  ],
  // The new loan before the closing.
  [
    buildNewLoan({ status: 'PENDING_SIGNATURE', actions: ['SIGN'] }),
    { confirmed: false },
    '1. The old lender signs the payoff letterNext2. Both of you sign the new contractLater',
    [],
  ],
  [buildNewLoan(), {}, 'Send the old lender $10,147.95 today', report],
  [buildNewLoan(short), {}, 'Send the old lender $9,000.00 today', report],
  [buildNewLoan(), {}, '5. You send Milo what is left, $1,852.05', report],
  [
    buildNewLoan({ payments: [buildLeg('PAYOFF')] }),
    {},
    '4. The old lender confirms, and the domain secures the new loanNext',
    [],
  ],
  [
    buildNewLoan({ ...short, role: 'BORROWER' }),
    {},
    'Send the old lender $1,147.95 today',
    [...report, 'your earlier loan'],
  ],
  [
    buildNewLoan({
      ...{ ...short, role: 'BORROWER' },
      payments: [buildLeg('PAYOFF', { ...confirmed, ...short, confirmedAmount: 8_990_00 })],
    }),
    { days: [{ date: '2027-01-15', amount: 1_157_95 }] },
    'Send the old lender $1,157.95 today',
    [...report, 'your earlier loan'],
  ],
  [
    buildNewLoan({
      ...{ ...short, role: 'BORROWER' },
      payments: [buildLeg('TOP_UP', { amount: 1_147_95 })],
    }),
    {},
    'You pay the old lender the rest, $1,147.95Done',
    ['your earlier loan'],
  ],
  // The new loan after the closing.
  [buildNewLoan({ ...posted, payments: [paid] }), {}, 'Send Milo $1,852.05', report],
  [
    buildNewLoan({ ...posted, role: 'BORROWER', actions: [], payments: [paid] }),
    {},
    'Ada still has to send you $1,852.05. You owe it only once it arrives.',
    ['your earlier loan'],
  ],
  [
    buildNewLoan({ ...posted, payments: [paid, buildLeg('SURPLUS', { amount: 1_852_05 })] }),
    {},
    'Replaced the loan of another lender.',
    [],
  ],
  [
    buildNewLoan({ status: 'CANCELLED', actions: [] }),
    {},
    'Was to replace the loan of another lender.',
    [],
  ],
] satisfies [Loan, Partial<PayoffLetter>, string, string[]][])(
  'case %#: the reader sees who does what next and has the actions of their turn',
  async (loan, letter, text, controls) => {
    const { card } = show({ loan, letter });
    await waitFor(() => expect(card).toHaveTextContent(text));
    expect(listControls(card)).toEqual(controls);
  },
);

test.each([
  {
    repaymentClaim: { paymentId: null, date: '2027-01-10', method: 'Wire', reference: 'R', at: '' },
  },
  { maySeize: true },
  { status: 'ESCALATED' },
  { payoff: 0 },
] as Partial<Loan>[])('a loan in state %j cannot be refinanced', (more) => {
  expect(hasRefinance(buildLoan({ role: 'BORROWER' }))).toBe(true);
  expect(hasRefinance(buildLoan({ role: 'BORROWER', ...more }))).toBe(false);
});

test('the letter has the amount of each day and where it is paid', async () => {
  const { card } = show({ loan: buildNewLoan() });
  const letter = await within(card).findByRole('region', { name: 'Payoff letter' });
  expect(letter).toHaveTextContent('Payoff today$10,147.95Each day adds about$3.29');
  expect(letter).toHaveTextContent('Jan 25, 2027$10,180.85');
  expect(letter).toHaveTextContent('Paid toIBAN …3000');
  cleanup();
  const other = show({ loan: buildNewLoan(), letter: { payee: null } });
  await waitFor(() => expect(other.card).toHaveTextContent('Paid toNot chosen yet'));
});

const signed = replyWith({ signPayoffLetter: typed(buildLetter()) });

test('the old lender signs the letter after reading what it binds to', async () => {
  const { card, calls } = show({
    loan: buildOldLoan(),
    letter: { confirmed: false },
    answers: { SignPayoffLetter: signed },
  });
  const user = userEvent.setup();
  await user.click(await within(card).findByRole('button', { name: 'Sign' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('You release the domain to the new loan once you confirm');
  await user.click(within(dialog).getByRole('button', { name: 'Sign' }));
  await screen.findByText('Payoff letter signed');
  expect(calls('SignPayoffLetter')).toEqual([{ id: 'old-1', confirm: true }]);
});

test('a correction needs an amount and a reason, and shows the error of the server', async () => {
  const { card, calls } = show({
    loan: buildOldLoan(),
    letter: { confirmed: false },
    answers: {
      SignPayoffLetter: replyWithError('INVALID_INPUT', 'The input is invalid.', {
        fields: { 'correction.amount': 'The amount must be less than $20,295.90.' },
      }),
    },
  });
  const user = userEvent.setup();
  await user.click(await within(card).findByRole('button', { name: 'Correct' }));
  const dialog = await screen.findByRole('dialog');
  const amount = within(dialog).getByLabelText('Payoff today');
  expect(amount).toHaveValue('10147.95');
  await user.click(within(dialog).getByRole('button', { name: 'Sign the Correction' }));
  await within(dialog).findByText('Enter the reason');
  expect(calls('SignPayoffLetter')).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '30000');
  await user.type(within(dialog).getByLabelText('Reason'), 'Costs');
  await user.click(within(dialog).getByRole('button', { name: 'Sign the Correction' }));
  await within(dialog).findByText('The amount must be less than $20,295.90.');
  expect(calls('SignPayoffLetter')).toEqual([
    { id: 'old-1', correction: { amount: 30_000_00, reason: 'Costs' } },
  ]);
});

test.each([
  [buildNewLoan(), 'PAYOFF', 10_147_95, 'Until then, the domain can’t be taken'],
  [buildNewLoan({ ...short, role: 'BORROWER' }), 'TOP_UP', 1_147_95, 'an operator decides'],
  [buildNewLoan({ ...posted, payments: [paid] }), 'SURPLUS', 1_852_05, 'After 5 days'],
] satisfies [Loan, string, number, string][])(
  'case %#: the payer reports the payment with its amount and leg on the new loan',
  async (loan, leg, amount, effect) => {
    const { card, calls } = show({
      loan,
      answers: {
        ReportPayment: replyWith({
          reportPayment: { __typename: 'LoanPayment', id: 'p', status: 'REPORTED' },
        }),
      },
    });
    const user = userEvent.setup();
    await user.click(await within(card).findByRole('button', { name: 'Report the Payment' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(effect);
    await user.type(within(dialog).getByLabelText('Method'), 'Wire');
    await user.type(within(dialog).getByLabelText('Reference'), 'R-1');
    await user.click(within(dialog).getByRole('button', { name: 'Report Payment' }));
    await screen.findByText('Payment reported');
    const payment = { date: '2027-01-15', amount, method: 'Wire', reference: 'R-1', leg };
    expect(calls('ReportPayment')).toEqual([{ id: 'new-1', ...payment }]);
  },
);

test('the details of the payment are named after who is paid', async () => {
  const { card } = show({
    loan: buildNewLoan(),
    answers: { PaymentInstructions: replyWithError('CONFLICT', 'No payee was chosen.') },
  });
  const user = userEvent.setup();
  await user.click(await within(card).findByRole('button', { name: 'Show payment details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pay the old lender' });
  await within(dialog).findByText('No payee was chosen.');
});
