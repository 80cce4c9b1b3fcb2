/** Formatted amounts. */

import { expect, test } from '@jest/globals';
import { formatEstimate, formatMoney } from './money.ts';

test('an amount always shows its cents', () => {
  expect(formatMoney(1_250_000)).toBe('$12,500.00');
  expect(formatMoney(92_754)).toBe('$927.54');
  expect(formatMoney(5)).toBe('$0.05');
  expect(formatMoney(0)).toBe('$0.00');
});

test('a negative amount has its minus before the dollar sign', () => {
  expect(formatMoney(-1200)).toBe('−$12.00');
  expect(formatEstimate(-1200)).toBe('−$12');
});

test('an amount beyond a billion keeps every cent', () => {
  expect(formatMoney(123_456_789_012_345)).toBe('$1,234,567,890,123.45');
});

test('an estimate is in whole dollars; an unknown one is ??.??', () => {
  expect(formatEstimate(2_980_000)).toBe('$29,800');
  expect(formatEstimate(0)).toBe('$0');
  expect(formatEstimate(null)).toBe('??.??');
  expect(formatEstimate(undefined)).toBe('??.??');
});
