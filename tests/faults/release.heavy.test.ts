/** Two releases side by side, of which each says what the other does not know: every fact has its one effect. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import { until } from '../flows/crashes/retry-call.ts';
import { branches } from '../flows/crashes/scenarios/scenarios.ts';
import { startCluster } from './cluster.ts';
import { newSubject } from './next-events.ts';
import { liveThrough, printOutcome, wrongIn } from './run-loans.ts';

const loans = Object.keys(branches).length;
const lookMs = 50;

interface Seen {
  /** The most facts of the other release that were parked at one time. */
  most: number;
  /** Of these, of the subject that no release before knows. */
  mostNew: number;
}

async function watchParked(notifications: Db, busy: () => boolean): Promise<Seen> {
  const parked = notifications.collection('deferred_events');
  const seen = { most: 0, mostNew: 0 };
  while (busy()) {
    const [all, fresh] = await Promise.all([
      parked.countDocuments({ why: 'unknown' }),
      parked.countDocuments({ why: 'unknown', kind: `${newSubject}@1` }),
    ]);
    seen.most = Math.max(seen.most, all);
    seen.mostNew = Math.max(seen.mostNew, fresh);
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return seen;
}

/** Facts that the next release alone tells and reads: each that was committed, with how often it had its effect. */
async function effects(lending: Db, notifications: Db): Promise<Map<string, number>> {
  const [told, heard] = await Promise.all([
    lending.collection<{ _id: string }>('told_by_next').find().toArray(),
    notifications.collection<{ _id: string; times: number }>('heard_of_next').find().toArray(),
  ]);
  const times = new Map(told.map(({ _id }) => [_id, 0]));
  for (const one of heard) times.set(one._id, one.times);
  return times;
}

test('a replica of the next release beside each of this one: no fact is lost, none is done twice', {
  skip: natsMissing,
  timeout: 900_000,
}, async (t) => {
  const { world } = await startCluster({ mixedReleases: true });
  t.after(() => world.stop());
  const client = await new MongoClient(world.store.mongoUrl).connect();
  t.after(() => client.close());
  const of = (service: string) => client.db(`${world.store.databasePrefix}${service}`);
  let seen: Seen = { most: 0, mostNew: 0 };
  const outcome = await liveThrough(world, loans, async (busy) => {
    seen = await watchParked(of('notifications'), busy);
  });
  printOutcome(outcome);
  assert.deepEqual(wrongIn(outcome), []);
  let told = new Map<string, number>();
  const heardAll = until('every fact of the next release to be heard', async () => {
    told = await effects(of('lending'), of('notifications'));
    return [...told.values()].every((times) => times > 0);
  });
  await heardAll.catch(() => undefined);
  const wrong = [...told].filter(([, times]) => times !== 1);
  console.log(
    `at most ${seen.most} facts of the other release were parked at one time, of the new subject ${seen.mostNew}; ` +
      `of ${told.size} facts of the new subject ${told.size - wrong.length} had one effect`,
  );
  assert.deepEqual(wrong, []);
  assert.ok(seen.most > 0, 'the releases did not differ');
  assert.ok(told.size > 0, 'the next release has told nothing of its own');
  assert.ok(seen.mostNew > 0, 'the former release has met no subject that it does not know');
});
