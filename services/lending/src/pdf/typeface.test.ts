/** The typeface keeps the characters of its glyphs, whichever glyph a document draws first. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFont, toRuns } from './typeface.ts';

test('a Latin p that was first read as a component of a Cyrillic one can still be extracted as text', () => {
  for (const weight of ['regular', 'bold', 'italic'] as const) {
    const { id } = openFont(weight).glyphForCodePoint(0x70);
    const font = openFont(weight);
    // The embedded subset reads components by their id alone.
    font.getGlyph(id);
    const [glyph] = font.layout('p').glyphs;
    assert.deepEqual(glyph?.codePoints, [0x70], weight);
  }
});

test('a name that a user typed like an unsupported character prints differently from that character', () => {
  const names = [
    '𐎠',
    '[U+103A0]',
    '[u+103a0]',
    '[U+005B]U+103A0]',
    '[[U+103A0]',
    '[𐎠',
    'Li [U+103A0]',
    'Li 𐎠',
  ];
  const printed = names.map((name) =>
    toRuns(name, 'regular')
      .map(({ text }) => text)
      .join(''),
  );
  assert.equal(new Set(printed).size, names.length);
  assert.deepEqual(printed.slice(0, 2), ['[U+103A0]', '[U+005B]U+103A0]']);
});
