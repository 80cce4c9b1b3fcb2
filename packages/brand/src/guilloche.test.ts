/** How a domain name determines its seal. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash, ring, sealCurves, sealInks } from './guilloche.ts';

test('the same name gives the same seal, a name with one letter changed another', () => {
  assert.deepEqual(sealCurves('harborline.com'), sealCurves('harborline.com'));
  assert.notDeepEqual(sealCurves('harborline.com'), sealCurves('harborlines.com'));
});

test('seals stay the same over releases', () => {
  assert.equal(hash('harborline.com'), hashOfPrototype('harborline.com'));
  assert.equal(hash(''), hashOfPrototype(''));
});

test('every curve stays inside the seal', () => {
  for (const name of ['a.com', 'tessel.ai', 'vellum.app', 'x'.repeat(63)]) {
    const { outer, inner, inks } = sealCurves(name);
    const numbers = `${outer}${inner}`.match(/-?\d+\.\d/g)?.map(Number) ?? [];
    assert.ok(numbers.length > 100);
    assert.ok(Math.max(...numbers.map(Math.abs)) <= 48, name);
    assert.ok(inks >= 1 && inks <= 5);
    assert.equal(inks, sealInks(name));
  }
});

test('all five ink pairs are used', () => {
  const inks = new Set(Array.from({ length: 200 }, (_, at) => sealInks(`name${at}.com`)));
  assert.equal(inks.size, 5);
});

test('rings with different options are drawn differently', () => {
  const of = { lobes: 6, innerRadius: 13, outerRadius: 46, copies: 2 };
  assert.equal(ring(of), ring({ ...of }));
  assert.notEqual(ring({ ...of, skew: 1 }), ring(of));
  assert.notEqual(ring({ ...of, skew: 20 }), ring({ ...of, steps: 20 }));
});

test('a part of a ring is the beginning of its curves, left open', () => {
  const of = { lobes: 6, innerRadius: 13, outerRadius: 46, copies: 1 };
  const [whole, part] = [ring(of), ring({ ...of, share: 0.5 })];
  assert.ok(whole.endsWith('Z') && whole.startsWith(part));
  assert.equal(part.split('L').length, 6 * 8 + 1);
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
