/** How a domain name determines its seal. */

import { expect, test } from '@jest/globals';
import { hash, ring, sealCurves } from './guilloche.ts';

test('the same name gives the same seal, a name with one letter changed another', () => {
  expect(sealCurves('harborline.com')).toEqual(sealCurves('harborline.com'));
  expect(sealCurves('harborline.com')).not.toEqual(sealCurves('harborlines.com'));
});

test('seals stay the same over releases', () => {
  expect(hash('harborline.com')).toBe(hashOfPrototype('harborline.com'));
  expect(hash('')).toBe(hashOfPrototype(''));
});

test('every curve stays inside the seal', () => {
  for (const name of ['a.com', 'tessel.ai', 'vellum.app', 'x'.repeat(63)]) {
    const { outer, inner, inks } = sealCurves(name);
    const numbers = `${outer}${inner}`.match(/-?\d+\.\d/g)?.map(Number) ?? [];
    expect(numbers.length).toBeGreaterThan(100);
    expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(48);
    expect(inks).toBeGreaterThanOrEqual(1);
    expect(inks).toBeLessThanOrEqual(5);
  }
});

test('all five ink pairs are used', () => {
  const inks = new Set(Array.from({ length: 200 }, (_, at) => sealCurves(`name${at}.com`).inks));
  expect(inks.size).toBe(5);
});

test('rings are cached', () => {
  const of = { lobes: 6, innerRadius: 13, outerRadius: 46, copies: 2 };
  expect(ring(of)).toBe(ring({ ...of }));
  expect(ring({ ...of, skew: 1 })).not.toBe(ring(of));
});

/** The hash of the design prototype. */
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
