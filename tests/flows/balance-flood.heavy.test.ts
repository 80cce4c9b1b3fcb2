/** One address floods the product with the largest balances, without login: others are answered all the time, and soon. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { startOneProcess } from './environment/one-process.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

const attackers = 16;
const measuredMs = 20_000;
const intervalMs = 100;
const start = new Date('2020-01-01T00:00:00.000Z');

/** 400 payments and 100 fees, each on another day, of a loan that never ends. */
const largest = JSON.stringify({
  ...{ amount: 9_000_000, apy: 100, accrual: 'SIMPLE_365', start: '2020-01-01' },
  on: formatCalendarDay(addDays(start, 7_300)),
  payments: Array.from({ length: 400 }, (_, index) => ({
    date: formatCalendarDay(addDays(start, 18 * index)),
    amount: 1 + index,
  })),
  fees: Array.from({ length: 100 }, (_, index) => ({
    date: formatCalendarDay(addDays(start, 72 * index)),
    amount: 1,
  })),
});
const small = JSON.stringify({
  ...{ amount: 1_000, apy: 12, accrual: 'SIMPLE_365', start: '2020-01-01', on: '2020-03-01' },
  ...{ payments: [], fees: [] },
});

let environment: TestEnvironment;
before(async () => {
  environment = await startOneProcess({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } });
});
after(() => environment?.stop());

const compute = (body: string, address: string) =>
  fetch(`${environment.url}/api/figures/balance`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });

/** The statuses that each of the flooding calls got. */
async function flood(isOver: () => boolean): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const attack = async () => {
    while (!isOver()) {
      const { status } = await compute(largest, '203.0.113.9');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: attackers }, attack));
  return statuses;
}

/** Milliseconds of the calls of many other addresses, in ascending order; each call must succeed. */
async function measureOthers(): Promise<number[]> {
  const latencies: number[] = [];
  const until = performance.now() + measuredMs;
  for (let number = 0; performance.now() < until; number += 1) {
    const sentAt = performance.now();
    const address = `198.51.${number % 200}.7`;
    const response =
      number % 2 === 0
        ? await compute(small, address)
        : await fetch(`${environment.url}/api/listings?limit=1`, {
            headers: { 'x-forwarded-for': address },
          });
    await response.arrayBuffer();
    latencies.push(performance.now() - sentAt);
    assert.equal(response.status, 200);
    await pause(intervalMs);
  }
  return latencies.sort((one, other) => one - other);
}

const at = (latencies: readonly number[], share: number): number =>
  Math.round(latencies[Math.floor((latencies.length - 1) * share)] ?? 0);
const describe = (latencies: readonly number[]): string =>
  `${at(latencies, 0.5)} / ${at(latencies, 0.95)} / ${at(latencies, 1)} ms of ${latencies.length}`;

test('balances of 500 rows from one address leave others answered, within a bounded time', async () => {
  await measureOthers();
  const quiet = await measureOthers();
  let isOver = false;
  const flooding = flood(() => isOver);
  const busy = await measureOthers().finally(() => {
    isOver = true;
  });
  const statuses = await flooding;
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  console.log(`median, p95, max: quiet ${describe(quiet)}; flooded ${describe(busy)}; ${counts}`);
  assert.ok((statuses.get(429) ?? 0) > 0, 'the address is limited');
  assert.deepEqual([...statuses.keys()].sort(), [200, 429]);
  assert.ok(at(busy, 0.5) <= 2 * at(quiet, 0.5) + 50, 'median');
  assert.ok(at(busy, 0.95) <= 2 * at(quiet, 0.95) + 250, 'p95');
});
