/** The dashboard while it stays open: what changes, by an event or by time alone, and what a failed refetch says. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { Reply } from '../../testing/render-screen.tsx';
import {
  busy,
  isDown,
  loan,
  newAccount,
  regionOf,
  reply,
  showReplies,
  totals,
} from './testing/show-dashboard.tsx';

const animate = jest.fn();

beforeEach(() => {
  localStorage.clear();
  animate.mockReset();
  HTMLElement.prototype.animate = animate as never;
});
afterEach(() => {
  jest.useRealTimers();
});

const changed = {
  notificationsChanged: {
    ...{ __typename: 'NotificationCenter', id: 'a1' },
    unreadCounts: { __typename: 'UnreadCounts', id: 'a1', alerts: 0, notifications: 1 },
  },
};

test('a refetch that fails as a whole says so, above the data that stays', async () => {
  const failed = { errors: isDown('lending') } as unknown as Reply;
  const { push } = showReplies(reply(busy), failed);
  await regionOf('Needs you (2)');
  expect(screen.queryByText(/can’t be reached right now/)).toBeNull();
  act(() => push('DashboardLive', changed));
  expect(await screen.findByText(/^Loans and listings can’t be reached right now/)).toBeVisible();
  expect(await regionOf('Needs you (2)')).toBeVisible();
});

test('payoffs follow the UTC day: the page is read again after midnight, once', async () => {
  jest.useFakeTimers({
    now: new Date('2026-11-16T23:59:00.000Z'),
    doNotFake: ['queueMicrotask'],
  });
  const after = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
  const tomorrow = { ...newAccount, borrowing: totals({ payoff: 86_050 }) };
  const { calls } = showReplies(reply({ ...newAccount, borrowing: totals() }), () =>
    reply(tomorrow),
  );
  await after(59);
  expect(calls('Dashboard')).toHaveLength(1);
  await after(3);
  expect(calls('Dashboard')).toHaveLength(2);
  await after(3_600);
  expect(calls('Dashboard')).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Borrowing' })).toHaveTextContent('$860.50');
});

test('the row of a loan that changes while it is shown is tinted, and no other', async () => {
  const grown = { ...loan, payoff: 86_050 };
  const { push } = showReplies(
    reply(busy),
    reply({ ...busy, waitingLoans: { ...busy.waitingLoans, escrows: [grown] } }),
  );
  const needs = await regionOf('Needs you (2)');
  act(() => push('DashboardLive', changed));
  const text = await within(needs).findByText('Repay $860.50 to Lin');
  expect(animate.mock.contexts).toEqual([text.closest('li')]);
});
