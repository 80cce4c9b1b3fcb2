/** Lengths of typed text count characters as users see them, and as servers count them. */

import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { maxCharacters } from './rules.ts';

test('an emoji counts as one character', () => {
  const schema = z.string().check(maxCharacters(100));
  expect(schema.safeParse('🦊'.repeat(100)).success).toBe(true);
  expect(schema.safeParse('🦊'.repeat(101)).error?.issues[0]?.message).toBe(
    'At most 100 characters',
  );
  expect(schema.safeParse('x'.repeat(101)).success).toBe(false);
});
