/** Formatting and parsing of rates. */

import { expect, test } from '@jest/globals';
import { parsePercent } from './parse-percent.ts';
import { formatAdjusted, formatApr, formatPercent, formatRate } from './percent.ts';

test('a rate has up to two decimals', () => {
  expect(formatRate(1325)).toBe('13.25%');
  expect(formatRate(1450)).toBe('14.5%');
  expect(formatRate(1200)).toBe('12%');
  expect(formatRate(1)).toBe('0.01%');
  expect(formatRate(0)).toBe('0%');
  expect(formatRate(10_000)).toBe('100%');
});

test('formatPercent takes a number that is already in percent', () => {
  expect(formatPercent(3.64)).toBe('3.64%');
  expect(formatPercent(14.784)).toBe('14.78%');
  expect(formatPercent(0)).toBe('0%');
});

test('the cost over the term always has two decimals', () => {
  expect(formatAdjusted(3.6389)).toBe('3.64%');
  expect(formatAdjusted(2.5)).toBe('2.50%');
  expect(formatAdjusted(0)).toBe('0.00%');
});

test('an APR without a value is described in words', () => {
  expect(formatApr(14.784)).toBe('14.78%');
  expect(formatApr(null)).toBe('The fee takes all of it');
});

test.each([
  ['13.25', 1325],
  ['13.25%', 1325],
  ['13,25', 1325],
  [' 13 % ', 1300],
  ['.5', 50],
  ['0', 0],
  ['100', 10_000],
  ['0.29', 29],
])('%j is %d basis points', (text, bps) => {
  expect(parsePercent(text)).toBe(bps);
});

test.each(['', '%', '.', '-1', '1e2', '13.255', 'ten', '9'.repeat(20)])(
  '%j is not a rate',
  (text) => {
    expect(parsePercent(text)).toBeUndefined();
  },
);

test('every formatted rate can be parsed again', () => {
  for (let bps = 0; bps <= 10_000; bps += 7) expect(parsePercent(formatRate(bps))).toBe(bps);
});
