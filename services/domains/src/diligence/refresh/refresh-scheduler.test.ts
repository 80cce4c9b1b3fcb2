/** The scheduler on a simulated clock, with servers that answer one request a second. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateRefresh } from '../../testing/simulate-refresh.ts';
import { RefreshScheduler } from './refresh-scheduler.ts';

test('a server answers at the pace that it allows, however long it takes for each answer', async () => {
  const { clock, counts } = simulateRefresh([
    { lane: 'com', names: 8000, latencyMs: 400 },
    { lane: 'org', names: 8000, latencyMs: 1500 },
    { lane: 'net', names: 8000, latencyMs: 6000 },
  ]);
  await clock.runUntil(8640 * 1000);
  assert.deepEqual([...counts].sort(), [
    ['com', 8000],
    ['net', 8000],
    ['org', 8000],
  ]);
});

test('a server that does not respond delays only the names of its lane', async () => {
  const { clock, counts } = simulateRefresh([
    { lane: 'com', names: 3000, latencyMs: 300 },
    { lane: 'net', names: 3000, latencyMs: 120_000 },
  ]);
  await clock.runUntil(3100 * 1000);
  assert.equal(counts.get('com'), 3000);
  assert.ok((counts.get('net') ?? 0) < 1000);
});

test('without due names it rests, and a name that becomes due is looked up at the next tick', async () => {
  let [ticks, dueInMs] = [0, 60_000];
  const refreshed: string[] = [];
  const scheduler = new RefreshScheduler({
    lanes: ['com'],
    findDue: async () => {
      ticks++;
      return dueInMs === 0 ? ['a.com'] : [];
    },
    nextDueInMs: async () => dueInMs,
    refresh: async (name) => void refreshed.push(name),
  });
  assert.equal(await scheduler.tick(), 15_000);
  assert.equal(ticks, 0);
  dueInMs = 0;
  assert.equal(await scheduler.tick(), 1000);
  await scheduler.settled();
  assert.deepEqual(refreshed, ['a.com']);
});
