/** The card of amendments: what each state says to each reader, and what the reader can do. */

import { expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { AmendmentsCard } from './amendments-card.tsx';

const answers: Loan['actions'] = ['COUNTER_AMENDMENT', 'AGREE_AMENDMENT', 'DECLINE_AMENDMENT'];

function show(more: Partial<Loan>): HTMLElement {
  renderScreen({
    at: '/loan',
    screens: { '/loan': <AmendmentsCard loan={buildLoan({ actions: [], ...more })} /> },
  });
  return screen.getByRole('region', { name: 'Amendments' });
}

const listControls = (card: HTMLElement) =>
  [
    ...within(card).queryAllByRole('button'),
    ...within(card)
      .queryAllByRole('link')
      .filter(({ textContent }) => textContent !== 'Check a document'),
  ].map(({ textContent }) => textContent);

test('without amendments the card says what they need, and only who may propose has the button', () => {
  const card = show({ actions: ['PROPOSE_AMENDMENT'] });
  expect(card).toHaveTextContent('A change of the terms needs both signatures.');
  expect(listControls(card)).toEqual(['Propose']);
  cleanup();
  expect(listControls(show({}))).toEqual([]);
});

const proposal = buildAmendment({
  fee: 90_00,
  message: 'Two more months.',
  terms: { rate: 1500, interest: 'PAY' },
});
const signed = { ...agreed, borrowerSignedAt: '2027-01-11T09:00:00.000Z' };
const waits = {
  ...signed,
  status: 'AWAITING_MONEY',
  lenderSignedAt: '2027-01-11T10:00:00.000Z',
  amountDue: 363_01,
  payer: 'BORROWER',
} as const;
const payment: Loan['payments'][number] = {
  ...{
    id: 'p1',
    leg: 'AMENDMENT',
    amendment: 1,
    from: 'BORROWER',
    payee: 'LENDER',
    date: '2027-01-12',
  },
  ...{ amount: 363_01, method: 'Wire', reference: 'A-1', status: 'REPORTED' },
  ...{ confirmedAmount: null, reportedAt: '2027-01-12T09:00:00.000Z', reason: null },
};
const isNew = ' (opens in a new tab)';

test.each([
  [
    'LENDER',
    { amendments: [proposal], actions: answers },
    'Milo proposes an extension',
    ['Agree', 'Counter', 'Decline'],
  ],
  [
    'BORROWER',
    { amendments: [proposal], actions: ['WITHDRAW_AMENDMENT'] },
    'You proposed an extension',
    ['Withdraw'],
  ],
  ['OPERATOR', { amendments: [proposal] }, 'Milo proposes an extension', []],
  [
    'LENDER',
    { amendments: [buildAmendment(agreed)] },
    'Agreed: sign the amendment',
    [`Sign Now${isNew}`],
  ],
  [
    'BORROWER',
    { amendments: [buildAmendment(signed)] },
    'Agreed: Ada has yet to sign',
    [`Document${isNew}`],
  ],
  [
    'LENDER',
    { amendments: [buildAmendment(signed)] },
    'Agreed: sign the amendment',
    [`Sign Now${isNew}`],
  ],
  [
    'BORROWER',
    { amendments: [buildAmendment(waits)] },
    'Signed: send $363.01 to Ada',
    ['Report the Payment', `Document${isNew}`],
  ],
  [
    'LENDER',
    { amendments: [buildAmendment(waits)] },
    'Signed: Milo sends $363.01',
    [`Document${isNew}`],
  ],
  [
    'BORROWER',
    { amendments: [buildAmendment(waits)], payments: [payment] },
    'Ada has to confirm $363.01',
    [`Document${isNew}`],
  ],
  [
    'LENDER',
    { amendments: [buildAmendment(waits)], payments: [payment] },
    'Confirm $363.01 from Milo',
    [`Document${isNew}`],
  ],
] satisfies [Loan['role'], Partial<Loan>, string, string[]][])(
  'the %s of a loan in state %# reads who does what and has the actions of its turn',
  (role, more, state, controls) => {
    const card = show({ role, ...more });
    expect(within(card).getByRole('region', { name: 'Open amendment' })).toHaveTextContent(state);
    expect(listControls(card)).toEqual(controls);
  },
);

test('a proposal has its terms before and after, its money, its message and its time', () => {
  const card = show({ amendments: [proposal], actions: answers });
  const rows = within(within(card).getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'NowNew',
    'DueFeb 14, 2027May 15, 2027',
    'Rate13.25%15%',
  ]);
  expect(card).toHaveTextContent('Interest to date is paid with the change.');
  expect(card).toHaveTextContent('Milo pays you a fee of $90.00.');
  expect(card).toHaveTextContent('Milo Reyes: “Two more months.”');
  expect(card).toHaveTextContent(/By Jan 17/);
});

