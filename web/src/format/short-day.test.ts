/** Short dates without the current year. */

import { expect, test } from '@jest/globals';
import { formatShortDay, formatShortDayTime } from './short-day.ts';

const now = new Date(2027, 1, 3, 12, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test('the current year is omitted, another one is shown', () => {
  expect(formatShortDay(at(2027, 0, 9, 10, 31), now)).toBe('Jan 9');
  expect(formatShortDay(at(2026, 10, 12, 10, 31), now)).toBe('Nov 12, 2026');
  expect(formatShortDayTime(at(2027, 0, 9, 7, 5), now)).toBe('Jan 9, 07:05');
  expect(formatShortDayTime(at(2026, 10, 12, 10, 31), now)).toBe('Nov 12, 2026, 10:31');
});

test('text that is not a date is returned unchanged', () => {
  expect(formatShortDay('soon', now)).toBe('soon');
});
