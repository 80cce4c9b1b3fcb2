/** When a loan is read again because time alone has changed it. */

import { expect, test } from '@jest/globals';
import { someLoan } from './testing/build-loan.ts';
import { nextMoment } from './use-timed-refetch.ts';

const at = (iso: string) => Date.parse(iso);
const now = at('2027-02-10T12:00:00Z');
const next = (...args: Parameters<typeof someLoan>) => {
  const moment = nextMoment(someLoan(...args), now);
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

test('each UTC day anew, for what is owed grows', () => {
  expect(next()).toBe('2027-02-11T00:00:00.000Z');
});

test('at the moment at which a move opens, or silence decides, where that is sooner', () => {
  const availableAt = '2027-02-10T18:00:00.000Z';
  const blocked = {
    action: 'FINALIZE_SEIZE',
    reason: 'IN_GRACE',
    message: 'Wait.',
    availableAt,
  } as const;
  expect(next({ blockedActions: [blocked] })).toBe(availableAt);
  const deadline = { move: 'DEEM_RECEIVED', at: '2027-02-10T13:00:00.000Z' } as const;
  expect(next({ blockedActions: [blocked], deadlines: [deadline] })).toBe(deadline.at);
});

test('moments that are past are not waited for, and a loan that is over changes no more', () => {
  expect(next({ graceEndsAt: '2027-02-09T00:00:00.000Z' })).toBe('2027-02-11T00:00:00.000Z');
  expect(next({ status: 'CANCELLED' })).toBeUndefined();
});
