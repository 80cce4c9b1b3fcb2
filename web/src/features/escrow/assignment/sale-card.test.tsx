/** The sale of a loan on its page: offered, open, withdrawn, and for both parties after the closing. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { syncBusinessTime } from '../../../graph/business-time.ts';
import type { Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { EscrowPage } from '../escrow-page.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { SaleCard } from './sale-card.tsx';

const offered = {
  __typename: 'Assignment',
  id: 'sale-1',
  status: 'OFFERED',
  statusText: 'This sale waits for a buyer.',
  actions: ['WITHDRAW'],
  url: 'https://nameloan.example/assignments/secret',
  price: 910_00,
  day: '2027-01-10',
  expires: '2027-01-17',
  buyerName: null as string | null,
  answerDueAt: null as string | null,
};
const closed = {
  __typename: 'LoanSale',
  id: 'sale-1',
  sellerName: 'Len Lender',
  paySellerUntil: '2027-01-11',
  deedPath: '/api/assignments/sale-1/deed',
};
const sales = { assignment: null as typeof offered | null, sales: [] as (typeof closed)[] };

function show(more: Partial<Loan>, found: Partial<typeof sales> = {}, answers: Replies = {}) {
  const loan = buildLoan(more);
  const escrow = { __typename: 'Escrow', id: loan.id, ...sales, ...found };
  return renderScreen({
    at: '/loan',
    screens: { '/loan': <SaleCard loan={loan} /> },
    answers: { LoanSale: replyWith({ escrow }), ...answers },
  });
}
const card = () => screen.findByRole('region', { name: 'Sale' });
const dialog = () => screen.findByRole('dialog');
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(await within(within_).findByRole('button', { name }));

beforeEach(() => syncBusinessTime('2027-01-10T10:00:00.000Z'));

test('the lender of a running loan creates a private link, and sees what is owed on the day', async () => {
  const { calls } = show(
    {},
    {},
    {
      PayoffOnDay: replyWith({ escrowBalance: { __typename: 'LoanBalance', payoff: 918_26 } }),
      OfferSale: replyWith({ offerAssignment: offered }),
    },
  );
  const sell = await screen.findByRole('button', { name: 'Sell Loan' });
  await screen.findByText(/You can sell the whole loan/);
  await waitFor(() => expect(sell).toBeEnabled());
  await userEvent.click(sell);
  const form = await dialog();
  expect(await within(form).findByText('$918.26')).toBeVisible();
  expect(within(form).getByText(/you owe the buyer nothing/)).toBeVisible();
  await userEvent.type(within(form).getByLabelText('Price'), '910');
  expect(within(form).getByText('Discount').nextElementSibling).toHaveTextContent('$8.26');
  await press(form, 'Create Link');
  expect(await screen.findByText(/Sale created/)).toBeVisible();
  expect(calls('OfferSale')).toEqual([
    { id: 'loan-1', price: 910_00, day: '2027-01-10', expires: '2027-01-17' },
  ]);
});

test('a price, a day or an expiry out of bounds is not sent', async () => {
  const { calls } = show({}, {}, { PayoffOnDay: replyWith({ escrowBalance: null }) });
  const sell = await screen.findByRole('button', { name: 'Sell Loan' });
  await waitFor(() => expect(sell).toBeEnabled());
  await userEvent.click(sell);
  const form = await dialog();
  const closing = within(form).getByLabelText('Closing day');
  await userEvent.clear(closing);
  await userEvent.type(closing, '2027-03-10');
  await press(form, 'Create Link');
  expect(await within(form).findByText('From Jan 10, 2027 to Feb 9, 2027')).toBeVisible();
  expect(within(form).getByText('Invalid amount')).toBeVisible();
  await userEvent.clear(closing);
  await userEvent.type(closing, '2027-01-20');
  await userEvent.type(within(form).getByLabelText('Price'), '910');
  await press(form, 'Create Link');
  expect(await within(form).findByText(/to 30 days after it/)).toBeVisible();
  expect(calls('OfferSale')).toEqual([]);
});

test('the seller copies the link, opens the sale and withdraws it', async () => {
  const { calls } = show(
    {},
    { assignment: offered },
    {
      WithdrawOpenSale: replyWith({ withdrawAssignment: { ...offered, status: 'WITHDRAWN' } }),
    },
  );
  const sale = await card();
  expect(await within(sale).findByText(offered.url)).toBeVisible();
  expect(within(sale).queryByRole('button', { name: 'Sell Loan' })).toBeNull();
  expect(within(sale).getByRole('link', { name: 'Open the sale' })).toHaveAttribute(
    'href',
    '/assignments/sale-1',
  );
  await press(sale, 'Withdraw');
  await press(await dialog(), 'Withdraw');
  expect(await screen.findByText('Sale withdrawn')).toBeVisible();
  expect(calls('WithdrawOpenSale')).toEqual([{ token: 'sale-1' }]);
});

test('an acceptance arrives live, and the seller is asked to sign', async () => {
  const { push } = show({}, { assignment: offered });
  await screen.findByText(offered.url);
  const accepted = {
    ...offered,
    ...{ status: 'ACCEPTED', statusText: 'This sale waits for signatures.', url: null },
    ...{ actions: ['SIGN'], buyerName: 'Nia New' },
  };
  push('LoanSaleLive', {
    escrowChanged: { __typename: 'Escrow', id: 'loan-1', assignment: accepted, sales: [] },
  });
  expect(await screen.findByRole('link', { name: 'Read and Sign the Deed' })).toBeVisible();
  expect(screen.getByText('Nia New')).toBeVisible();
  expect(screen.queryByText(offered.url)).toBeNull();
});

test('the seller is asked to answer the price by its deadline', async () => {
  const answerDueAt = '2027-01-20T10:00:00.000Z';
  const assignment = { ...offered, status: 'SENT', actions: ['CONFIRM', 'DENY'], answerDueAt };
  show({}, { assignment: { ...assignment, url: '' } });
  expect(await screen.findByRole('link', { name: 'Answer the Price' })).toBeVisible();
  expect(screen.getByText(/Answer by/)).toHaveTextContent('Jan 20');
});

test('the borrower reads who the lender is, and reports a payment to the seller until the day after the notice', async () => {
  const { calls } = show(
    { role: 'BORROWER', lenderName: 'Nia New' },
    { sales: [closed] },
    {
      ReportPaymentToSeller: replyWith({
        reportPayment: { __typename: 'LoanPayment', id: 'p', status: 'REPORTED' },
      }),
    },
  );
  const sale = await card();
  expect(sale).toHaveTextContent('Len Lender sold this loan. Nia New is your lender now.');
  expect(sale).toHaveTextContent('Payments to Len Lender count until Jan 11, 2027.');
  expect(within(sale).getByRole('link', { name: 'See the deed' })).toHaveAttribute(
    'href',
    '/assignments/sale-1',
  );
  await press(sale, 'Report a payment to Len Lender');
  const form = await dialog();
  await userEvent.type(within(form).getByLabelText('Amount'), '100');
  await userEvent.type(within(form).getByLabelText('Method'), 'Wire');
  await userEvent.type(within(form).getByLabelText('Reference'), 'B-1');
  await press(form, 'Report Payment');
  expect(await screen.findByText('Payment reported')).toBeVisible();
  const payment = { date: '2027-01-10', amount: 100_00, method: 'Wire', reference: 'B-1' };
  expect(calls('ReportPaymentToSeller')).toEqual([{ id: 'loan-1', ...payment }]);
});

test('after that day only the new lender is paid', async () => {
  syncBusinessTime('2027-01-12T10:00:00.000Z');
  show({ role: 'BORROWER', lenderName: 'Nia New' }, { sales: [closed] });
  await card();
  expect(screen.queryByRole('button', { name: /Report a payment/ })).toBeNull();
});

test('the buyer reads from which seller the loan is', async () => {
  show({ lenderName: 'Nia New' }, { sales: [closed] });
  const sale = await card();
  expect(await within(sale).findByText('You bought this loan from Len Lender.')).toBeVisible();
  expect(within(sale).getByRole('button', { name: 'Sell Loan' })).toBeVisible();
});

test.each([
  ['a borrower', { role: 'BORROWER' }],
  ['an operator', { role: 'OPERATOR' }],
  ['the lender of a loan that has ended', { status: 'FINALIZED_RETURN_TO_BORROWER' }],
] as const)('%s of a loan without sales has no card', async (_, more) => {
  const { calls } = show(more);
  await waitFor(() => expect(calls('LoanSale')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Sale' })).toBeNull();
});

const ownSale = {
  __typename: 'Assignment',
  id: 'sale-1',
  status: 'CLOSED',
  role: 'SELLER',
  escrowId: 'loan-1',
};

test('the page of a sold loan leads its former lender to the sale', async () => {
  const { at } = renderScreen({
    at: '/app/escrow/loan-1',
    screens: { '/app/escrow/:id': <EscrowPage />, '/assignments/:token': <p>The sale</p> },
    answers: {
      EscrowPage: replyWithError('NOT_FOUND', 'Not found.'),
      OwnSales: replyWith({
        assignments: [{ ...ownSale, id: 'other', escrowId: 'loan-2' }, ownSale],
      }),
    },
  });
  expect(await screen.findByText('The sale')).toBeVisible();
  expect(at()).toBe('/assignments/sale-1');
});

test('anyone else does not learn of the loan', async () => {
  renderScreen({
    at: '/app/escrow/loan-1',
    screens: { '/app/escrow/:id': <EscrowPage /> },
    answers: {
      EscrowPage: replyWithError('NOT_FOUND', 'Not found.'),
      OwnSales: replyWith({ assignments: [] }),
    },
  });
  expect(await screen.findByText(/This loan doesn’t exist/)).toBeVisible();
});
