/** Terms as people read and type them. */

import { expect, test } from '@jest/globals';
import { formatDays } from './days.ts';
import { parseDays } from './parse-days.ts';

test('days are spelled, and one is no plural', () => {
  expect([0, 1, 2, 90, 1095].map(formatDays)).toEqual([
    '0 days',
    '1 day',
    '2 days',
    '90 days',
    '1,095 days',
  ]);
});

test('days are read as they are written', () => {
  for (const days of [0, 1, 90, 1095]) expect(parseDays(formatDays(days))).toBe(days);
  expect(parseDays(' 90 ')).toBe(90);
});

test.each(['', '1.5', '-3', '1e3', '90 weeks', 'days', '2147483648', '9'.repeat(20)])(
  '%j is no number of days',
  (text) => {
    expect(parseDays(text)).toBeUndefined();
  },
);
