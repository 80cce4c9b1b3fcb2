/** The page of a sale in each of its states and for each of its readers. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { syncBusinessTime } from '../../graph/business-time.ts';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../testing/render-screen.tsx';
import { AssignmentPage } from './assignment-page.tsx';
import type { Sale } from './describe-sale.ts';
import { buildAccepted, buildSale } from './testing/build-sale.ts';

const typed = (sale: Sale) => ({
  __typename: 'Assignment',
  ...sale,
  terms: { __typename: 'PresentTerms', ...sale.terms },
  balance: { __typename: 'LoanBalance', ...sale.balance },
  schedule: sale.schedule.map((row) => ({ __typename: 'ScheduleRow', ...row })),
  payments: sale.payments.map((payment) => ({ __typename: 'LoanPayment', ...payment })),
  evidence: sale.evidence.map((file) => ({ __typename: 'AssignmentEvidence', ...file })),
  sent: sale.sent && { __typename: 'SentPrice', ...sale.sent },
});
const now = '2027-02-11T10:00:00.000Z';

function open(sale: Sale, answers: Replies = {}) {
  return renderScreen({
    at: '/assignments/t',
    screens: {
      '/assignments/:token': <AssignmentPage />,
    },
    answers: { AssignmentPage: replyWith({ now, assignment: typed(sale) }), ...answers },
  });
}
const card = (name: string) => screen.findByRole('region', { name });
const next = () => card('What happens next');
const ended = () => card('How it ended');
const dialog = () => screen.findByRole('dialog');
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(within(within_).getByRole('button', { name }));
const value = (within_: HTMLElement, label: string) =>
  within(within_).getByText(label).nextElementSibling?.textContent;

beforeEach(() => {
  syncBusinessTime(now);
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
});

test('a visitor logs in or registers, and returns to the sale', async () => {
  open(buildSale(), { AssignmentPage: replyWithError('UNAUTHENTICATED', 'Log in.') });
  const login = await screen.findByRole('link', { name: 'Log in' });
  expect(login).toHaveAttribute('href', '/login?next=%2Fassignments%2Ft');
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    '/register?next=%2Fassignments%2Ft',
  );
});

test('a sale with another buyer is not found', async () => {
  open(buildSale(), { AssignmentPage: replyWithError('NOT_FOUND', 'Not found.') });
  expect(await screen.findByText(/has ended, or has another buyer/)).toBeVisible();
});

test('a buyer sees the price, what is owed and what it earns if repaid on time, and accepts', async () => {
  const accepted = buildAccepted();
  const { calls } = open(buildSale(), {
    AcceptSale: replyWith({ acceptAssignment: typed(accepted) }),
  });
  const price = await card('Price');
  expect(value(price, 'Owed on that day')).toBe('$917.75');
  expect(value(price, 'Discount')).toBe('$12.75');
  expect(value(price, 'You get')).toBe('$939.95');
  expect(value(price, 'You earn')).toBe('$34.95');
  // (939.95 / 905) ^ (365 / 50) - 1
  expect(value(price, 'Yield a year')).toBe('31.87%');
  expect(value(await card('Loan'), 'Borrower')).toBe('Shown once you accept');
  expect(screen.queryByRole('region', { name: 'Deed' })).toBeNull();
  await press(await next(), 'Accept');
  await press(await dialog(), 'Accept');
  expect(await screen.findByText('Accepted. Sign the deed next')).toBeVisible();
  expect(calls('AcceptSale')).toEqual([{ token: 't' }]);
});

test('a loan that is behind has no yield', async () => {
  open(buildSale({ stage: 'OVERDUE', defaultSince: '2027-02-01T00:00:00.000Z' }));
  const price = await card('Price');
  expect(within(price).getByText(/The loan is behind its plan/)).toBeVisible();
  expect(within(price).queryByText('Yield a year')).toBeNull();
  expect(within(await card('Loan')).getByText(/In default since/)).toBeVisible();
});

test('a buyer who pays more than what is to come loses', async () => {
  open(buildSale({ price: 950_00 }));
  const price = await card('Price');
  expect(value(price, 'You lose')).toBe('$10.05');
  expect(value(price, 'Yield a year')).toBe('–');
  expect(value(price, 'Premium')).toBe('$32.25');
});

test('the seller of an open offer copies its link and withdraws it', async () => {
  const url = 'https://nameloan.example/assignments/secret';
  const { calls } = open(
    buildSale({ role: 'SELLER', actions: ['WITHDRAW'], url, escrowId: 'loan-1' }),
    { WithdrawSale: replyWith({ withdrawAssignment: typed(buildSale({ status: 'WITHDRAWN' })) }) },
  );
  const state = await next();
  expect(within(state).getByText(url)).toBeVisible();
  expect(within(state).getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(within(state).getByRole('link', { name: 'Go to the loan' })).toHaveAttribute(
    'href',
    '/app/escrow/loan-1',
  );
  expect(within(await card('Price')).queryByText('If repaid on time')).toBeNull();
  await press(state, 'Withdraw');
  await press(await dialog(), 'Withdraw');
  expect(await screen.findByText('Sale withdrawn')).toBeVisible();
  expect(calls('WithdrawSale')).toEqual([{ token: 't' }]);
});

test('a party signs the hash of the deed with consent and name', async () => {
  const sale = buildAccepted();
  const { calls } = open(sale, { SignDeed: replyWith({ signAssignment: typed(sale) }) });
  const state = await next();
  expect(state).toHaveTextContent('Paid by Feb 18, 2027');
  await press(state, 'Sign Now');
  expect(await within(state).findByText('Tick the box to consent.')).toBeVisible();
  expect(calls('SignDeed')).toEqual([]);
  await userEvent.click(within(state).getByLabelText('I have read the deed and agree.'));
  await userEvent.type(within(state).getByLabelText('Your name'), 'Nia New');
  await press(state, 'Sign Now');
  expect(await screen.findByText('You have signed')).toBeVisible();
  expect(calls('SignDeed')).toEqual([
    { token: 't', sha256: sale.sha256, name: 'Nia New', consent: true },
  ]);
});

test('who has signed waits for the other', async () => {
  open(buildAccepted({ role: 'SELLER', actions: [], sellerSignedAt: '2027-02-11T09:00:00.000Z' }));
  expect(within(await next()).getByText(/Waiting for Nia New to sign/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign Now' })).toBeNull();
});

const signed: Partial<Sale> = { status: 'SIGNED', actions: ['SEND', 'DECLINE'] };

test('the buyer reads where to pay on demand and marks the price as sent', async () => {
  const sale = buildAccepted(signed);
  const payee = {
    __typename: 'DisclosedPayee',
    holder: 'Ada Park',
    lines: [{ __typename: 'PayeeLine', label: 'IBAN', value: 'DE02', groups: ['DE02', '1203'] }],
    fingerprint: 'ab12',
    changedAt: now,
    recentChanges: 0,
  };
  const { calls } = open(sale, {
    SalePayee: replyWith({ assignment: { __typename: 'Assignment', id: sale.id, payee } }),
    MarkPriceSent: replyWith({ markAssignmentSent: typed(sale) }),
  });
  const state = await next();
  expect(within(state).getByText('Pay $905.00')).toBeVisible();
  expect(calls('SalePayee')).toEqual([]);
  await press(state, 'Show payment details');
  expect(await within(state).findByText('DE02 1203')).toBeVisible();
  await press(state, 'Mark Paid');
  const form = await dialog();
  await press(form, 'Mark Paid');
  expect(await within(form).findByText('Enter the method')).toBeVisible();
  expect(calls('MarkPriceSent')).toEqual([]);
  await userEvent.type(within(form).getByLabelText('Method'), 'Wire');
  await userEvent.type(within(form).getByLabelText('Reference'), 'S-1');
  await press(form, 'Mark Paid');
  expect(await screen.findByText('Price marked as sent')).toBeVisible();
  expect(calls('MarkPriceSent')).toEqual([
    { token: 't', date: '2027-02-11', method: 'Wire', reference: 'S-1' },
  ]);
});

test('before the day of the sale the price can’t be marked as sent', async () => {
  open(buildAccepted({ ...signed, day: '2027-02-20', expires: '2027-02-27' }));
  const state = await next();
  expect(within(state).getByRole('button', { name: 'Mark Paid' })).toBeDisabled();
  expect(within(state).getByText('Mark Paid: from Feb 20, 2027 on.')).toBeVisible();
});

test('while the seller waits for the price, there is nothing to do', async () => {
  open(buildAccepted({ ...signed, role: 'SELLER', actions: [] }));
  const state = await next();
  expect(within(state).getByText('Waiting for the price')).toBeVisible();
  expect(within(state).queryByRole('button', { name: 'Show payment details' })).toBeNull();
});

const sent: Partial<Sale> = {
  status: 'SENT',
  actions: [],
  sent: { date: '2027-02-11', method: 'Wire', reference: 'S-1' },
  answerDueAt: '2027-02-21T10:00:00.000Z',
};

test('the seller confirms or denies the price', async () => {
  const sale = buildAccepted({ ...sent, role: 'SELLER', actions: ['CONFIRM', 'DENY'] });
  const { calls } = open(sale, {
    ConfirmPrice: replyWith({ confirmAssignment: typed(sale) }),
    DenyPrice: replyWith({ denyAssignment: typed(sale) }),
  });
  const state = await next();
  expect(value(state, 'Reference')).toBe('S-1');
  expect(state).toHaveTextContent('Answer by Feb 21');
  await press(state, 'Deny');
  await press(await dialog(), 'Deny');
  expect(await screen.findByText('Enter the reason')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Why are you denying it?'), 'Not there.');
  await press(await dialog(), 'Deny');
  expect(await screen.findByText('Price denied')).toBeVisible();
  await press(state, 'Confirm');
  await press(await dialog(), 'Confirm');
  expect(await screen.findByText('Loan sold')).toBeVisible();
  expect(calls('DenyPrice')).toEqual([{ token: 't', reason: 'Not there.' }]);
  expect(calls('ConfirmPrice')).toEqual([{ token: 't' }]);
});

test('a buyer who has paid waits for the seller, and can’t decline', async () => {
  open(buildAccepted(sent));
  const state = await next();
  expect(within(state).getByText('Waiting for confirmation')).toBeVisible();
  expect(within(state).queryByRole('button')).toBeNull();
});

test('an operator decides a disputed sale with a reason', async () => {
  const sale = buildAccepted({
    ...sent,
    status: 'DISPUTED',
    role: 'OPERATOR',
    answerDueAt: null,
    actions: ['RESOLVE_CLOSED', 'RESOLVE_NOT_CLOSED'],
    reason: 'Nothing came.',
  });
  const { calls } = open(sale, { ResolveSale: replyWith({ resolveAssignment: typed(sale) }) });
  const state = await next();
  expect(within(state).getByText('Ada Park: “Nothing came.”')).toBeVisible();
  await press(state, 'It Did Not Arrive');
  await userEvent.type(screen.getByLabelText('Why do you decide so?'), 'No transfer.');
  await press(await dialog(), 'Decide');
  expect(await screen.findByText('Decided')).toBeVisible();
  expect(calls('ResolveSale')).toEqual([
    { token: 't', outcome: 'NOT_CLOSED', reason: 'No transfer.' },
  ]);
});

test('the seller of a disputed sale can still confirm it', async () => {
  open(buildAccepted({ ...sent, status: 'DISPUTED', role: 'SELLER', actions: ['CONFIRM'] }));
  const state = await next();
  expect(within(state).getByText(/You can still confirm that it arrived/)).toBeVisible();
  expect(within(state).getByRole('button', { name: 'Confirm' })).toBeVisible();
});

const closed: Partial<Sale> = {
  ...{ ...sent, status: 'CLOSED', statusText: 'This sale has closed.', answerDueAt: null },
  ...{ sealed: true, paySellerUntil: '2027-02-12', owedOn: 100_00, escrowId: 'loan-1' },
};

test('after the closing the buyer goes to the loan and sees what the seller owes', async () => {
  open(buildAccepted(closed));
  const state = await ended();
  expect(within(state).getByText('You are the lender')).toBeVisible();
  expect(state).toHaveTextContent('What Milo Reyes pays Ada Park by Feb 12, 2027 still counts');
  expect(within(state).getByRole('link', { name: 'Go to the loan' })).toBeVisible();
  expect(value(await card('Price'), 'Ada Park owes you')).toBe('$100.00');
  expect(within(await card('Deed')).getByText('Signed and sealed. Keep a copy.')).toBeVisible();
});

test('the borrower reads who is paid until when', async () => {
  open(buildAccepted({ ...closed, role: 'BORROWER', owedOn: null }));
  const state = await ended();
  expect(state).toHaveTextContent(
    'Payments to Ada Park count until Feb 12, 2027; after that pay only Nia New.',
  );
});

test('a former lender answers the payments that were made to them, and no others', async () => {
  const payment = {
    ...{ date: '2027-02-12', confirmedAmount: null, method: 'Wire', reference: 'B-1' },
    ...{ reason: null, evidenceIds: [] },
    leg: 'REPAYMENT',
    status: 'REPORTED',
  } as const;
  const sale = buildAccepted({
    ...closed,
    role: 'SELLER',
    payments: [
      { ...payment, id: 'p1', payee: 'FORMER_LENDER', amount: 100_00, evidenceIds: ['f1'] },
      { ...payment, id: 'p2', payee: 'LENDER', amount: 50_00 },
    ],
    evidence: [{ id: 'f1', name: 'slip.pdf', path: '/api/assignments/sale-1/evidence/f1' }],
  });
  const answered = { __typename: 'LoanPayment', id: 'p1', confirmedAmount: null, reason: null };
  const { calls } = open(sale, {
    ConfirmPaymentToSeller: replyWith({ confirmPayment: { ...answered, status: 'REPORTED' } }),
    DenyPaymentToSeller: replyWith({ denyPayment: { ...answered, status: 'REPORTED' } }),
  });
  expect(within(await ended()).getByText('Sold')).toBeVisible();
  expect(within(await ended()).queryByRole('link', { name: 'Go to the loan' })).toBeNull();
  const payments = await card('Payments');
  expect(within(payments).getByRole('button', { name: 'Download slip.pdf' })).toBeVisible();
  expect(within(payments).queryByRole('button', { name: /\$50\.00/ })).toBeNull();
  await press(payments, 'Confirm $100.00 of Feb 12, 2027');
  await press(await dialog(), 'Confirm Payment');
  expect(await screen.findByText('Payment confirmed')).toBeVisible();
  await press(payments, 'Deny $100.00 of Feb 12, 2027');
  await userEvent.type(screen.getByLabelText('Why are you denying it?'), 'No.');
  await press(await dialog(), 'Deny Payment');
  expect(await screen.findByText('Payment denied')).toBeVisible();
  const ids = { id: 'loan-1', paymentId: 'p1' };
  expect(calls('ConfirmPaymentToSeller')).toEqual([ids]);
  expect(calls('DenyPaymentToSeller')).toEqual([{ ...ids, reason: 'No.' }]);
});

test.each([
  ['WITHDRAWN', 'The seller withdrew this sale.', 'Withdrawn'],
  ['DECLINED', 'The buyer declined this sale.', 'Declined'],
  ['EXPIRED', 'This sale has expired.', 'Expired'],
  ['NOT_CLOSED', 'An operator decided that this sale did not close.', 'Not closed'],
] as const)('after %s the seller stays the lender', async (status, statusText, title) => {
  open(buildAccepted({ status, statusText, actions: [], reason: 'Too late.' }));
  const state = await ended();
  expect(within(state).getByText(title)).toBeVisible();
  expect(state).toHaveTextContent(`${statusText} Ada Park stays the lender`);
  expect(within(state).queryByRole('button')).toBeNull();
});

test('a loan that ended first leaves the price to be paid back', async () => {
  const statusText = 'The loan ended before this sale closed.';
  open(buildAccepted({ status: 'VOID', statusText, actions: [] }));
  const state = await ended();
  expect(state).toHaveTextContent(statusText);
  expect(state).not.toHaveTextContent('stays the lender');
});
