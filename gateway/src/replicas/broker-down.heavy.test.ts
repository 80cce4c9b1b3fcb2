/** Shared limits while the broker is down; a heavy test, because it asserts elapsed time. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { countPassed, startLimitKeeper } from '../testing/limit-keeper.ts';
import { eventually } from '../testing/live-loan.ts';

test('while the broker is down each gateway allows its share; after it returns they share one limit again', {
  skip: natsMissing,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-shares-'));
  let broker = await startTestNats({ folder });
  t.after(async () => {
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const port = Number(new URL(broker.url).port);
  const keepers = await Promise.all([1, 2].map(() => startLimitKeeper(t, broker.url, 'DOWN', {})));
  await eventually('the two gateways find each other', () =>
    keepers.every(({ replicas }) => replicas.count === 2),
  );
  const limiters = keepers.map(({ limiter }) => limiter(20));
  await broker.kill();
  const startedMs = performance.now();
  for (const limiter of limiters) assert.equal(await countPassed([limiter], 30, 'down'), 10);
  assert.ok(performance.now() - startedMs < 6_000, 'callers do not wait for a store that is down');
  broker = await startTestNats({ folder, port });
  const restartedMs = performance.now();
  // A single gateway can draw the whole limit, which is more than its share.
  for (const [index, limiter] of limiters.entries())
    for (let key = 0; (await countPassed([limiter], 30, `again ${index} ${key}`)) !== 20; key++) {
      assert.ok(performance.now() - restartedMs < 15_000);
      await pause(20);
    }
  assert.equal(await countPassed(limiters, 41, 'together'), 20);
});
