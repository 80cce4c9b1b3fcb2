import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCheck } from './schedule.ts';

test('a round of checks follows 0, 1, 5, 15, 60, 180 minutes and then every 6 hours for 72 hours', () => {
  const since = new Date('2026-03-01T00:00:00Z');
  const gaps: number[] = [];
  let at: Date | null = since;
  for (let done = 1; at; done++) {
    const next = nextCheck({ since, done, at });
    if (next) gaps.push((next.getTime() - at.getTime()) / 60_000);
    at = next;
  }
  assert.deepEqual(gaps.slice(0, 7), [1, 5, 15, 60, 180, 360, 360]);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  assert.ok(total <= 72 * 60 && total > 66 * 60, `${total} minutes`);
});
