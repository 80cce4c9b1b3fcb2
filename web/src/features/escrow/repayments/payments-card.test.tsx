/** The payments of a loan: what they say, who answers them, and both balances while one is open. */

import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { buildPayment } from '../testing/build-payment.ts';
import type { Payment } from './describe-payment.ts';
import { PaymentsCard } from './payments-card.tsx';

function show(more: Partial<Loan>) {
  renderScreen({ at: '/loan', screens: { '/loan': <PaymentsCard loan={buildLoan(more)} /> } });
  return screen.getByRole('region', { name: 'Payments' });
}
const listButtons = (card: HTMLElement) =>
  within(card)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

test('the lender answers an open payment and sees both balances', () => {
  const balance = {
    fees: 0,
    defaultInterest: 0,
    principal: 18_000_00,
    interest: 100_00,
    ifConfirmed: { payoff: 15_600_00 },
    ifDenied: { payoff: 18_100_00 },
  };
  const card = show({ payments: [buildPayment()], balance });
  expect(card).toHaveTextContent('Payoff today if confirmed$15,600.00');
  expect(card).toHaveTextContent('Payoff today if denied$18,100.00');
  expect(card).toHaveTextContent('$2,500.00 on Dec 1, 2026');
  expect(listButtons(card)).toEqual([
    'Confirm $2,500.00 of Dec 1, 2026',
    'Deny $2,500.00 of Dec 1, 2026',
  ]);
});

test('with several open payments both balances are of all of them', () => {
  const balance = {
    principal: 18_000_00,
    interest: 100_00,
    fees: 0,
    defaultInterest: 0,
    ifConfirmed: { payoff: 13_100_00 },
    ifDenied: { payoff: 18_100_00 },
  };
  const card = show({ payments: [buildPayment(), buildPayment({ id: 'payment-2' })], balance });
  expect(card).toHaveTextContent('Payoff today if all are confirmed$13,100.00');
  expect(card).toHaveTextContent('Payoff today if all are denied$18,100.00');
});

test('a report warns of more than the payoff, and names the uploaded file once', async () => {
  const reply = Response.json({ id: 'file-1' }, { status: 201 });
  const fetchMock = jest.spyOn(globalThis, 'fetch').mockResolvedValue(reply);
  const answers = [replyWithError('CONFLICT', 'Already recorded.'), undefined];
  const loan = buildLoan({ role: 'BORROWER', lenderName: 'Lin Okafor', payoff: 18_100_00 });
  const { calls } = renderScreen({
    at: '/loan',
    screens: { '/loan': <PaymentsCard loan={loan} /> },
    answers: { ReportPayment: () => answers.shift() },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Report a Payment' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'Send the money first: this only reports it to Lin.',
  );
  const dialog = await screen.findByRole('dialog');
  const amount = within(dialog).getByLabelText('Amount');
  await userEvent.type(amount, '18,100');
  expect(dialog).not.toHaveTextContent('more than today');
  await userEvent.clear(amount);
  await userEvent.type(amount, '18,200.50');
  expect(dialog).toHaveTextContent('This is $100.50 more than today’s payoff. Lin would owe it');
  await userEvent.type(within(dialog).getByLabelText('Method'), 'Wire');
  await userEvent.type(within(dialog).getByLabelText('Reference'), 'P-9');
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['%PDF-'], 'receipt.pdf', { type: 'application/pdf' }));
  expect(dialog).toHaveTextContent('receipt.pdf');
  for (const count of [1, 2]) {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Report Payment' }));
    await waitFor(() => expect(calls('ReportPayment')).toHaveLength(count));
    if (count === 1) expect(await within(dialog).findByText('Already recorded.')).toBeVisible();
  }
  for (const call of calls('ReportPayment'))
    expect(call).toMatchObject({ amount: 18_200_50, evidenceIds: ['file-1'] });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  fetchMock.mockRestore();
});

test('the borrower reports payments and withdraws an open one; the loan’s money is no payment of theirs', () => {
  const advance = buildPayment({ id: 'a', leg: 'ADVANCE', from: 'LENDER', status: 'CONFIRMED' });
  const card = show({ role: 'BORROWER', payments: [advance, buildPayment()] });
  expect(listButtons(card)).toEqual(['Report a Payment', 'Withdraw $2,500.00 of Dec 1, 2026']);
  expect(within(card).getAllByRole('listitem')).toHaveLength(1);
});

test('a payment to the lender who sold the loan can be confirmed by the present one, and not denied', () => {
  const card = show({ payments: [buildPayment({ payee: 'FORMER_LENDER' })] });
  expect(listButtons(card)).toEqual(['Confirm $2,500.00 of Dec 1, 2026']);
  expect(card).toHaveTextContent('paid to the former lender');
});

test('answered payments say how, newest first, and have no buttons', () => {
  const card = show({
    payments: [
      buildPayment({ id: '1', status: 'CORRECTED', confirmedAmount: 2_400_00 }),
      buildPayment({ id: '2', status: 'DENIED', reason: 'Nothing arrived.' }),
      buildPayment({ id: '3', status: 'DEEMED', confirmedAmount: 2_500_00 }),
    ],
  });
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '$2,500.00 on Dec 1, 2026Counts without an answer · Wire, P-1',
    '$2,500.00 on Dec 1, 2026Denied · Wire, P-1 · “Nothing arrived.”',
    '$2,400.00 on Dec 1, 2026Confirmed with another amount; $2,500.00 was reported · Wire, P-1',
  ]);
  expect(listButtons(card)).toEqual([]);
});

