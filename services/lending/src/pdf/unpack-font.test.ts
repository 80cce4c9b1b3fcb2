/** An unpacked web font has the same tables and glyphs, and damage is detected. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { create } from 'fontkit';
import { unpackFont } from './unpack-font.ts';

const read = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)));
const webFonts = [
  '@fontsource/besley/files/besley-latin-600-normal.woff',
  '@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff',
  '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
];

test('an unpacked font has the same characters, outlines and widths', () => {
  for (const path of webFonts) {
    const packed = create(read(path)) as Font;
    const unpacked = create(unpackFont(read(path))) as Font;
    assert.ok(packed.characterSet.length > 50, path);
    assert.deepEqual(unpacked.characterSet, packed.characterSet);
    for (const character of packed.characterSet) {
      const [one, other] = [packed, unpacked].map((font) => font.glyphForCodePoint(character));
      assert.equal(other?.path.toSVG(), one?.path.toSVG(), `${path} ${character}`);
      assert.equal(other?.advanceWidth, one?.advanceWidth, `${path} ${character}`);
    }
  }
});

test('its directory leads to tables with the declared checksums', () => {
  for (const path of webFonts) {
    const font = unpackFont(read(path));
    const names = Array.from({ length: font.readUInt16BE(4) }, (_, at) => {
      const entry = 12 + at * 16;
      const offset = font.readUInt32BE(entry + 8);
      const bytes = Math.ceil(font.readUInt32BE(entry + 12) / 4) * 4;
      const table = Buffer.from(font.subarray(offset, offset + bytes));
      const name = font.toString('latin1', entry, entry + 4);
      // The checksum of this table leaves out the checksum of the whole file.
      if (name === 'head') table.writeUInt32BE(0, 8);
      let sum = 0;
      for (let word = 0; word < bytes; word += 4) sum = (sum + table.readUInt32BE(word)) >>> 0;
      assert.equal(sum, font.readUInt32BE(entry + 4), `${path} ${name}`);
      return name;
    });
    assert.ok(names.includes('glyf') && names.includes('head'), String(names));
  }
});

test('an installed font is returned as it is; a web font that is cut off or damaged is rejected', () => {
  const installed = read(
    '@expo-google-fonts/hanken-grotesk/400Regular/HankenGrotesk_400Regular.ttf',
  );
  assert.equal(unpackFont(installed), installed);
  const packed = read(webFonts[0] ?? '');
  assert.throws(() => unpackFont(packed.subarray(0, packed.length / 2)));
  const damaged = Buffer.from(packed);
  damaged.fill(0xff, packed.readUInt32BE(44 + 4), packed.readUInt32BE(44 + 4) + 8);
  assert.throws(() => unpackFont(damaged));
});
