/** The fonts that servers serve, and the style sheet that names them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawFontSheet, fontFiles } from './fonts.ts';
import { tokens } from './tokens.ts';

test('every font file exists and is a woff2 file', () => {
  assert.deepEqual(
    fontFiles.map(({ name }) => name),
    ['besley', 'hanken-grotesk', 'geist-mono'],
  );
  for (const { name, path } of fontFiles)
    assert.equal(readFileSync(path).toString('latin1', 0, 4), 'wOF2', name);
});

test('a server’s style sheet names only files of that server', () => {
  const sheet = drawFontSheet((name) => `/own/${name}.woff2`);
  assert.deepEqual(
    [...sheet.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path),
    fontFiles.map(({ name }) => `/own/${name}.woff2`),
  );
  assert.doesNotMatch(sheet, /@fontsource/);
});

test('the fonts and fallback fonts of the tokens are defined', () => {
  const sheet = drawFontSheet((name) => name);
  const defined = [...sheet.matchAll(/font-family: "?([^";]+)"?;/g)].map(([, name = '']) => name);
  const used = ['font-display', 'font-sans', 'font-mono'].map((name) => tokens.get(name) ?? '');
  for (const family of defined)
    assert.ok(
      used.some((one) => one.includes(family)),
      family,
    );
  for (const one of used)
    assert.ok(
      defined.some((family) => one.includes(family)),
      one,
    );
});
