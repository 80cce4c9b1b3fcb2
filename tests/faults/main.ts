/** `npm run test:faults -- [--loans N] [--seed N]`: runs loans while everything in a cluster fails and prints the counts. */

import { parseArgs } from 'node:util';
import { natsMissing } from '@nameloan/testkit/nats';
import { startCluster } from './cluster.ts';
import { injectFaults } from './inject-fault.ts';
import { findUnusedRoutes } from './routes.ts';
import { findViolations, printOutcome, runLoans } from './run-loans.ts';

const skewMs = 3_000;

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [loans, seed] = [Number(values.loans), Number(values.seed)];

if (!Number.isSafeInteger(loans) || loans < 1 || !Number.isSafeInteger(seed) || seed < 0) {
  console.error('--loans must be an integer from 1, --seed an integer from 0.');
  process.exit(2);
}
if (natsMissing) {
  console.log(`skipped: ${natsMissing}`);
  process.exit(0);
}

console.log(`${loans} loans; --seed ${seed} repeats the same faults`);
const cluster = await startCluster({ skewMs });
try {
  const outcome = await runLoans(cluster.environment, loans, async (busy) => {
    const counts = await injectFaults(cluster, seed, busy);
    console.log([...counts].map(([what, count]) => `${what} ${count}`).join(', '));
  });
  printOutcome(outcome);
  const unused = findUnusedRoutes(cluster.routes);
  if (unused.length > 0) console.log(`routes without a connection: ${unused}`);
  const unrecovered = await cluster.findUnrecovered();
  for (const one of unrecovered) console.log(`not recovered: ${one}`);
  const failures = [...findViolations(outcome), ...unused, ...unrecovered];
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await cluster.environment.stop();
}
