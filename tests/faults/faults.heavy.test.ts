/** Runs a few loans while every process and connection of a cluster fails in turn; `npm run test:faults` runs a thousand. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { natsMissing } from '@nameloan/testkit/nats';
import { startCluster } from './cluster.ts';
import type { FaultCounts } from './inject-fault.ts';
import { injectFaults } from './inject-fault.ts';
import { findUnusedRoutes } from './routes.ts';
import { findViolations, printOutcome, runLoans } from './run-loans.ts';

const loans = 14;
const seed = 20_261_123;
const skewMs = 3_000;

test('loans complete correctly while processes are killed, frozen and restarted and the network between them fails', {
  skip: natsMissing,
  timeout: 1_500_000,
}, async (t) => {
  const cluster = await startCluster({ skewMs });
  t.after(() => cluster.environment.stop());
  let faultCounts: FaultCounts = new Map();
  const outcome = await runLoans(cluster.environment, loans, async (busy) => {
    faultCounts = await injectFaults(cluster, seed, busy);
  });
  console.log([...faultCounts].map(([what, count]) => `${what} ${count}`).join(', '));
  printOutcome(outcome);
  assert.deepEqual(findViolations(outcome), []);
  assert.deepEqual(findUnusedRoutes(cluster.routes), []);
  assert.deepEqual(await cluster.findUnrecovered(), []);
});
