/** A small number of loans through everything that can die in a cluster; `npm run test:faults` takes a thousand. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { startCluster } from './cluster.ts';
import type { Strikes } from './inject-fault.ts';
import { strike } from './inject-fault.ts';
import { liveThrough, printOutcome, wrongIn } from './run-loans.ts';

const loans = 30;
const seed = 20_261_123;
const skewMs = 3_000;

test('loans end well while parts die, stand still and restart and the network between them fails', {
  skip: natsMissing,
  timeout: 1_500_000,
}, async (t) => {
  const cluster = await startCluster({ skewMs });
  t.after(() => cluster.world.stop());
  let strikes: Strikes = new Map();
  const outcome = await liveThrough(cluster.world, loans, async (busy) => {
    strikes = await strike(cluster, seed, busy);
  });
  console.log([...strikes].map(([what, count]) => `${what} ${count}`).join(', '));
  printOutcome(outcome);
  assert.deepEqual(wrongIn(outcome), []);
});
