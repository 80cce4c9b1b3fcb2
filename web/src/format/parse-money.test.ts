/** Parsing of typed amounts. */

import { expect, test } from '@jest/globals';
import { formatMoney } from './money.ts';
import { parseMoney } from './parse-money.ts';

test.each([
  ['2500', 250_000],
  ['2,500', 250_000],
  ['2500.5', 250_050],
  ['2500.05', 250_005],
  ['$2500', 250_000],
  ['$ 2,500.00', 250_000],
  [' 2500 ', 250_000],
  ['1,234,567.89', 123_456_789],
  ['0', 0],
  ['.50', 50],
  ['2500.', 250_000],
  ['0.29', 29],
  ['1.15', 115],
  ['2.500,00', 250_000],
  ['2,50', 250],
  ['25,00', 2_500],
  ['1 000', 100_000],
  ['5$', 500],
])('%j is %d cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test.each([
  '',
  ' ',
  '$',
  '.',
  'abc',
  '2.500,00x',
  '1,2345',
  ',500',
  '1e5',
  '-1',
  '+1',
  '1.234',
  '0x10',
  'NaN',
  'Infinity',
  '$$5',
  '٢٥٠٠',
  '90071992547410.00',
])('%j is ambiguous or invalid and is rejected', (text) => {
  expect(parseMoney(text)).toBeUndefined();
});

test('formatted amounts can be parsed again', () => {
  for (const cents of [0, 1, 99, 100, 12_345, 1_250_000, 99_999_999])
    expect(parseMoney(formatMoney(cents))).toBe(cents);
});
