/** What a name decides of its seal. */

import { expect, test } from '@jest/globals';
import { hash, ring, sealCurves } from './guilloche.ts';

test('the same name draws the same seal, and a name that differs by a letter another', () => {
  expect(sealCurves('harborline.com')).toEqual(sealCurves('harborline.com'));
  expect(sealCurves('harborline.com')).not.toEqual(sealCurves('harborlines.com'));
});

test('seals stay as they were drawn when the names were first shown', () => {
  expect(hash('harborline.com')).toBe(hashOfPrototype('harborline.com'));
  expect(hash('')).toBe(hashOfPrototype(''));
});

test('every line stays inside the seal', () => {
  for (const name of ['a.com', 'tessel.ai', 'vellum.app', 'x'.repeat(63)]) {
    const { outer, inner, inks } = sealCurves(name);
    const numbers = `${outer}${inner}`.match(/-?\d+\.\d/g)?.map(Number) ?? [];
    expect(numbers.length).toBeGreaterThan(100);
    expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(48);
    expect(inks).toBeGreaterThanOrEqual(1);
    expect(inks).toBeLessThanOrEqual(5);
  }
});

test('of many names all five pairs of inks are drawn', () => {
  const inks = new Set(Array.from({ length: 200 }, (_, at) => sealCurves(`name${at}.com`).inks));
  expect(inks.size).toBe(5);
});

test('a ring that was drawn is not drawn again', () => {
  const of = { lobes: 6, innerRadius: 13, outerRadius: 46, copies: 2 };
  expect(ring(of)).toBe(ring({ ...of }));
  expect(ring({ ...of, skew: 1 })).not.toBe(ring(of));
});

/** As the design's prototype has it. */
function hashOfPrototype(s: string): number {
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) {
    h ^= s.charCodeAt(i);
    h = Math.imul(h, 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 2246822507);
  h ^= h >>> 13;
  return h >>> 0;
}
