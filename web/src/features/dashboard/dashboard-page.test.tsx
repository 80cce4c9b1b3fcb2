/** The dashboard: what needs its reader is first, the strip is walked by keyboard, and a service that is down blanks its own section. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  busy,
  flow,
  flows,
  inDays,
  isDown,
  loan,
  newAccount,
  none,
  regionOf,
  show,
  totals,
} from './testing/show-dashboard.tsx';

beforeEach(() => localStorage.clear());

test('what needs the reader is before the cards: loans, then offers of each domain, with the verb on the button', async () => {
  show(busy);
  const needs = await regionOf('Needs you (2)');
  const rows = within(needs).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent('Repay $860.12 to Lin');
  expect(rows[0]).toHaveTextContent(/6 days left.*Then the lender may take the domainRepay$/);
  expect(within(needs).getByRole('link', { name: 'Repay: sail.net' })).toHaveAttribute(
    'href',
    '/app/escrow/l1',
  );
  expect(rows[1]).toHaveTextContent('2 offers, cheapest $4,200.00 at 12.5% for 365 days');
  expect(within(needs).getByRole('link', { name: 'Compare: cedar.me' })).toBeVisible();
  const portfolio = await regionOf('Portfolio');
  expect(needs.compareDocumentPosition(portfolio)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const borrowing = await regionOf('Borrowing');
  expect(borrowing).toHaveTextContent('Running$800.00In progress$400.00Payoff today$860.12');
  expect(screen.queryByRole('region', { name: 'Two ways to start' })).toBeNull();
});

test('a missed payment is overdue since its day, not due with the last one', async () => {
  const missed = {
    ...{ ...loan, role: 'LENDER', stage: 'OVERDUE', dueAt: inDays(130) },
    nextDue: {
      ...{ __typename: 'NextDue', date: inDays(-13).slice(0, 10), amount: 8_552 },
      ...{ instalment: 2, instalments: 6 },
    },
    waitingFor: { ...loan.waitingFor, party: 'LENDER', action: 'ACCELERATE', until: null },
  };
  const waitingLoans = { __typename: 'WaitingLoans', total: 1, escrows: [missed] };
  show({ ...newAccount, waitingLoans });
  expect(await regionOf('Needs you (1)')).toHaveTextContent(
    /13 days overdue.*Ada’s payment was due Nov 15.*No deadline; the borrower may catch up/,
  );
});

test('the bar of a loan has its next due day: of an instalment, and of an acceleration its end', async () => {
  const day = (days: number) => inDays(days).slice(0, 10);
  const planned = {
    ...{ ...loan, stage: 'ACTIVE', dueAt: inDays(130), graceEndsAt: null },
    nextDue: {
      ...{ __typename: 'NextDue', date: day(20), amount: 8_552 },
      ...{ instalment: 2, instalments: 6 },
    },
  };
  const accelerated = {
    ...{ ...planned, id: 'l2', stage: 'ACCELERATED', accelerationEndsAt: inDays(5) },
    nextDue: { ...planned.nextDue, date: day(5), instalment: null, instalments: null },
  };
  show({ ...newAccount, borrowing: totals({ largest: [planned, accelerated] }) });
  const [first, second] = within(await regionOf('Borrowing')).getAllByRole('listitem');
  const dueDays = [first, second].map((item) => item?.querySelector('time')?.dateTime.slice(0, 10));
  expect(dueDays).toEqual([day(20), day(5)]);
});

test('deadlines have the colours of their order, whatever waits', async () => {
  show(busy);
  const needs = await regionOf('Needs you (2)');
  expect(within(needs).getByText('6 days left').parentElement).toHaveClass('text-ink-2');
});

test('operators see disputes and payment exceptions first', async () => {
  const dispute = { ...loan, id: 'l9', role: 'OPERATOR', decisionDueAt: inDays(-1) };
  show(
    {
      ...busy,
      milestones: newAccount.milestones,
      waitingDisputes: { __typename: 'WaitingLoans', total: 7, escrows: [dispute] },
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

test('pushed domains wait for an answer, with the sender, the end, and from when they can be accepted', async () => {
  const push = (id: string, acceptableFrom: string) => ({
    __typename: 'DomainPush',
    ...{ id, unicodeName: `${id}.com`, acceptableFrom, expiresAt: inDays(6) },
    from: { __typename: 'User', id: 'a2', name: 'Sam Sender' },
  });
  const pushes = [push('now', inDays(-1)), push('later', inDays(0.9))];
  show({ ...newAccount, waitingPushes: { __typename: 'WaitingPushes', total: 4, pushes } });
  const needs = await regionOf('Needs you (4)');
  const [first, second] = within(needs).getAllByRole('listitem');
  expect(first).toHaveTextContent(
    /Sam Sender offers you this domain6 days left.*Expires .*Answer$/,
  );
  expect(first).not.toHaveTextContent('Can be accepted');
  expect(second).toHaveTextContent(/Can be accepted from /);
  const links = within(needs).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Answer', '/app/my-domains'],
    ['Answer', '/app/my-domains'],
    ['My Domains', '/app/my-domains'],
  ]);
  expect(needs).toHaveTextContent('2 more in');
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
