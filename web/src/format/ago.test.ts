/** Relative times. */

import { expect, test } from '@jest/globals';
import { formatAgo } from './ago.ts';

const now = new Date(2026, 10, 18, 16, 20);
/** Locales join the clock with special spaces. */
const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ');
const at = (...parts: [number, number, number, number, number]) =>
  plainSpaces(formatAgo(new Date(...parts).toISOString(), now));

test('recent times are relative, older ones are dates', () => {
  expect(formatAgo(now.toISOString(), now)).toBe('Just now');
  expect(at(2026, 10, 18, 16, 19)).toBe('1 minute ago');
  expect(at(2026, 10, 18, 16, 16)).toBe('4 minutes ago');
  expect(at(2026, 10, 18, 15, 20)).toBe('1 hour ago');
  expect(at(2026, 10, 18, 11, 0)).toBe('5 hours ago');
  expect(at(2026, 10, 18, 9, 41)).toBe('Today, 9:41 AM');
  expect(at(2026, 10, 17, 16, 20)).toBe('Yesterday, 4:20 PM');
  expect(at(2026, 10, 12, 10, 4)).toBe('Nov 12, 10:04 AM');
  expect(at(2025, 10, 12, 10, 4)).toBe('Nov 12, 2025, 10:04 AM');
});

test('a time a few seconds in the future is "Just now"', () => {
  expect(formatAgo(new Date(now.getTime() + 20_000).toISOString(), now)).toBe('Just now');
});

test('future times are relative too', () => {
  expect(at(2026, 10, 18, 16, 30)).toBe('in 10 minutes');
  expect(at(2026, 10, 19, 16, 20)).toBe('Tomorrow, 4:20 PM');
  expect(at(2026, 10, 25, 9, 0)).toBe('Nov 25, 9:00 AM');
});

test('shortly after midnight, yesterday evening counts in hours first', () => {
  const early = new Date(2026, 10, 18, 0, 30);
  expect(formatAgo(new Date(2026, 10, 17, 23, 30).toISOString(), early)).toBe('1 hour ago');
  expect(plainSpaces(formatAgo(new Date(2026, 10, 17, 8, 5).toISOString(), early))).toBe(
    'Yesterday, 8:05 AM',
  );
});

test('text that is not a date is returned unchanged', () => {
  expect(formatAgo('soon', now)).toBe('soon');
});
