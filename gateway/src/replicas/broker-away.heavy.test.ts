/** Shared limits while the broker is away: how long callers wait is wall time. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing, startTestNats } from '@nameloan/service/testing/nats.ts';
import { keeper, passed } from '../testing/limit-keeper.ts';
import { eventually } from '../testing/live-loan.ts';

test('while the broker is away each gateway allows its share, and after that all together again', {
  skip: natsMissing,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-shares-'));
  let own = await startTestNats({ folder });
  t.after(async () => {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const port = Number(new URL(own.url).port);
  const keepers = await Promise.all([1, 2].map(() => keeper(t, own.url, 'AWAY', {})));
  await eventually('two know of each other', () =>
    keepers.every(({ replicas }) => replicas.count === 2),
  );
  const limiters = keepers.map(({ limiter }) => limiter(20));
  await own.kill();
  const startedMs = performance.now();
  for (const limiter of limiters) assert.equal(await passed([limiter], 30, 'away'), 10);
  assert.ok(performance.now() - startedMs < 6_000, 'a caller waits for a store that is away');
  own = await startTestNats({ folder, port });
  const startedAgainMs = performance.now();
  // Each alone has all of it, which is more than its share.
  for (const [at, limiter] of limiters.entries())
    for (let key = 0; (await passed([limiter], 30, `again ${at} ${key}`)) !== 20; key++) {
      assert.ok(performance.now() - startedAgainMs < 15_000);
      await pause(20);
    }
  assert.equal(await passed(limiters, 41, 'together'), 20);
});
