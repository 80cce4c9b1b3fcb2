/** The times at which a loan is refetched without an event. */

import { expect, test } from '@jest/globals';
import { buildLoan } from './testing/build-loan.ts';
import { getNextRefetchTime } from './use-timed-refetch.ts';

const at = (iso: string) => Date.parse(iso);
const now = at('2027-02-10T12:00:00Z');
const next = (...args: Parameters<typeof buildLoan>) => {
  const moment = getNextRefetchTime(buildLoan(...args), now);
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

test('at each UTC midnight, because the payoff grows', () => {
  expect(next()).toBe('2027-02-11T00:00:00.000Z');
});

test('at an earlier time at which an action becomes available or a deadline passes', () => {
  const graceEndsAt = '2027-02-10T18:00:00.000Z';
  expect(next({ graceEndsAt })).toBe(graceEndsAt);
  const deadline = { transition: 'DEEM_RECEIVED', at: '2027-02-10T13:00:00.000Z' } as const;
  expect(next({ graceEndsAt, deadlines: [deadline] })).toBe(deadline.at);
});

test('times in the past are ignored, and a closed loan is never refetched', () => {
  expect(next({ graceEndsAt: '2027-02-09T00:00:00.000Z' })).toBe('2027-02-11T00:00:00.000Z');
  expect(next({ status: 'CANCELLED' })).toBeUndefined();
});