test('during a dispute the claim of repayment has no buttons, another payment has', () => {
  const { date, method, reference, reportedAt: at } = buildPayment();
  const card = show({
    status: 'ESCALATED',
    stage: null,
    repaymentClaim: { date, method, reference, at, paymentId: 'claimed' },
    payments: [buildPayment({ id: 'claimed' }), buildPayment({ id: 'other', amount: 100_00 })],
  });
  expect(listButtons(card)).toEqual([
    'Confirm $100.00 of Dec 1, 2026',
    'Deny $100.00 of Dec 1, 2026',
  ]);
});

test.each([
  ['claimed', /closes the loan/],
  ['other', /lowers what/],
])('the dialog of the payment %s says what its confirmation does', async (id, effect) => {
  const { date, method, reference, reportedAt: at } = buildPayment();
  const card = show({
    repaymentClaim: { date, method, reference, at, paymentId: 'claimed' },
    payments: [buildPayment({ id })],
  });
  await userEvent.click(within(card).getByRole('button', { name: /^(Confirm|Another Amount)/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(effect);
});

test.each<[string, Partial<Loan>, RegExp]>([
  ['2026-12-01', {}, /undoes the acceleration/],
  ['2026-12-02', {}, /from its day\. You can/],
  ['2026-12-01', { acceleratedAt: null }, /from its day\. You can/],
])('a payment of %s can undo an acceleration: %o', async (date, more, effect) => {
  const acceleratedAt = '2026-12-01T10:00:00.000Z';
  const card = show({ acceleratedAt, payments: [buildPayment({ date })], ...more });
  await userEvent.click(within(card).getByRole('button', { name: /^Confirm/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(effect);
});

test('the borrower confirms further principal as a whole, and denies it as the principal’s', async () => {
  const advance = { leg: 'AMENDMENT', amendment: 2, from: 'LENDER' } as const;
  const card = show({ role: 'BORROWER', payments: [buildPayment(advance)] });
  expect(card).toHaveTextContent('further principal of amendment 2');
  await userEvent.click(within(card).getByRole('button', { name: /^Confirm/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/the principal grows and bears interest from the day/)).toBeVisible();
  expect(dialog.queryByLabelText(/Amount that arrived/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(card).getByRole('button', { name: /^Deny/ }));
  expect(await screen.findByText(/hasn’t arrived. The principal stays the same/)).toBeVisible();
});

test('the lender reads what a claimed repayment pays too much', async () => {
  const { date, method, reference, reportedAt: at } = buildPayment();
  const card = show({
    ...{ payoff: 440_97, payments: [buildPayment({ id: 'claimed', amount: 600_00 })] },
    repaymentClaim: { date, method, reference, at, paymentId: 'claimed' },
  });
  // The next step has its confirmation and its denial.
  expect(listButtons(card)).toEqual(['Another Amount for $600.00 of Dec 1, 2026']);
  await userEvent.click(within(card).getByRole('button', { name: /^Another Amount/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('It is $159.03 more than the payoff: you owe that to Milo.');
  const amount = within(dialog).getByLabelText('Amount that arrived (optional)');
  await userEvent.type(amount, '450');
  expect(dialog).toHaveTextContent('It is $9.03 more than the payoff: you owe that to Milo.');
  await userEvent.clear(amount);
  await userEvent.type(amount, '400');
  expect(dialog).toHaveTextContent('$400.00 counts as a payment. The loan goes on, unless');
  expect(dialog).not.toHaveTextContent('closes the loan');
});

test('money that an amendment waits for is not reported as a repayment', async () => {
  const signedAt = '2026-12-01T09:00:00.000Z';
  const amendment = buildAmendment({
    ...{ ...agreed, status: 'AWAITING_MONEY', amountDue: 21_65, payer: 'BORROWER' },
    ...{ borrowerSignedAt: signedAt, lenderSignedAt: signedAt },
  });
  show({ role: 'BORROWER', payments: [], amendments: [amendment] });
  await userEvent.click(screen.getByRole('button', { name: 'Report a Payment' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'It doesn’t pay for amendment 1: report that money under Amendments.',
  );
});

test('older payments are loaded by a button, and what the loan says of a payment counts', async () => {
  const build = (number: number, more: Partial<Payment> = {}) =>
    buildPayment({
      ...{ id: `p${String(number).padStart(2, '0')}`, amount: number * 100_00 },
      ...{ status: 'CONFIRMED', confirmedAmount: number * 100_00, ...more },
    });
  const numbers = Array.from({ length: 15 }, (_, index) => index + 1);
  const payments = numbers.slice(3).map((number) => build(number));
  const all = numbers.map((number) =>
    build(number, number === 15 ? { status: 'REPORTED', confirmedAmount: null } : {}),
  );
  renderScreen({
    at: '/loan',
    screens: { '/loan': <PaymentsCard loan={buildLoan({ payments })} /> },
    answers: {
      AllPayments: replyWith({
        escrowPayments: all.map((one) => ({ __typename: 'LoanPayment', ...one })),
      }),
    },
  });
  const card = screen.getByRole('region', { name: 'Payments' });
  const listAmounts = () =>
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.split(' on ')[0]);
  expect(listAmounts()).toHaveLength(12);
  await userEvent.click(within(card).getByRole('button', { name: 'Older payments' }));
  await waitFor(() => expect(listAmounts()).toHaveLength(15));
  expect(listAmounts().at(-1)).toBe('$100.00');
  expect(listButtons(card)).toEqual([]);
});
