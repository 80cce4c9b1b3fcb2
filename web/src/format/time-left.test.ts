/** Remaining time, always rounded down. */

import { expect, test } from '@jest/globals';
import { formatTimeLeft } from './time-left.ts';

const now = new Date('2027-02-03T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
const hour = 3_600_000;

test.each([
  [0, 'now'],
  [-5 * hour, 'now'],
  [90_000, 'in 1 minute'],
  [hour, 'in 60 minutes'],
  [5.9 * hour, 'in 5 hours'],
  [47 * hour, 'in 47 hours'],
  [49 * hour, 'in 2 days'],
  [7 * 24 * hour - 1, 'in 6 days'],
])('%d ms away is %s', (ms, text) => {
  expect(formatTimeLeft(after(ms), now)).toBe(text);
});
