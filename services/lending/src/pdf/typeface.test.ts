/** The typeface keeps the characters of its glyphs, whichever glyph a document draws first. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFont } from './typeface.ts';

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
