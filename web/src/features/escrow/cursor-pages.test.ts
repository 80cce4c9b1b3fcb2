/** A growing list as it is read: no gap, nothing twice, in order, whatever comes first. */

import { expect, test } from '@jest/globals';
import type { Stretch } from './cursor-pages.ts';
import { withLive, withNewest, withOlder } from './cursor-pages.ts';

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
const reading = { atOf: ({ at }: Line) => at, pageLength: 5, olderLength: 5 };
const ids = ({ entries }: Stretch<Line>) => entries.map(({ id }) => id).join(' ');

test('the first page is all there is when it is shorter than a page', () => {
  expect(withNewest(undefined, lines(1, 4), reading).whole).toBe(true);
  expect(withNewest(undefined, lines(1, 5), reading).whole).toBe(false);
});

test('older pages join at the front, until the first entry is there', () => {
  const newest = withNewest(undefined, lines(8, 12), reading);
  const more = withOlder(newest, { before: '8', older: lines(3, 7) }, reading);
  expect([ids(more), more.whole]).toEqual(['3 4 5 6 7 8 9 10 11 12', false]);
  const all = withOlder(more, { before: '3', older: lines(1, 2) }, reading);
  expect([ids(all), all.whole]).toEqual(['1 2 3 4 5 6 7 8 9 10 11 12', true]);
});

test('an older page that does not join any more is dropped', () => {
  const known = withNewest(undefined, lines(8, 12), reading);
  expect(withOlder(known, { before: '4', older: lines(1, 3) }, reading)).toBe(known);
});

test('the newest page read again brings what was missed, each once', () => {
  const known = withLive(withNewest(undefined, lines(1, 5), reading), line(7), reading);
  expect(ids(withNewest(known, lines(4, 8), reading))).toBe('1 2 3 4 5 6 7 8');
});

test('where more was missed than a page holds, nobody reads over the gap', () => {
  const known = withNewest(undefined, lines(1, 5), reading);
  const anew = withNewest(known, lines(20, 24), reading);
  expect([ids(anew), anew.whole]).toEqual(['20 21 22 23 24', false]);
  // What is replayed of the time between is there for who scrolls up.
  expect(withLive(anew, line(10), reading)).toBe(anew);
});

test('what is told live comes once, and in its place where it is told late', () => {
  const known = withNewest(undefined, [], reading);
  const two = withLive(withLive(known, line(9), reading), line(7), reading);
  expect(ids(two)).toBe('7 9');
  expect(withLive(two, line(9), reading)).toBe(two);
});

test('of one moment each stays where the server put it', () => {
  const known = withNewest(undefined, [line(1, 'b'), line(1, 'a')], reading);
  expect(ids(withLive(known, line(1, 'c'), reading))).toBe('1b 1a 1c');
});

test('an empty chat that fills up is read from its first message', () => {
  const empty = withNewest(undefined, [], reading);
  expect(ids(withNewest(empty, lines(1, 2), reading))).toBe('1 2');
  expect(withNewest(empty, lines(1, 5), reading).whole).toBe(false);
});
