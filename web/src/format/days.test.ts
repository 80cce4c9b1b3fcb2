/** Formatting and parsing of terms in days. */

import { expect, test } from '@jest/globals';
import { formatDays } from './days.ts';
import { parseDays } from './parse-days.ts';

test('one day is singular, all other counts are plural', () => {
  expect([0, 1, 2, 90, 1095].map(formatDays)).toEqual([
    '0 days',
    '1 day',
    '2 days',
    '90 days',
    '1,095 days',
  ]);
});

test('formatted days can be parsed again', () => {
  for (const days of [0, 1, 90, 1095]) expect(parseDays(formatDays(days))).toBe(days);
  expect(parseDays(' 90 ')).toBe(90);
});

test.each(['', '1.5', '-3', '1e3', '90 weeks', 'days', '2147483648', '9'.repeat(20)])(
  '%j is not a number of days',
  (text) => {
    expect(parseDays(text)).toBeUndefined();
  },
);
