/** Shutdown of a service: not ready first, then a grace period in which all works, then a drain that loses nothing. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { after, before, describe, test } from 'node:test';
import { Store } from '@nameloan/persistence/store';
import { signActor } from '@nameloan/security/actor';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { openFaultyConnection } from '@nameloan/testkit/database/faulty-database';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { freePort } from './free-port.ts';
import { createLog } from './log.ts';

const script = join(import.meta.dirname, '../../testkit/src/service/small-service.ts');
const deadlineMs = 25_000;

describe('shutdown of a service', { skip: natsMissing, timeout: 300_000 }, () => {
  let database: TestDatabase;
  let nats: TestNats;
  let folder: string;
  before(async () => {
    [database, nats] = await Promise.all([startTestDatabase(), startTestNats()]);
    folder = mkdtempSync(join(tmpdir(), 'nameloan-small-'));
    writeFileSync(join(folder, 'a.graphql'), 'type Query { slow(ms: Int!): Int! }');
  });
  after(async () => {
    await Promise.all([database?.close(), nats?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** A started process with its output and exit code. */
  function spawnSmall(t: TestContext, settings: Record<string, string>, ...more: string[]) {
    const child = spawn(process.execPath, [script, folder, ...more], {
      env: {
        MONGODB_URL: database.url,
        DATABASE_PREFIX: database.prefix,
        NATS_URL: nats.url,
        INTERNAL_SECRET: testSecret,
        LOG_LEVEL: 'silent',
        ...settings,
      },
    });
    t.after(() => child.kill('SIGKILL'));
    let printed = '';
    let errors = '';
    child.stdout.on('data', (data) => {
      printed += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    const ended = once(child, 'exit').then(([code]) => ({ code, errors }));
    const waitForOutput = async (text: string): Promise<string> => {
      while (!printed.includes(text)) await once(child.stdout, 'data');
      return printed;
    };
    return { child, waitForOutput, ended };
  }

  async function start(t: TestContext, settings: Record<string, string>, ...more: string[]) {
    const small = spawnSmall(t, settings, ...more);
    const [line = ''] = (await small.waitForOutput('"ready"'))
      .split('\n')
      .filter((one) => one[0] === '{');
    const { url } = JSON.parse(line) as { url: string };
    const slow = (ms: number) =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-nameloan-actor': signActor(testActor('a'), testSecret),
        },
        body: JSON.stringify({ query: `{ slow(ms: ${ms}) }` }),
      });
    const ready = () => fetch(`${url}/readyz`);
    return { ...small, url, slow, ready };
  }

  test('it reports not ready first, serves requests during the grace period, and finishes running ones', async (t) => {
    const { child, ended, slow, ready, waitForOutput } = await start(t, {
      DRAIN_GRACE_SECONDS: '5',
    });
    assert.equal((await ready()).status, 200);
    const atMs = performance.now();
    child.kill('SIGTERM');
    while ((await ready()).status === 200) assert.ok(performance.now() - atMs < 4500);
    const during = await slow(1);
    assert.deepEqual(await during.json(), { data: { slow: 1 } });
    assert.equal(during.headers.get('connection'), 'close');
    const long = slow(7000);
    await waitForOutput('called\ncalled');
    assert.deepEqual(await (await long).json(), { data: { slow: 7000 } });
    assert.deepEqual(await ended, { code: 0, errors: '' });
    assert.ok(performance.now() - atMs >= 5000);
  });

  test('a second signal ends the grace period, never running work', async (t) => {
    const { child, ended, slow, ready, waitForOutput } = await start(t, {
      DRAIN_GRACE_SECONDS: '10',
    });
    const long = slow(2000);
    await waitForOutput('called');
    const atMs = performance.now();
    child.kill('SIGTERM');
    while ((await ready()).status === 200);
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    assert.equal((await long).status, 200);
    assert.deepEqual(await ended, { code: 0, errors: '' });
    assert.ok(performance.now() - atMs < 8000);
  });

  test('a signal during the start exits at once', async (t) => {
    const unusedUrl = `nats://127.0.0.1:${await freePort()}`;
    const { child, ended, waitForOutput } = spawnSmall(t, {
      NATS_URL: unusedUrl,
      LOG_LEVEL: 'warn',
    });
    await waitForOutput('does not answer yet');
    const atMs = performance.now();
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 0, errors: '' });
    assert.ok(performance.now() - atMs < 10_000);
  });

  test('a database that does not answer does not delay the stop beyond its deadline', async (t) => {
    const line = await openFaultyConnection(database.url);
    t.after(() => line.close());
    const { child, ended, slow } = await start(t, { MONGODB_URL: line.url });
    line.hang();
    assert.equal((await slow(1)).status, 200);
    const atMs = performance.now();
    child.kill('SIGTERM');
    const { code } = await ended;
    const passedMs = Math.round(performance.now() - atMs);
    assert.equal(code, 0, `it was cut off after ${passedMs} ms`);
    assert.ok(passedMs < deadlineMs, `${passedMs} ms`);
    console.log(`with a database that hangs it ended after ${passedMs} ms`);
  });

  test('an election of the database leaves it ready, and reports the dependency', async (t) => {
    const line = await openFaultyConnection(database.url);
    t.after(() => line.close());
    const { ready } = await start(t, { MONGODB_URL: line.url });
    assert.deepEqual(await (await ready()).json(), { ok: true });
    line.hang();
    const untilMs = performance.now() + 10_000;
    for (let observed = ''; performance.now() < untilMs; ) {
      const atMs = performance.now();
      const answer = await ready();
      assert.equal(answer.status, 200);
      assert.ok(performance.now() - atMs < 5000);
      observed = JSON.stringify(await answer.json());
      if (performance.now() > untilMs - 3000)
        assert.equal(observed, '{"ok":true,"unavailable":["database"]}');
    }
    line.heal();
    while ((await (await ready()).text()) !== '{"ok":true}');
  });

  test('a job that takes too long is released: another replica claims it at once', async (t) => {
    const prefix = `${database.prefix}job_`;
    const { child, ended, waitForOutput } = await start(t, { DATABASE_PREFIX: prefix }, 'endless');
    await waitForOutput('job started');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 0, errors: '' });
    const endedMs = performance.now();
    const store = new Store('small');
    await store.open({ mongoUrl: database.url, database: `${prefix}small` });
    const ran = Promise.withResolvers<void>();
    store.jobs.start({ endless: async () => ran.resolve() }, createLog('small', 'silent'));
    await ran.promise;
    const passedMs = Math.round(performance.now() - endedMs);
    assert.ok(passedMs < 9_000, `${passedMs} ms`);
    const relay = await store.connection.collection('leases').findOne({ _id: 'relay' as never });
    assert.equal(relay, null);
    await store.jobs.stop();
    await store.close();
    console.log(`a job handed back went on elsewhere after ${passedMs} ms`);
  });

  test('an invalid grace period, or one that is too long, is reported', async (t) => {
    for (const wrong of ['-1', '11', '2.5', 'soon']) {
      const { code, errors } = await spawnSmall(t, { DRAIN_GRACE_SECONDS: wrong }).ended;
      assert.equal(code, 1);
      assert.match(errors, new RegExp(`^DRAIN_GRACE_SECONDS is "${wrong}": `, 'm'));
    }
  });
});
