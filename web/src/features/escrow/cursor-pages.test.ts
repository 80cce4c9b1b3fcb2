/** Pages and live entries merge in order, without gaps or duplicates, whatever arrives first. */

import { expect, test } from '@jest/globals';
import type { CursorPages } from './cursor-pages.ts';
import { mergeLiveEntry, mergeNewestPage, mergeOlderPage } from './cursor-pages.ts';

interface Line {
  id: string;
  at: string;
}

const line = (at: number, name = ''): Line => ({
  id: `${at}${name}`,
  at: new Date(Date.UTC(2027, 0, 1) + at * 1000).toISOString(),
});
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const pageOptions = { getTimestamp: ({ at }: Line) => at, pageSize: 5, olderPageSize: 5 };
const ids = ({ entries }: CursorPages<Line>) => entries.map(({ id }) => id).join(' ');

test('a list whose first page is not full is complete', () => {
  expect(mergeNewestPage(undefined, lines(1, 4), pageOptions).complete).toBe(true);
  expect(mergeNewestPage(undefined, lines(1, 5), pageOptions).complete).toBe(false);
});

test('older pages are added at the front until the list is complete', () => {
  const newest = mergeNewestPage(undefined, lines(8, 12), pageOptions);
  const more = mergeOlderPage(newest, { before: '8', older: lines(3, 7) }, pageOptions);
  expect([ids(more), more.complete]).toEqual(['3 4 5 6 7 8 9 10 11 12', false]);
  const all = mergeOlderPage(more, { before: '3', older: lines(1, 2) }, pageOptions);
  expect([ids(all), all.complete]).toEqual(['1 2 3 4 5 6 7 8 9 10 11 12', true]);
});

test('an older page that would leave a gap is ignored', () => {
  const known = mergeNewestPage(undefined, lines(8, 12), pageOptions);
  expect(mergeOlderPage(known, { before: '4', older: lines(1, 3) }, pageOptions)).toBe(known);
});

test('a refetch of the newest page adds missed entries once', () => {
  const known = mergeLiveEntry(
    mergeNewestPage(undefined, lines(1, 5), pageOptions),
    line(7),
    pageOptions,
  );
  expect(ids(mergeNewestPage(known, lines(4, 8), pageOptions))).toBe('1 2 3 4 5 6 7 8');
});

test('a refetch that does not overlap replaces the known entries', () => {
  const known = mergeNewestPage(undefined, lines(1, 5), pageOptions);
  const replaced = mergeNewestPage(known, lines(20, 24), pageOptions);
  expect([ids(replaced), replaced.complete]).toEqual(['20 21 22 23 24', false]);
  // A replayed entry of the gap loads later, with its page.
  expect(mergeLiveEntry(replaced, line(10), pageOptions)).toBe(replaced);
});

test('a live entry is added once, and sorted when it arrives late', () => {
  const known = mergeNewestPage(undefined, [], pageOptions);
  const two = mergeLiveEntry(mergeLiveEntry(known, line(9), pageOptions), line(7), pageOptions);
  expect(ids(two)).toBe('7 9');
  expect(mergeLiveEntry(two, line(9), pageOptions)).toBe(two);
});

test('entries of the same moment keep the server’s order', () => {
  const known = mergeNewestPage(undefined, [line(1, 'b'), line(1, 'a')], pageOptions);
  expect(ids(mergeLiveEntry(known, line(1, 'c'), pageOptions))).toBe('1b 1a 1c');
});

test('an empty list fills from its first entry', () => {
  const empty = mergeNewestPage(undefined, [], pageOptions);
  expect(ids(mergeNewestPage(empty, lines(1, 2), pageOptions))).toBe('1 2');
  expect(mergeNewestPage(empty, lines(1, 5), pageOptions).complete).toBe(false);
});
