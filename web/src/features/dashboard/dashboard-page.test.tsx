/** The dashboard: what needs its reader is first, the strip is walked by keyboard, and a service that is down blanks its own section. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Reply } from '../../testing/render-screen.tsx';
import { renderScreen, replyWith } from '../../testing/render-screen.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const dayMs = 86_400_000;
/** A minute later, so that the days stay whole while the test runs. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs + 60_000).toISOString();

const waiting = (action: string, until: string | null) => ({
  __typename: 'WaitingFor',
  party: 'BORROWER',
  action,
  label: action,
  until,
  message: '',
});
const loan = {
  __typename: 'Escrow',
  id: 'l1',
  domainId: 'd1',
  domainName: 'sail.net',
  unicodeName: 'sail.net',
  role: 'BORROWER',
  amount: 80_000,
  payoff: 86_012,
  status: 'LOAN_POSTED',
  stage: 'IN_GRACE',
  receivedAt: inDays(-92),
  dueAt: inDays(-2),
  graceEndsAt: inDays(6),
  decisionOverdue: false,
  borrowerName: 'Ada Bell',
  lenderName: 'Lin Okafor',
  waitingFor: waiting('REPAY', inDays(6)),
};
const flow = (more: object) => ({
  __typename: 'PaymentFlow',
  escrowId: 'l1',
  unicodeName: 'sail.net',
  kind: 'REPAYMENT',
  direction: 'OUT',
  at: inDays(20),
  amount: 86_012,
  graceEndsAt: inDays(28),
  ...more,
});
const flows = (list: object[], more = {}) => ({
  __typename: 'PaymentFlows',
  total: list.length,
  incoming: 120_000,
  outgoing: 86_012,
  complete: true,
  flows: list,
  ...more,
});
const sum = (amount: number) => ({ __typename: 'LoanSum', count: 1, amount });
const totals = (more = {}) => ({
  __typename: 'LoanTotals',
  open: 2,
  amount: 120_000,
  running: sum(80_000),
  inProgress: sum(40_000),
  payoff: 86_012,
  largest: [loan],
  ...more,
});
const noLoans = totals({
  ...{ open: 0, amount: 0, running: sum(0), inProgress: sum(0), payoff: 0, largest: [] },
});
const none = { listed: false, offered: false, borrowed: false, lent: false };
const newAccount = {
  waitingLoans: { __typename: 'EscrowPage', total: 0, escrows: [] },
  waitingOffers: { __typename: 'WaitingOffers', total: 0, domains: [] },
  waitingDisputes: null,
  waitingPayments: null,
  domains: { __typename: 'DomainTotals', count: 0, estimatedValue: 0, byStatus: [] },
  borrowing: noLoans,
  lending: noLoans,
  paymentFlows: flows([]),
  milestones: { __typename: 'LoanMilestones', ...none },
};
const busy = {
  ...newAccount,
  waitingLoans: { __typename: 'EscrowPage', total: 1, escrows: [loan] },
  waitingOffers: {
    __typename: 'WaitingOffers',
    total: 1,
    domains: [
      {
        __typename: 'OfferedDomain',
        domainId: 'd2',
        unicodeName: 'cedar.me',
        count: 2,
        expiresAt: inDays(3),
        best: { __typename: 'BestOffer', amount: 420_000, term: 365, rate: 1_250 },
      },
    ],
  },
  borrowing: totals(),
  milestones: { __typename: 'LoanMilestones', ...none, borrowed: true },
};
const self = { __typename: 'User', id: 'a1', name: 'Ada Bell', operator: false };
const show = (dashboard: object | null, more: object = {}, errors?: object[]) =>
  renderScreen({
    screens: { '/app': <DashboardPage /> },
    at: '/app',
    answers: {
      Dashboard: {
        ...(replyWith({
          now: new Date().toISOString(),
          self: { ...self, ...more },
          dashboard: dashboard && { __typename: 'Dashboard', ...dashboard },
        }) as object),
        ...(errors ? { errors } : {}),
      } as Reply,
    },
  });

const regionOf = (name: string | RegExp) => screen.findByRole('region', { name });

beforeEach(() => localStorage.clear());

test('what needs the reader is before the cards: loans, then offers of each domain, with the verb on the button', async () => {
  show(busy);
  const needs = await regionOf('Needs you (2)');
  const rows = within(needs).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent('Repay $860.12 to Lin');
  expect(rows[0]).toHaveTextContent('6 days left');
  expect(within(needs).getByRole('link', { name: 'Repay: sail.net' })).toHaveAttribute(
    'href',
    '/app/escrow/l1',
  );
  expect(rows[1]).toHaveTextContent('2 offers, best $4,200.00 at 12.5% for 365 days');
  expect(within(needs).getByRole('link', { name: 'Compare: cedar.me' })).toBeVisible();
  const portfolio = await regionOf('Portfolio');
  expect(needs.compareDocumentPosition(portfolio)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const borrowing = await regionOf('Borrowing');
  expect(borrowing).toHaveTextContent('Running$800.00In progress$400.00Payoff today$860.12');
  expect(screen.queryByRole('region', { name: 'Two ways to start' })).toBeNull();
});

test('operators see disputes and payment exceptions first', async () => {
  const dispute = { ...loan, id: 'l9', role: 'OPERATOR', decisionDueAt: inDays(-1) };
  show(
    {
      ...busy,
      milestones: newAccount.milestones,
      waitingDisputes: { __typename: 'EscrowPage', total: 7, escrows: [dispute] },
      waitingPayments: {
        __typename: 'PaymentExceptionPage',
        total: 1,
        payments: [
          {
            __typename: 'PaymentException',
            id: 'stripe:1',
            expected: 5_000,
            received: 4_500,
            reason: 'It is $5.00 short.',
            createdAt: inDays(-3),
          },
        ],
      },
    },
    { operator: true },
  );
  const needs = await regionOf('Needs you (10)');
  const links = within(needs).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/app/disputes/l9',
    '/app/disputes?tab=payments',
    '/app/escrow/l1',
    '/app/borrow?offers=open#offers',
    '/app/disputes',
  ]);
  expect(needs).toHaveTextContent('1 day overdue');
  expect(needs).toHaveTextContent('6 more in');
  expect(screen.queryByRole('region', { name: 'Two ways to start' })).toBeNull();
});

test('each payment of the next 90 days is a link in the order of time, and a row of a table', async () => {
  const lent = { direction: 'IN', escrowId: 'l2', unicodeName: 'cedar.me', amount: 120_000 };
  const list = [
    flow({ at: inDays(-2), graceEndsAt: inDays(6) }),
    flow({ ...lent, at: inDays(40) }),
    flow({ ...lent, escrowId: 'l3', at: inDays(41), graceEndsAt: null }),
    flow({ ...lent, escrowId: 'l4', kind: 'FUNDING', direction: 'OUT', at: inDays(89.9) }),
  ];
  const { at } = show({ ...busy, paymentFlows: flows(list) });
  const strip = await regionOf('Next 90 days');
  const bars = within(strip).getAllByRole('link');
  expect(bars.map((bar) => bar.getAttribute('href'))).toEqual([
    '/app/escrow/l1',
    // Two payments on neighbouring days share a bar.
    '/app/lend',
    '/app/escrow/l4',
  ]);
  expect(bars[0]).toHaveAccessibleName(/^Repay \$860\.12 on sail\.net, due .+, in grace until /);
  expect(bars[1]?.querySelector('title')?.textContent).toMatch(
    /^You get \$1,200\.00 back on cedar\.me, due .+\nYou get/,
  );
  const rows = within(strip).getAllByRole('row');
  expect(rows).toHaveLength(1 + list.length);
  expect(rows[4]).toHaveTextContent('Send $1,200.00 on cedar.me');
  expect(strip).toHaveTextContent('In $1,200.00');
  expect(strip).toHaveTextContent('Out $860.12');
  bars[0]?.focus();
  await userEvent.tab();
  expect(bars[1]).toHaveFocus();
  // The browser journey presses Enter; jsdom follows no SVG link by it.
  await userEvent.click(bars[1] as Element);
  await waitFor(() => expect(at()).toBe('/app/lend'));
});

test('a strip that leaves payments out says so, and there is none without payments', async () => {
  show({ ...busy, paymentFlows: flows([flow({})], { total: 140 }) });
  expect(await screen.findByText('The first 1 of 140 payments.')).toBeVisible();
});

test('a new account sees two ways to start, with the steps that its records show, until it dismisses them', async () => {
  const domains = {
    ...newAccount.domains,
    count: 1,
    byStatus: [
      {
        __typename: 'DomainStatusCount',
        status: 'EXTERNAL_VERIFIED',
        count: 1,
        estimatedValue: 0,
      },
    ],
  };
  const rendered = show({ ...newAccount, domains });
  const ways = await regionOf('Two ways to start');
  const borrow = within(ways).getByRole('region', { name: 'Borrow against a domain' });
  const steps = within(borrow).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Add a domain, done',
    'Verify it by DNS, done',
    '3List it for a loan',
    '4Accept an offer',
  ]);
  expect(steps[2]).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText('Your domain keeps working while it secures a loan')).toBeVisible();
  expect(screen.queryByText('Next 90 days')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: 'Two ways to start' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await rendered.go('/elsewhere');
  await rendered.go('/app');
  await regionOf('Portfolio');
  expect(screen.queryByRole('region', { name: 'Two ways to start' })).toBeNull();
});

test('the lender’s way is finished by an offer and an address', async () => {
  const milestones = { __typename: 'LoanMilestones', ...none, offered: true };
  show({ ...newAccount, milestones }, { address1: '1 Way', city: 'Rome', country: 'Italy' });
  await screen.findByText('Renewals are now paid from your site balance');
  expect(screen.queryByRole('region', { name: 'Two ways to start' })).toBeNull();
});

const isDown = (service: string) => [
  {
    message: 'A service is unavailable.',
    extensions: { code: 'UNAVAILABLE', service },
  },
];

test('while lending is down only its sections are blank', async () => {
  const lending = ['waitingLoans', 'waitingOffers', 'borrowing', 'lending', 'paymentFlows'];
  const down = Object.fromEntries([...lending, 'milestones'].map((field) => [field, null]));
  show({ ...busy, ...down }, {}, isDown('lending'));
  expect(await regionOf('Portfolio')).toHaveTextContent('Estimated value of 0 domains');
  expect(await regionOf('Borrowing')).not.toHaveTextContent('$');
  expect(screen.queryByRole('region', { name: /^Needs you/ })).toBeNull();
  expect(screen.getByText(/can’t be reached right now/)).toBeVisible();
});

test('payments that are down concern only operators', async () => {
  show(busy, {}, isDown('payments'));
  await regionOf('Needs you (2)');
  expect(screen.queryByText(/can’t be reached right now/)).toBeNull();
});
