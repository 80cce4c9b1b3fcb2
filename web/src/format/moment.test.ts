/** Moments on the reader's clock: zones, summer time, locales, and the edges of a deadline. */

import { expect, test } from '@jest/globals';
import type { Reader } from './moment.ts';
import {
  countCalendarDays,
  describeMoment,
  formatDeadline,
  formatMoment,
  formatOverdue,
  formatTimeLeft,
} from './moment.ts';

const plainSpaces = (text: string | undefined) => text?.replaceAll(/\s/g, ' ');
const berlin: Reader = { locale: 'en-US', timeZone: 'Europe/Berlin' };
const auckland: Reader = { locale: 'en-US', timeZone: 'Pacific/Auckland' };
const losAngeles: Reader = { locale: 'en-US', timeZone: 'America/Los_Angeles' };

test.each([
  // Seven days but for a minute: never a floored 6.
  ['2027-02-03T12:00:00Z', '2027-02-10T11:59:00Z', '7 days left'],
  ['2027-02-03T12:00:00Z', '2027-02-10T00:30:00Z', '7 days left'],
  ['2027-02-03T12:00:00Z', '2027-02-04T12:00:00Z', '1 day left'],
  ['2027-02-03T08:00:00Z', '2027-02-03T22:30:00Z', '14 hours left'],
  // Past midnight, but not a day away.
  ['2027-02-03T22:50:00Z', '2027-02-04T06:00:00Z', '7 hours left'],
  ['2027-02-03T22:50:00Z', '2027-02-03T23:30:00Z', '40 minutes left'],
  // Rounded up, either deadline would look later than it is.
  ['2027-02-03T12:00:00Z', '2027-02-03T13:31:00Z', '91 minutes left'],
  ['2027-02-03T12:00:00Z', '2027-02-03T13:59:59Z', '119 minutes left'],
  ['2027-02-03T12:00:00Z', '2027-02-03T14:00:00Z', '2 hours left'],
  ['2027-02-03T12:00:00Z', '2027-02-03T14:59:00Z', '2 hours left'],
  ['2027-02-03T12:00:00Z', '2027-02-03T12:01:00Z', '1 minute left'],
  ['2027-02-03T12:00:00Z', '2027-02-03T12:00:30Z', 'due now'],
  ['2027-02-03T12:00:00Z', '2027-02-03T12:00:00Z', 'due now'],
  ['2027-02-03T12:00:00Z', '2027-02-03T11:59:59Z', 'overdue'],
  ['2027-02-03T12:00:00Z', '2027-02-02T12:00:00Z', '1 day overdue'],
  ['2027-02-03T12:00:00Z', '2027-02-03T11:00:00Z', '60 minutes overdue'],
  ['2027-02-03T12:00:00Z', '2027-02-03T09:01:00Z', '2 hours overdue'],
  ['2027-02-03T12:00:00Z', '2026-12-19T12:00:00Z', '46 days overdue'],
])('in Berlin at %s, %s is %s', (now, at, text) => {
  expect(formatTimeLeft(at, new Date(now), berlin)).toBe(text);
});

test('the same moment is as many days away as its reader’s calendar says', () => {
  const now = new Date('2027-02-03T09:30:00Z');
  const at = '2027-02-10T09:00:00Z';
  // 22:30 on the 3rd to 22:00 on the 10th; 01:30 on the 3rd to 01:00 on the 10th.
  for (const reader of [auckland, losAngeles])
    expect(formatTimeLeft(at, now, reader)).toBe('7 days left');
  // 12:00 UTC is already the next day in Auckland.
  const noon = new Date('2027-02-03T12:00:00Z');
  expect(formatTimeLeft('2027-02-10T09:00:00Z', noon, auckland)).toBe('6 days left');
  expect(formatTimeLeft('2027-02-10T09:00:00Z', noon, losAngeles)).toBe('7 days left');
});

test.each([
  // Berlin: a day of 23 hours on Mar 28, 2027, and one of 25 on Oct 31.
  ['2027-03-27T12:00:00Z', '2027-03-28T11:00:00Z', 1],
  ['2027-03-27T22:30:00Z', '2027-03-28T22:30:00Z', 2],
  ['2027-10-30T22:30:00Z', '2027-10-31T22:30:00Z', 0],
  ['2027-10-30T12:00:00Z', '2027-11-06T12:00:00Z', 7],
  ['2027-12-31T12:00:00Z', '2028-03-01T12:00:00Z', 61],
  ['2027-02-10T12:00:00Z', '2027-02-03T12:00:00Z', -7],
])('in Berlin %s to %s are %d calendar days', (from, to, days) => {
  expect(countCalendarDays(new Date(from), new Date(to), berlin)).toBe(days);
});

test('calendar days do not depend on the locale’s calendar or digits', () => {
  for (const locale of ['th-TH', 'ar-EG', 'fa-IR', 'he-IL-u-ca-hebrew', 'ja-JP-u-ca-japanese'])
    expect(
      countCalendarDays(new Date('2027-02-03T12:00:00Z'), new Date('2027-03-03T12:00:00Z'), {
        ...berlin,
        locale,
      }),
    ).toBe(28);
});

test.each([
  ['en-US', 'Feb 13, 9:12 PM'],
  ['en-GB', '13 Feb, 21:12'],
  ['de-DE', '13. Feb., 21:12'],
])('the clock of %s is its own: %s', (locale, text) => {
  const now = new Date('2027-02-03T12:00:00Z');
  const reader = { locale, timeZone: 'Europe/Berlin' };
  expect(plainSpaces(formatDeadline('2027-02-13T20:12:00Z', now, reader))).toBe(text);
});

test('the year is shown beyond twelve months, before or after', () => {
  const now = new Date('2027-02-03T12:00:00Z');
  const text = (at: string) => plainSpaces(formatDeadline(at, now, berlin));
  expect(text('2028-02-02T12:00:00Z')).toBe('Feb 2, 1:00 PM');
  expect(text('2028-02-03T12:00:00Z')).toBe('Feb 3, 2028, 1:00 PM');
  expect(text('2026-02-03T12:00:00Z')).toBe('Feb 3, 2026, 1:00 PM');
});

test('UTC is only in the tooltip, with the full local time where the text lacks it', () => {
  const at = '2027-02-13T23:30:00Z';
  const title = (text: string) => plainSpaces(describeMoment(at, text, berlin));
  expect(title(formatMoment(at, 'date-time', berlin))).toBe('Feb 13, 2027, 11:30 PM UTC');
  expect(title(formatMoment(at, 'date', berlin))).toBe(
    'Feb 14, 2027, 12:30 AM · Feb 13, 2027, 11:30 PM UTC',
  );
  expect(describeMoment('2027-02-14', 'Feb 14, 2027', berlin)).toBeUndefined();
});

test('a calendar day is the same for every reader', () => {
  for (const reader of [berlin, auckland, losAngeles])
    expect(formatMoment('2027-02-14', 'calendar-day', reader)).toBe('Feb 14, 2027');
});

test('text that is not a date is returned unchanged', () => {
  for (const format of [formatTimeLeft, formatOverdue, formatDeadline])
    expect(format('soon', new Date(), berlin)).toBe('soon');
  expect(describeMoment('soon', 'soon')).toBeUndefined();
});
