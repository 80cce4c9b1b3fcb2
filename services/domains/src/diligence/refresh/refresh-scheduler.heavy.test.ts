/** A day's refresh at its full size; `refresh-scheduler.test.ts` has a tenth of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateRefresh } from '../../testing/simulate-refresh.ts';

const dayMs = 86_400_000;

test('100,000 names, 80,000 of them at one server, are looked up within a day by one worker, and again on the next', async () => {
  const { clock, counts } = simulateRefresh([
    { lane: 'com', names: 80_000, latencyMs: 400 },
    { lane: 'org', names: 12_000, latencyMs: 1500 },
    { lane: 'net', names: 8000, latencyMs: 6000 },
  ]);
  for (const days of [1, 2]) {
    await clock.runUntil(days * dayMs);
    for (const [lane, names] of [
      ['com', 80_000],
      ['org', 12_000],
      ['net', 8000],
    ] as const)
      assert.ok((counts.get(lane) ?? 0) >= days * names, `${lane}: ${counts.get(lane)}`);
  }
});
