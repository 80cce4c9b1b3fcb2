/** All colour pairs reach the contrast of WCAG 2.2 AA in both themes. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Theme } from './tokens.ts';
import { readColour } from './tokens.ts';

function colour(name: string, theme: Theme): string {
  const hex = readColour(name)[theme];
  return hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['bg', 'surface', 'sunken', 'raised'];
const chips = ['amber', 'blue', 'plum', 'red', 'green', 'gray', 'wine'];

/** Foreground, background and minimum contrast. */
const pairs: [string, string, number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ['ink', ground, 7],
    ['ink-2', ground, 4.5],
    ['ink-3', ground, 4.5],
    ['brand-ink', ground, 4.5],
    ['red', ground, 4.5],
    ['line-strong', ground, 3],
    ['focus', ground, 3],
  ]),
  ...chips.map((tone): [string, string, number] => [tone, `${tone}-bg`, 4.5]),
  ['lend-ink', 'lend-tint', 4.5],
  ['on-brand', 'brand', 4.5],
  ['on-brand', 'brand-hover', 4.5],
  ['ink', 'brand-tint', 7],
  ['ink-2', 'brand-tint', 4.5],
  ['ink-3', 'brand-tint', 4.5],
  ['brand-ink', 'brand-tint', 4.5],
  ['brand-ink', 'nav-active', 4.5],
  ['green', 'surface', 3],
  ['brand', 'surface', 3],
  ['on-brand', 'avatar', 4.5],
  ['on-brand', 'wine-900', 4.5],
  ['wine-100', 'wine-900', 4.5],
  ['wine-200', 'wine-900', 4.5],
  ['wine-200', 'wine-950', 4.5],
  ['wine-950', 'wine-200', 4.5],
];

for (const theme of ['light', 'dark'] as const)
  test(`in ${theme} every text and border has enough contrast`, () => {
    const tooLow = pairs
      .map(([text, ground, min]) => ({
        pair: `${text} on ${ground}`,
        min,
        actual: contrast(colour(text, theme), colour(ground, theme)),
      }))
      .filter(({ actual, min }) => actual < min);
    assert.deepEqual(tooLow, []);
  });

test('the letter and the lines of every seal have enough contrast', () => {
  for (const inks of [1, 2, 3, 4, 5])
    for (const theme of ['light', 'dark'] as const) {
      const on = (ink: string, ground: string) =>
        contrast(colour(`seal-${inks}-${ink}`, theme), colour(ground, theme));
      assert.ok(on('a', 'surface') > 4.5);
      assert.ok(on('a-paper', 'paper') > 4.5);
      assert.ok(on('b', 'surface') > 3);
    }
});

test('only colour tokens have a colour, and unknown ones are rejected', () => {
  assert.deepEqual(readColour('bg'), { light: '#f5f2f3', dark: '#110b0d' });
  assert.deepEqual(readColour('on-brand'), { light: '#fff', dark: '#fff' });
  for (const name of ['font-sans', 'backdrop', 'no-such-token'])
    assert.throws(() => readColour(name), /is not a colour/);
});

test('the font style sheet defines no colour', () => {
  const sheet = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8');
  assert.doesNotMatch(sheet, /#[0-9a-f]{3,8}\b|rgb\(/i);
});
