/** A complete small service: a stop loses no running work, on either bus. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { newId } from '@nameloan/runtime/id';
import { openMetrics } from '@nameloan/runtime/metrics';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { signActor } from '@nameloan/security/actor';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { makeEvent, testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { ServiceDefinition } from './service.ts';
import { startService } from './service.ts';
import type { ServiceContext } from './service-context.ts';
import { createServiceContext } from './service-context.ts';
import { DependencyNotReadyError } from './subscribe-events.ts';

const subject = 'payments.balance.changed' as const;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let database: TestDatabase;
let folder: string;

before(async () => {
  database = await startTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'nameloan-context-'));
  writeFileSync(join(folder, 'a.graphql'), 'type Query { slow: Int!, quick: Int! }');
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Its handler adds each amount to a row; `gate` decides whether an event is too early. */
function define(name: string, gate: { open: boolean } = { open: true }) {
  const begun = { requests: 0 };
  const context: ServiceContext = createServiceContext(name);
  const rows = context.defineModel<{ id: string; version: number; received: number }>('received', {
    label: 'row',
    fields: { version: Number, received: Number },
  });
  const definition: ServiceDefinition = {
    context,
    folder,
    resolvers: {
      Query: {
        quick: () => 1,
        slow: async () => {
          begun.requests++;
          await pause(300);
          return 2;
        },
      },
    },
    events: {
      [subject]: async (event, tx) => {
        await pause(20);
        if (!gate.open) throw new DependencyNotReadyError('not yet');
        await rows.add({ id: event.id, version: 1, received: event.data.availableCents }, tx);
      },
    },
    jobs: { handlers: {} },
  };
  return { context, rows, definition, begun };
}

function start(definition: ServiceDefinition, bus: Bus) {
  const environment = {
    MONGODB_URL: database.url,
    DATABASE_PREFIX: database.prefix,
    INTERNAL_SECRET: testSecret,
    LOG_LEVEL: 'silent',
  };
  return startService(definition, environment, { bus });
}

async function graphql(url: string, body: unknown): Promise<{ data?: Record<string, unknown> }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-nameloan-actor': signActor(testActor('a'), testSecret),
    },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
  return JSON.parse(await response.text());
}

let nats: TestNats | undefined;
const buses: { name: string; missing: string | false; make(): Promise<Bus> }[] = [
  { name: 'the bus inside one process', missing: false, make: async () => new LocalBus() },
  {
    name: 'NATS JetStream',
    missing: natsMissing,
    make: async () => {
      nats ??= await startTestNats();
      return NatsBus.connect({ url: nats.url, name: 'test', stream: 'TEST', roots: ['payments'] });
    },
  },
];

for (const { name, missing, make } of buses) {
  describe(name, { skip: missing }, () => {
    after(() => nats?.stop());

    test('a stop answers every running request, and after a restart each event has had one effect', async () => {
      const bus = await make();
      const { context, rows, definition, begun } = define(`drain_${newId().slice(-6)}`);
      let running = await start(definition, bus);
      await running.begin();
      await context.commit(async (tx) => {
        for (let count = 1; count <= 40; count++) {
          const about = { id: `loan-${count % 5}`, version: count };
          tx.emit(subject, about, { accountId: 'a', availableCents: count });
        }
      });
      const { url } = running;
      const requests = Array.from({ length: 20 }, () => graphql(url, { query: '{ slow }' }));
      await until(async () => begun.requests === 20 && (await rows.count({})) > 0);
      await running.stop();
      for (const answer of await Promise.all(requests)) assert.deepEqual(answer.data, { slow: 2 });
      running = await start(definition, bus);
      await running.begin();
      await until(async () => (await rows.count({})) >= 40);
      const received = (await rows.findMany({}))
        .map((row) => row.received)
        .toSorted((a, b) => a - b);
      assert.deepEqual(
        received,
        Array.from({ length: 40 }, (_, index) => index + 1),
      );
      await running.stop();
      await bus.close();
    });
  });
}

test('a document with several operations runs the named one', async () => {
  const bus = new LocalBus();
  const running = await start(define('several').definition, bus);
  await running.begin();
  const query = 'query A { quick } query B { again: quick }';
  assert.deepEqual((await graphql(running.url, { query, operationName: 'B' })).data, { again: 1 });
  await running.stop();
  await bus.close();
});

