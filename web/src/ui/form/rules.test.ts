/** Lengths of typed text count characters as users see them, and as servers count them. */

import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { maxCharacters, moneyRule } from './rules.ts';

test('an emoji counts as one character', () => {
  const schema = z.string().check(maxCharacters(100));
  expect(schema.safeParse('🦊'.repeat(100)).success).toBe(true);
  expect(schema.safeParse('🦊'.repeat(101)).error?.issues[0]?.message).toBe(
    'At most 100 characters',
  );
  expect(schema.safeParse('x'.repeat(101)).success).toBe(false);
});

test('an ambiguous amount is answered with a question, any other text with the customer’s message', () => {
  const messageOf = (text: string) => moneyRule().safeParse(text).error?.issues[0]?.message;
  expect(messageOf('15.000')).toBe('Write 15000 for $15,000.00, or 15 for $15.00.');
  expect(messageOf('abc')).toBe('Invalid amount');
  expect(moneyRule().safeParse('12,5').data).toBe(12_50);
});
