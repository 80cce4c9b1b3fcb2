/** `npm run test:faults -- [--loans N] [--seed N]`: loans in flight while everything in a cluster dies; prints the counts. */

import { parseArgs } from 'node:util';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { startCluster } from './cluster.ts';
import { strike } from './inject-fault.ts';
import { liveThrough, printOutcome, wrongIn } from './run-loans.ts';

const skewMs = 3_000;

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [loans, seed] = [Number(values.loans), Number(values.seed)];

if (!Number.isSafeInteger(loans) || loans < 1 || !Number.isSafeInteger(seed) || seed < 0) {
  console.error('--loans is a whole number from 1 on, --seed one from 0 on.');
  process.exit(2);
}
if (natsMissing) {
  console.log(`skipped: ${natsMissing}`);
  process.exit(0);
}

console.log(`${loans} loans; --seed ${seed} draws the same strikes again`);
const cluster = await startCluster({ skewMs });
try {
  const outcome = await liveThrough(cluster.world, loans, async (busy) => {
    const strikes = await strike(cluster, seed, busy);
    console.log([...strikes].map(([what, count]) => `${what} ${count}`).join(', '));
  });
  printOutcome(outcome);
  process.exitCode = wrongIn(outcome).length === 0 ? 0 : 1;
} finally {
  await cluster.world.stop();
}
