/** When a service reports that it is ready. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Readiness } from './readiness.ts';

/** A started service with a controllable clock and dependencies. */
function begun() {
  const world = { database: true, bus: true, nowMs: 0 };
  const sight = { database: async () => world.database, bus: () => world.bus };
  const readiness = new Readiness(sight, () => world.nowMs);
  readiness.begin();
  return { world, readiness };
}

test('it is not ready before its entry points are open, nor before it first reached its database', async () => {
  const closed = new Readiness({ database: async () => true, bus: () => true });
  assert.deepEqual(await closed.now(), { ok: false });
  const { world, readiness } = begun();
  world.database = false;
  assert.deepEqual(await readiness.now(), { ok: false, unavailable: ['database'] });
  world.database = true;
  assert.deepEqual(await readiness.now(), { ok: true });
});

test('an election of the database keeps it ready, half a minute without it does not, and its return counts at once', async () => {
  const { world, readiness } = begun();
  await readiness.now();
  // The outage counts from the first failed check, however long no check ran before.
  world.nowMs = 3_600_000;
  world.database = false;
  assert.deepEqual(await readiness.now(), { ok: true, unavailable: ['database'] });
  world.nowMs += 29_000;
  assert.equal((await readiness.now()).ok, true);
  world.nowMs += 1_000;
  assert.deepEqual(await readiness.now(), { ok: false, unavailable: ['database'] });
  world.database = true;
  assert.deepEqual(await readiness.now(), { ok: true });
  world.database = false;
  assert.equal((await readiness.now()).ok, true);
});

test('without the bus it stays ready and reports it', async () => {
  const { world, readiness } = begun();
  world.bus = false;
  await readiness.now();
  world.nowMs += 3_600_000;
  assert.deepEqual(await readiness.now(), { ok: true, unavailable: ['bus'] });
});

test('a background loop that only fails makes it unready with a sentence, until it succeeds', async () => {
  const stalled = ['The outbox relay has failed for 30 s: no time'];
  const reported = [...stalled];
  const readiness = new Readiness({
    database: async () => true,
    bus: () => true,
    stalled: () => reported,
  });
  readiness.begin();
  assert.deepEqual(await readiness.now(), { ok: false, stalled });
  reported.length = 0;
  assert.deepEqual(await readiness.now(), { ok: true });
});

test('a service that leaves is not ready, whatever its dependencies', async () => {
  const { readiness } = begun();
  assert.equal((await readiness.now()).ok, true);
  readiness.leave();
  assert.deepEqual(await readiness.now(), { ok: false });
});

test('with a database that hangs it responds within a second, and concurrent calls share one check', async (t) => {
  let requested = 0;
  const answer = Promise.withResolvers<boolean>();
  const database = () => {
    requested++;
    return requested === 1 ? Promise.resolve(true) : answer.promise;
  };
  const readiness = new Readiness({ database, bus: () => true });
  readiness.begin();
  await readiness.now();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answers = Promise.all([readiness.now(), readiness.now(), readiness.now()]);
  t.mock.timers.tick(1000);
  const reported = await answers;
  assert.deepEqual(reported, [{ ok: true }, { ok: true }, { ok: true }]);
  assert.equal(requested, 2);
  answer.resolve(false);
  assert.deepEqual(await readiness.now(), { ok: true, unavailable: ['database'] });
});
