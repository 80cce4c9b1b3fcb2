/** Short dates. */

import { expect, test } from '@jest/globals';
import { formatShortDay, formatShortDayTime } from './short-day.ts';

const now = new Date(2027, 1, 3, 12, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test('within twelve months the year is left out, beyond them it is shown', () => {
  expect(formatShortDay(at(2027, 0, 9, 10, 31), now)).toBe('Jan 9');
  expect(formatShortDay(at(2026, 10, 12, 10, 31), now)).toBe('Nov 12');
  expect(formatShortDay(at(2026, 0, 12, 10, 31), now)).toBe('Jan 12, 2026');
  expect(formatShortDayTime(at(2028, 0, 9, 7, 5), now)).toMatch(/^Jan 9, 7:05\sAM$/);
  expect(formatShortDayTime(at(2028, 2, 9, 7, 5), now)).toMatch(/^Mar 9, 2028, 7:05\sAM$/);
});

test('text that is not a date is returned unchanged', () => {
  expect(formatShortDay('soon', now)).toBe('soon');
});
