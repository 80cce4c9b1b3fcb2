/** Reading a list takes time in proportion to its size, whatever the file contains: it blocks the process. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNames } from './read-names.ts';

const smallSize = 25_000;
const growth = 16;
/** Of the times of two files. A reader that needs the square of the size is at 256. */
const maxRatio = 6 * growth;
/** Shorter times are noise. */
const minMs = 1;
/** Other work on the machine only raises a time, so the shortest of some measurements counts. */
const measurements = 5;

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));
const hostile: Record<string, (size: number) => string> = {
  'stray quotes before white space': (size) =>
    `"${fill('a"', size / 6)}${' '.repeat((size / 6) * 5)},`,
  'stray quotes on many lines': (size) => `Domain,Note\n"${fill('a"  \n', size)}`,
  'stray quotes, each before spaces': (size) =>
    `Domain,Note\n"${fill(`a"${' '.repeat(500)}`, size)}`,
  'doubled quotes': (size) => `Domain,Note\n"${fill('""', size)}`,
  'single quotes inside a word': (size) => `a${fill("'", size)}a`,
  'double quotes inside a word': (size) => `a${fill('"', size)}a`,
  'dots before a slash': (size) => `${fill('a.', size)}/`,
  slashes: (size) => `${fill('/', size)}a`,
  commas: (size) => fill(',', size),
  'commas under a header': (size) => `Domain,Price\n${fill(',', size)}`,
  'lines without names': (size) => `Domain,Price\n${fill('\n', size)}`,
  spaces: (size) => `a.com${fill(' ', size)}b`,
  'byte order marks': (size) => fill('\uFEFF', size),
};

function measure(text: string): number {
  const started = performance.now();
  try {
    readNames(text);
  } catch (error) {
    assert.match(String(error), /DomainError|names|columns/);
  }
  return performance.now() - started;
}

const fastest = (text: string) =>
  Math.max(minMs, Math.min(...Array.from({ length: measurements }, () => measure(text))));

for (const [what, write] of Object.entries(hostile)) {
  test(`the time for ${what} grows with the size`, (t) => {
    const [small, large] = [write(smallSize), write(smallSize * growth)].map(fastest);
    t.diagnostic(`${small?.toFixed(2)} ms, ${large?.toFixed(2)} ms`);
    assert.ok((large ?? 0) <= (small ?? 0) * maxRatio, `${large} ms against ${small} ms`);
  });
}
