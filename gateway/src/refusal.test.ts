/** Refusals quote what the caller sent, of any length; what the schema has instead is not told. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutHint } from './refusal.ts';

test('only the hint goes from a sentence, not what the caller wrote before it', () => {
  const quoted = 'Variable "$a" got invalid value " Did you mean that?";';
  const hint = ' Field "x" is not defined. Did you mean "y" or "z"?';
  assert.equal(withoutHint(quoted + hint), `${quoted} Field "x" is not defined.`);
  assert.equal(withoutHint(quoted), quoted);
  assert.equal(withoutHint('Is it?'), 'Is it?');
});

test('a long value that is full of hints costs no more than its length', () => {
  const sentence = `Got "${' Did you mean '.repeat(150_000)}".`;
  assert.equal(withoutHint(sentence), sentence);
});
