/** One card has the figures of a loan: the payoff of today and of any day, the terms, and in the past tense how it ended. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { formatDueDay } from '../../../format/due-day.ts';
import type { RenderedScreen } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { monthlyPayments } from '../../../testing/sample-plans.ts';
import type { Loan } from '../loan-parties.ts';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { computePayoffOn } from './payoff-on-day.tsx';
import { RepaymentCard } from './repayment-card.tsx';

afterEach(() => {
  jest.useRealTimers();
});

const closed = { stage: null, finalizedAt: '2027-02-01T23:30:00.000Z' } as const;
const unpaid = { status: 'NEW', stage: null, receivedAt: null, dueAt: null, payoff: null } as const;
const repaid = {
  ...({ leg: 'REPAYMENT', amendment: null, from: 'BORROWER', payee: 'LENDER' } as const),
  date: '2027-01-20',
  amount: 5_000_00,
  method: 'Wire',
  reference: 'P-1',
  status: 'CONFIRMED',
  reportedAt: '2027-01-20T10:00:00.000Z',
  reason: null,
} as const;
const claim = {
  date: '2027-01-29',
  method: 'Wire',
  reference: 'R-1',
  paymentId: null,
  at: closed.finalizedAt,
};

function show(more: Partial<Loan> = {}, at = '2026-12-20T12:00:00.000Z') {
  jest.useFakeTimers({ now: new Date(at), doNotFake: ['queueMicrotask', 'setTimeout'] });
  replay = renderScreen({
    at: '/loan',
    screens: { '/loan': <RepaymentCard loan={buildLoan(more)} /> },
    answers: {
      PayoffOnDay: ({ on }) =>
        replyWith({ escrowBalance: { payoff: on === '2027-05-15' ? 18_777_00 : 1 } }),
    },
  });
  return screen.getByRole('region', { name: 'Repayment' });
}

let replay: RenderedScreen;

const figures = (card: HTMLElement) =>
  Object.fromEntries(
    within(card)
      .getAllByRole('term')
      .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]),
  );

test('a running loan has each figure once: today’s payoff, the one of the due date, and the customer’s terms', () => {
  const card = show({ role: 'BORROWER' });
  expect(card).toHaveTextContent('$18,100.00If repaid today, Dec 20, 2026');
  expect(figures(card)).toEqual({
    'You received it on': 'Nov 16, 2026',
    'Interest so far': '$100.00',
    Due: 'Feb 14, 2027',
    'To repay then': '$18,597.00',
    'Grace ends': expect.stringMatching(/^Feb 22, 2027/),
    Amount: '$18,000.00',
    Rate: '13.25%',
    Term: '90 days',
    'APR incl. fees': '13.45%',
    Contract: 'Signed PDF',
  });
  const money = card.textContent?.match(/\$[\d,]+\.\d\d/g) ?? [];
  expect(money.filter((one) => one !== '$18,000.00')).toHaveLength(new Set(money).size - 1);
});

test('past its due date the amount that was agreed for it is gone, so that one debt has one figure', () => {
  const card = show({ payoff: 18_700_00, stage: 'IN_GRACE' }, '2027-02-16T12:00:00.000Z');
  expect(card).not.toHaveTextContent('$18,597.00');
  expect(figures(card)).toMatchObject({ 'Was due': 'Feb 14, 2027', 'Interest so far': '$700.00' });
});

test('once grace is over, the card no longer says that it ends', () => {
  const card = show({ payoff: 18_800_00, stage: 'OVERDUE' }, '2027-02-23T12:00:00.000Z');
  expect(figures(card)).toHaveProperty('End of grace');
  expect(card).not.toHaveTextContent('Grace ends');
});

test.each([
  ['SIMPLE_365', 927_14, 950_68],
  ['COMPOUND_365', 927_54, 952_09],
] as const)(
  'the payoff of a chosen day is the server’s: %s by UTC day, rounded once',
  (accrual, may, july) => {
    const vector = {
      ...buildLoan(),
      amount: 900_50,
      term: 60,
      rate: 1800,
      accrual,
      receivedAt: '2026-03-10T23:59:00.000Z',
      payments: [],
    };
    const on = (day: string) =>
      computePayoffOn(vector, { day, from: '2026-03-11', to: '2036-03-11' });
    expect(on('2026-05-09')).toBe(may);
    expect(on('2026-07-01')).toBe(july);
    for (const day of ['2026-03-10', '', '2037-01-01']) expect(on(day)).toBeUndefined();
  },
);

test('the terms say how interest accrues, also of a loan that compounds', () => {
  expect(show()).toHaveTextContent('Simple interest, actual/365.');
  cleanup();
  expect(show({ accrual: 'COMPOUND_365' })).toHaveTextContent(
    'Interest compounds daily, actual/365.',
  );
});

test('what if I pay on: any day from today on has its payoff, another day a reason', () => {
  const card = show({ role: 'BORROWER', amount: 900_50, rate: 1800 });
  const field = within(card).getByLabelText('What if I pay on');
  const output = within(card).getByRole('status', { name: 'Payoff on that day' });
  expect(field).toHaveValue('2026-12-27');
  fireEvent.change(field, { target: { value: '2027-01-15' } });
  expect(output).toHaveTextContent('$927.14 including $26.64 interest');
  fireEvent.change(field, { target: { value: '2026-12-19' } });
  expect(output).toHaveTextContent(/^$/);
  const reason = 'Choose a day from Dec 20, 2026 to Dec 17, 2036';
  expect(field).toHaveAccessibleDescription(reason);
  fireEvent.change(field, { target: { value: '2036-12-18' } });
  expect(field).toHaveAccessibleDescription(reason);
});

test.each([
  ['before the money arrives', unpaid],
  ['while a repayment is claimed, which names its day', { repaymentClaim: claim }],
  ['once the loan has ended', { ...closed, status: 'FINALIZED_RETURN_TO_BORROWER' }],
] as const)('no other day can be chosen %s', (_, more) => {
  expect(within(show(more)).queryByLabelText(/What if/)).toBeNull();
});

test('a claimed repayment counts as of its day, with today’s debt if it is denied', () => {
  const card = show({ repaymentClaim: claim, payoffIfDenied: 18_600_00 });
  expect(card).toHaveTextContent('If the repayment of Jan 29, 2027 is confirmed');
  expect(card).toHaveTextContent('$18,600.00 today if it is denied');
  expect(figures(card)).toHaveProperty('Interest included');
});

test.each([
  ['BORROWER', 'Transfer fee, from your balance'],
  ['LENDER', 'The borrower’s transfer fee'],
] as const)('the %s sees whose balance pays the transfer fee', (role, label) => {
  const { disclosure } = buildLoan();
  const card = show({ role, disclosure: { ...disclosure, transferFee: 12_00 } });
  expect(figures(card)).toMatchObject({ [label]: '$12.00' });
});

test('before the payment arrives, the due day is the one of the reader’s calendar', () => {
  const at = '2026-11-16T03:00:00.000Z';
  const card = show(unpaid, at);
  expect(card).toHaveTextContent('$18,597.00You get back');
  const { 'Due, if paid out today': due } = figures(card);
  expect(due).toBe(formatDueDay(90, new Date(at)));
  expect(card.querySelector('time')).toHaveAttribute('datetime', '2027-02-14T03:00:00.000Z');
});

test.each([
  ['BORROWER', 'Interest paid'],
  ['LENDER', 'Interest earned'],
] as const)(
  'the %s of a repaid loan reads it in the past tense, with the claimed day',
  (role, label) => {
    const status = 'FINALIZED_RETURN_TO_BORROWER';
    const card = show({ ...closed, role, status, payoff: 18_488_40, repaymentClaim: claim });
    expect(card).toHaveTextContent('$18,488.40Repaid on Jan 29, 2027');
    expect(figures(card)).toMatchObject({ [label]: '$488.40', 'Was due': 'Feb 14, 2027' });
    expect(card).toHaveTextContent(/As agreed.*To repay when due\$18,597\.00/);
    expect(card).not.toHaveTextContent(/You receive\b|You repay|Due,|today/);
  },
);

test.each(['BORROWER', 'LENDER', 'OPERATOR'] as const)(
  'the %s of a loan that was finalized without a claim reads no repayment',
  (role) => {
    const status = 'FINALIZED_RETURN_TO_BORROWER';
    const card = show({ ...closed, role, status, payoff: 18_488_40 });
    expect(card).toHaveTextContent('$18,488.40Payoff when closed, Feb 1, 2027');
    expect(figures(card)).toMatchObject({ Interest: '$488.40' });
    expect(card).not.toHaveTextContent(/repaid|interest (paid|earned)/i);
  },
);

test.each([
  ['whose payoff was claimed', 'payoff', 13_500_00, '$18,500.00Repaid on', 'Interest earned'],
  ['that its part payments covered', 'last', 0, '$18,500.00Repaid on', 'Interest earned'],
  ['that was closed without a claim', null, 13_500_00, '$13,500.00Payoff when closed', 'Interest'],
])(
  'a loan %s has all that was repaid, and interest without the parts',
  (_, id, payoff, amount, label) => {
    const part = { ...repaid, id: 'part', confirmedAmount: 5_000_00 };
    const last = { ...repaid, id: id ?? 'none', confirmedAmount: 13_500_00 };
    const card = show({
      ...closed,
      status: 'FINALIZED_RETURN_TO_BORROWER',
      payoff,
      payments: id === null ? [part] : [part, last],
      repaymentClaim: id === null ? null : { ...claim, paymentId: id },
    });
    expect(card).toHaveTextContent(amount);
    expect(figures(card)).toMatchObject({ [label]: '$500.00' });
  },
);

test('a seized loan shows the settled debt and its date, whatever was claimed before', () => {
  const status = 'FINALIZED_LENDER_SEIZURE';
  const card = show({
    ...closed,
    status,
    payoff: null,
    discharged: 18_700_00,
    repaymentClaim: claim,
  });
  expect(card).toHaveTextContent('$18,700.00Debt settled by the domain on Feb 1, 2027');
  expect(figures(card)).toMatchObject({ 'Interest included': '$700.00' });
  expect(card).toHaveTextContent(/As agreed.*\$18,597\.00/);
});

test('a loan that ended before any payment shows the agreed terms and no due date', () => {
  const card = show({ ...closed, ...unpaid, status: 'CANCELLED' });
  expect(card).toHaveTextContent('As agreed');
  expect(card).not.toHaveTextContent(/Repaid|Debt|Due|due day/);
});

test('an amended loan has its present terms, and the payoff of a chosen day is the server’s', async () => {
  const more = { ...agreed, effectiveOn: '2026-12-10' } as const;
  const card = show({
    termsChangedOn: '2026-12-10',
    presentTerms: { ...buildLoan().presentTerms, rate: 1500, due: '2027-05-15' },
    dueAt: '2027-05-15T08:20:00.000Z',
    amendments: [
      buildAmendment({ ...more, status: 'EFFECTIVE', terms: { rate: 1500 } }),
      buildAmendment({ n: 2, status: 'DECLINED', terms: { due: '2028-01-01', rate: 900 } }),
    ],
  });
  expect(card).toHaveTextContent('Terms as amended, from Dec 10, 2026');
  expect(figures(card)).toMatchObject({
    Rate: '15%',
    Term: '180 days',
    'Principal left': '$18,000.00',
    'Interest on it': '$100.00',
    'Contract APR incl. fees': '13.45%',
  });
  fireEvent.change(await within(card).findByLabelText('What if it’s paid on'), {
    target: { value: '2027-05-15' },
  });
  expect(await within(card).findByText('$18,777.00')).toBeVisible();
  expect(replay.calls('PayoffOnDay').at(-1)).toEqual({ escrowId: 'loan-1', on: '2027-05-15' });
  expect(card).not.toHaveTextContent('including');
});

test('the page itself computes the payoff of a loan that was not amended', async () => {
  const card = show();
  await within(card).findByLabelText('Payoff on that day');
  expect(replay.calls('PayoffOnDay')).toEqual([]);
});

test('a loan with instalments shows the next one, its plan and its late terms; a chosen day counts by the plan', () => {
  const card = show({
    ...monthlyPayments,
    ...{ lateFee: 500, defaultRate: 300 },
    nextDue: { date: '2026-12-16', amount: 1_609_71, instalment: 1, instalments: 12 },
  });
  expect(figures(card)).toMatchObject({
    ...{ 'Next payment': '$1,609.71', 'Next due': 'Dec 16, 2026' },
    ...{ 'Last payment due': 'Feb 14, 2027', Repayment: '12 monthly payments' },
    ...{ 'Late fee': '5% of the payment', 'On overdue principal': '+3% a year' },
  });
  const loan = buildLoan({ ...monthlyPayments, rate: 1_200, defaultRate: 300 });
  const on = (more: Partial<Loan>) =>
    computePayoffOn(
      { ...loan, ...more },
      { day: '2027-03-16', from: '2026-11-16', to: '2036-11-16' },
    );
  // Simple interest of 120 days, and default interest on the principal of what is overdue.
  expect(on({ defaultRate: 0 })).toBe(18_710_14);
  expect(Number(on({}))).toBeGreaterThan(18_710_14);
});

test('an accelerated loan has no later due date than the end of its seven days', () => {
  const accelerationEndsAt = '2026-12-23T08:20:00.000Z';
  const card = show({ ...monthlyPayments, stage: 'ACCELERATED', accelerationEndsAt });
  expect(figures(card)).toMatchObject({ 'All due by': expect.stringMatching(/^Dec 23, 2026/) });
  expect(card).not.toHaveTextContent('Feb 14, 2027');
});
