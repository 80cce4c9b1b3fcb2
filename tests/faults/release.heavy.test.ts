/** Two releases side by side, each publishing events that the other does not know: every event is applied exactly once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { natsMissing } from '@nameloan/testkit/nats';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import { waitUntil } from '../flows/crashes/retry-call.ts';
import { scenarios } from '../flows/crashes/scenarios/scenarios.ts';
import { startCluster } from './cluster.ts';
import { newSubject } from './next-events.ts';
import { findViolations, printOutcome, runLoans } from './run-loans.ts';

const loans = Object.keys(scenarios).length;
const pollIntervalMs = 50;

interface DeferredPeak {
  /** Highest number of deferred events of the other release at one time. */
  max: number;
  /** The same for the subject that only the next release knows. */
  maxNew: number;
}

async function watchDeferredEvents(notifications: Db, busy: () => boolean): Promise<DeferredPeak> {
  const deferred = notifications.collection('deferred_events');
  const peak = { max: 0, maxNew: 0 };
  while (busy()) {
    const [all, ofNewSubject] = await Promise.all([
      deferred.countDocuments({ reason: 'unknown' }),
      deferred.countDocuments({ reason: 'unknown', kind: `${newSubject}@1` }),
    ]);
    peak.max = Math.max(peak.max, all);
    peak.maxNew = Math.max(peak.maxNew, ofNewSubject);
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  return peak;
}

/** The committed events that only the next release publishes and handles, each with how often it was applied. */
async function countApplications(lending: Db, notifications: Db): Promise<Map<string, number>> {
  const [published, applied] = await Promise.all([
    lending.collection<{ _id: string }>('published_next_events').find().toArray(),
    notifications
      .collection<{ _id: string; times: number }>('applied_next_events')
      .find()
      .toArray(),
  ]);
  const times = new Map(published.map(({ _id }) => [_id, 0]));
  for (const one of applied) times.set(one._id, one.times);
  return times;
}

test('a replica of the next release next to each of this one: no event is lost, none is applied twice', {
  skip: natsMissing,
  timeout: 900_000,
}, async (t) => {
  const { environment } = await startCluster({ mixedReleases: true });
  t.after(() => environment.stop());
  const client = await new MongoClient(environment.store.mongoUrl).connect();
  t.after(() => client.close());
  const database = (service: string) => client.db(`${environment.store.databasePrefix}${service}`);
  let peak: DeferredPeak = { max: 0, maxNew: 0 };
  const outcome = await runLoans(environment, loans, async (busy) => {
    peak = await watchDeferredEvents(database('notifications'), busy);
  });
  printOutcome(outcome);
  assert.deepEqual(findViolations(outcome), []);
  let applications = new Map<string, number>();
  const allApplied = waitUntil('every event of the next release to be applied', async () => {
    applications = await countApplications(database('lending'), database('notifications'));
    return [...applications.values()].every((times) => times > 0);
  });
  await allApplied.catch(() => undefined);
  const wrong = [...applications].filter(([, times]) => times !== 1);
  console.log(
    `at most ${peak.max} events of the other release were deferred at one time, ${peak.maxNew} of them of the new subject; ` +
      `${applications.size - wrong.length} of ${applications.size} events of the new subject were applied once`,
  );
  assert.deepEqual(wrong, []);
  assert.ok(peak.max > 0, 'the releases did not differ');
  assert.ok(applications.size > 0, 'the next release published no new event');
  assert.ok(peak.maxNew > 0, 'the current release received no unknown subject');
});
