/** Letters and symbols that don't show are not visible. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVisibleCharacter, hasVisibleLetter } from './visible-text.ts';

test('fillers, joiners, blanks and lone marks are not visible', () => {
  for (const text of ['', ' ', '\u3164', '\u115f\u1160', '\uffa0', '\u2800', '\u200d', '\u0301']) {
    assert.equal(hasVisibleCharacter(text), false, JSON.stringify(text));
    assert.equal(hasVisibleLetter(text), false, JSON.stringify(text));
  }
});

test('digits and symbols are visible, and only letters are letters', () => {
  for (const text of ['7', '?', '👍', '€'])
    assert.deepEqual([hasVisibleCharacter(text), hasVisibleLetter(text)], [true, false], text);
  for (const text of ['a', '李', '\u3164ß', 'ک']) assert.equal(hasVisibleLetter(text), true, text);
});