test('a plan has its payments in words, before and after', () => {
  const plan = {
    ...({ plan: 'INSTALMENTS', period: 'MONTH', instalments: 12, early: 'KEEP_AMOUNT' } as const),
    ...{ lateFee: 500, lateFeeCap: 25_00, defaultRate: 0 },
  };
  const card = show({
    amendments: [buildAmendment({ kind: 'PLAN', terms: { ...plan, due: null } })],
    actions: answers,
  });
  const rows = within(within(card).getByRole('table')).getAllByRole('row');
  expect(rows[1]).toHaveTextContent('Repaid byOne payment12 monthly payments, equal');
  expect(rows[2]).toHaveTextContent('Late feeNone5% of the payment, at most $25.00');
  expect(rows).toHaveLength(3);
});

test('a lower principal is shown before and after', () => {
  const terms = { due: null, amount: 8_000_00 };
  const card = show({
    amendments: [buildAmendment({ kind: 'PRINCIPAL_DOWN', terms })],
    actions: answers,
  });
  const rows = within(within(card).getByRole('table')).getAllByRole('row');
  expect(rows[1]).toHaveTextContent('Principal$18,000.00$10,000.00');
  expect(card).toHaveTextContent('Milo proposes a lower principal');
  expect(card).toHaveTextContent('Milo pays you $8,000.00 of the principal.');
});

test('a higher principal is shown before and after, with what the lender pays', () => {
  const terms = { due: null, amount: 8_000_00, interest: 'PAY' } as const;
  const card = show({
    amendments: [buildAmendment({ kind: 'PRINCIPAL_UP', terms, fee: 50_00 })],
    actions: answers,
  });
  const rows = within(within(card).getByRole('table')).getAllByRole('row');
  expect(rows[1]).toHaveTextContent('Principal$18,000.00$26,000.00');
  expect(card).toHaveTextContent('Milo proposes a higher principal');
  expect(card).toHaveTextContent('You pay Milo $8,000.00 more, less the fee of $50.00.');
  expect(card).toHaveTextContent('Interest to date is set off against the further principal.');
});

test('the payer reads what they pay', () => {
  const card = show({ role: 'BORROWER', amendments: [buildAmendment(waits)] });
  expect(card).toHaveTextContent('You pay Ada $363.01 with the change.');
});

test('with compound interest, kept interest goes on compounding', () => {
  const card = show({ accrual: 'COMPOUND_365', amendments: [buildAmendment()], actions: answers });
  expect(card).toHaveTextContent('Interest to date stays due and compounds daily');
});

test('an answer that the loan rejects now is disabled, with the reason', () => {
  const message = 'A claim of repayment is open.';
  const card = show({
    amendments: [proposal],
    actions: ['DECLINE_AMENDMENT'],
    blockedActions: [{ action: 'AGREE_AMENDMENT', message }],
  });
  expect(within(card).getByRole('button', { name: 'Agree' })).toBeDisabled();
  expect(within(card).getByRole('button', { name: 'Counter' })).toBeDisabled();
  expect(card).toHaveTextContent(`Agree: ${message}`);
});

test('the chain has numbers, days, hashes and documents, and hides earlier ones without effect', async () => {
  const ended = (n: number) =>
    buildAmendment({
      n,
      status: 'DECLINED',
      reason: 'Too long.',
      endedAt: '2027-01-12T09:00:00.000Z',
    });
  const effective = buildAmendment({
    ...{ ...agreed, n: 4, status: 'EFFECTIVE', effectiveOn: '2027-01-20' },
    terms: { due: '2027-04-01', rate: 1400 },
  });
  const lapsed = buildAmendment({ ...agreed, n: 5, status: 'LAPSED', contractUrl: null });
  const card = show({ amendments: [ended(1), ended(2), ended(3), effective, lapsed] });
  const shown = within(card).getAllByRole('list')[0] as HTMLElement;
  const items = within(shown).getAllByRole('listitem');
  expect(items.map((item) => item.textContent?.slice(0, 2))).toEqual(['2.', '3.', '4.', '5.']);
  expect(items[0]).toHaveTextContent('ExtensionDeclinedDue May 15, 2027Jan 12, 2027: Too long.');
  expect(items[2]).toHaveTextContent('4. ExtensionIn effectDue Apr 1, 2027, 14%From Jan 20, 2027');
  expect(items[2]).toHaveTextContent('SHA-256 aaaaaaaaaaaa…, changes cccccccccccc…');
  expect(within(items[2] as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    agreed.contractUrl,
  );
  expect(within(items[3] as HTMLElement).queryByRole('link')).toBeNull();
  await userEvent.click(within(card).getByText('Show 1 without effect'));
  expect(within(card).getByText('1. Extension')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Check a document' })).toHaveAttribute(
    'href',
    '/verify-contract',
  );
});
