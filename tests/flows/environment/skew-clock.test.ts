/** A skewed clock shifts every way to read the current time, and nothing else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skewClock } from './skew-clock.ts';

const skewMs = 3_600_000;
const closeMs = 5_000;

test('every way to read the current time is shifted equally, and dates behave normally', () => {
  const Wall = globalThis.Date;
  const wall = Wall.now;
  const existing = new Wall(0);
  try {
    skewClock(skewMs);
    const off = (ms: number) => Math.abs(ms - wall.call(Wall) - skewMs) < closeMs;
    assert.ok(off(Date.now()));
    const current = new Date();
    assert.ok(off(current.getTime()));
    assert.ok(off(Date.parse(Date())));
    class Later extends Date {}
    assert.ok(off(Number(new Later())));
    assert.ok(new Later() instanceof Later);
    assert.equal(new Date(5).getTime(), 5);
    assert.equal(new Date(2026, 10, 23, 4).getHours(), 4);
    assert.equal(Date.UTC(1970, 0, 2), 86_400_000);
    assert.ok(existing instanceof Date);
    assert.ok(new Date() instanceof Wall);
    assert.equal(new Date().constructor, Date);
    assert.deepEqual(structuredClone(new Date(7)), new Date(7));
  } finally {
    Wall.now = wall;
    Wall.prototype.constructor = Wall;
    globalThis.Date = Wall;
  }
});
