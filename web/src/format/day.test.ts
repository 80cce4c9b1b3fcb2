/** Formatted days and times. */

import { expect, test } from '@jest/globals';
import { formatDay, formatDayTime, formatUtcDay } from './day.ts';

test('a calendar day is the same in every time zone', () => {
  expect(formatDay('2027-02-14')).toBe('Feb 14, 2027');
  expect(formatDay('2027-01-01')).toBe('Jan 1, 2027');
  expect(formatDayTime('2027-12-31')).toBe('Dec 31, 2027');
});

test('a day of interest is the day in UTC, from its first moment to its last', () => {
  expect(formatUtcDay('2027-02-14T00:00:00.000Z')).toBe('Feb 14, 2027');
  expect(formatUtcDay('2027-02-14T23:59:59.999Z')).toBe('Feb 14, 2027');
});

test('a timestamp is formatted in the reader’s time zone', () => {
  const at = new Date(2026, 10, 12, 10, 4);
  expect(formatDay(at.toISOString())).toBe('Nov 12, 2026');
  expect(formatDayTime(at.toISOString())).toMatch(/^Nov 12, 2026, 10:04\sAM$/);
  expect(formatDayTime(new Date(2026, 10, 12, 0, 4).toISOString())).toMatch(/, 12:04\sAM$/);
});

test('text that is not a date is returned unchanged', () => {
  expect(formatDay('soon')).toBe('soon');
});
