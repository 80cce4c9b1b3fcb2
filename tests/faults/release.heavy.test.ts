/** Two releases side by side, of which each says what the other does not know: every fact has its one effect. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { MongoClient } from 'mongodb';
import { branches } from '../flows/kills/branches/branches.ts';
import type { World } from '../flows/world/world.ts';
import { startCluster } from './cluster.ts';
import { liveThrough, printOutcome, wrongIn } from './live-through.ts';

const loans = Object.keys(branches).length;

/** The most parked facts that were seen at one time, while the loans lived. */
async function watchParked(world: World, busy: () => boolean): Promise<number> {
  const client = await new MongoClient(world.store.mongoUrl).connect();
  let most = 0;
  while (busy()) {
    const parked = client
      .db(`${world.store.databasePrefix}notifications`)
      .collection('parked')
      .countDocuments({ why: 'unknown' });
    most = Math.max(most, await parked);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await client.close();
  return most;
}

test('a replica of the next release beside each of this one: no fact is lost, none is done twice', {
  skip: natsMissing,
  timeout: 900_000,
}, async (t) => {
  const { world } = await startCluster({ mixedReleases: true });
  t.after(() => world.stop());
  let most = 0;
  const outcome = await liveThrough(world, loans, async (busy) => {
    most = await watchParked(world, busy);
  });
  printOutcome(outcome);
  console.log(`at most ${most} facts of the other release were parked at one time`);
  assert.deepEqual(wrongIn(outcome), []);
  assert.ok(most > 0, 'the releases did not differ');
});
