/** Lengths of typed text count code points and never split a character. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongerThan, shorten } from './text-length.ts';

test('an emoji counts once, and a huge text is too long', () => {
  assert.equal(isLongerThan('🦊'.repeat(60), 60), false);
  assert.equal(isLongerThan('🦊'.repeat(61), 60), true);
  assert.equal(isLongerThan('a'.repeat(60), 60), false);
  assert.equal(isLongerThan(`${'a'.repeat(59)}🦊`, 60), false);
  assert.equal(isLongerThan('a'.repeat(61), 60), true);
  assert.equal(isLongerThan('x'.repeat(10_000_000), 60), true);
});

test('a shortened text ends with a whole character', () => {
  assert.equal(shorten('🦊'.repeat(5), 5), '🦊'.repeat(5));
  assert.equal(shorten('🦊'.repeat(6), 5), `${'🦊'.repeat(4)}…`);
  assert.ok(shorten(`a${'🦊'.repeat(400)}`, 400).isWellFormed());
});
