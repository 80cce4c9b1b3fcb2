/** The due day of a loan that starts now. */

import { expect, test } from '@jest/globals';
import { formatDueDay } from './due-day.ts';
import { formatMoment } from './moment.ts';

const newYork = { locale: 'en-US', timeZone: 'America/New_York' };

test('in the evening of New York it is the local day of the deadline, not the next day in UTC', () => {
  const evening = new Date('2026-11-16T03:00:00Z');
  expect(formatDueDay(90, evening, newYork)).toBe('Feb 13, 2027');
  expect(formatDueDay(90, evening, { ...newYork, timeZone: 'UTC' })).toBe('Feb 14, 2027');
});

test('summer time does not move the deadline', () => {
  // 23:30 in New York on Mar 1; 90 days of 24 hours later it is 00:30.
  const now = new Date('2027-03-02T04:30:00Z');
  expect(formatDueDay(90, now, newYork)).toBe('May 31, 2027');
  expect(formatMoment('2027-05-31T04:30:00Z', 'date-year', newYork)).toBe('May 31, 2027');
});