/** Makes an event as old as a day; the next start looks for such events. */
async function deferLongAgo(context: ServiceContext, id: string): Promise<void> {
  const rows = context.store.connection.collection<{ _id: string; deferredAt: Date }>(
    'deferred_events',
  );
  const deferredAt = new Date(Date.now() - 25 * 3_600_000);
  assert.equal((await rows.updateOne({ _id: id }, { $set: { deferredAt } })).matchedCount, 1);
}

test('a dead letter is retried, however many rows before it are no events', async () => {
  const { context, rows, definition } = define('behind', { open: true });
  const running = await start(definition, new LocalBus());
  const { deadLetters } = context.store;
  for (let message = 0; message < 120; message++)
    await deadLetters.add({ subject: 'registry.message', message }, 'as it came');
  const event = makeEvent(subject, { accountId: 'a', availableCents: 7 }, {});
  await deadLetters.add(event, 'a fault that is repaired now');
  assert.deepEqual(await deadLetters.retryAll(), { handled: 1, left: 120 });
  assert.equal((await rows.get(event.id)).received, 7);
  await running.stop();
});

test('a dead letter that fails again does not prevent the retry of later ones', async () => {
  const { context, rows, definition } = define('again', { open: true });
  const running = await start(definition, new LocalBus());
  const { deadLetters } = context.store;
  const event = makeEvent(subject, { accountId: 'a', availableCents: 7 }, {});
  for (let number = 0; number < 110; number++)
    await deadLetters.add({ ...event, id: newId(), data: { number } }, 'of no shape');
  await deadLetters.add(event, 'a fault that is repaired now');
  assert.deepEqual(await deadLetters.retryAll(), { handled: 0, left: 111 });
  assert.deepEqual(await deadLetters.retryAll(), { handled: 1, left: 110 });
  assert.equal((await rows.get(event.id)).received, 7);
  await running.stop();
});

test('dead letters are counted, listed for the operator only, and can be retried', async () => {
  const bus = new LocalBus();
  const gate = { open: false };
  const { context, rows, definition } = define('buried', gate);
  let running = await start(definition, bus);
  await running.begin();
  const event = makeEvent(subject, { accountId: 'a', availableCents: 5 }, {});
  await bus.publish(event);
  await deferLongAgo(context, event.id);
  await running.stop();
  running = await start(definition, bus);
  await running.begin();
  await until(async () => (await context.store.deadLetters.count()) > 0);
  const call = async (method: string, path: string, secret: string) => {
    const headers = { 'x-nameloan-secret': secret };
    const response = await fetch(`${running.url}${path}`, { method, headers });
    return { status: response.status, body: await response.text() };
  };
  assert.equal((await call('GET', '/dead-letters', 'guess')).status, 401);
  const observed = JSON.parse((await call('GET', '/dead-letters', testSecret)).body);
  assert.equal(observed.count, 1);
  assert.equal(observed.oldest[0].subject, subject);
  assert.equal((await call('GET', '/metrics', testSecret)).status, 404);
  const metrics = await openMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' });
  assert.match(
    await (await fetch(metrics.url)).text(),
    /nameloan_dead_letters\{service="buried"\} 1/,
  );
  await metrics.close();
  const retry = () => call('POST', '/dead-letters/retry', testSecret);
  assert.deepEqual(JSON.parse((await retry()).body), { handled: 0, left: 1 });
  gate.open = true;
  assert.deepEqual(JSON.parse((await retry()).body), { handled: 1, left: 0 });
  assert.equal((await rows.get(event.id)).received, 5);
  // Not an event: only an operator can resolve it.
  await context.store.deadLetters.add({ subject: 'registry.message' }, 'as it came');
  assert.deepEqual(JSON.parse((await retry()).body), { handled: 0, left: 1 });
  const [{ id, fault }] = JSON.parse((await call('GET', '/dead-letters', testSecret)).body).oldest;
  assert.equal(fault, 'as it came');
  const dismiss = (secret: string) => call('DELETE', `/dead-letters/${id}`, secret);
  assert.deepEqual(
    [await dismiss('guess'), await dismiss(testSecret), await dismiss(testSecret)].map(
      ({ status }) => status,
    ),
    [401, 204, 404],
  );
  await running.stop();
  await bus.close();
});

test('an invalid secret is named without being shown', () => {
  const settings = defineSettings({ INTERNAL_SECRET: setting.secret(), PORT: setting.port() });
  assert.throws(
    () => settings.read({ INTERNAL_SECRET: 'hunter2', PORT: 'none' }),
    (error: Error) =>
      /INTERNAL_SECRET/.test(error.message) &&
      /PORT is "none"/.test(error.message) &&
      !error.message.includes('hunter2'),
  );
});
