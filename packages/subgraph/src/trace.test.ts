/** One trace across services and buses, without personal data. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { after, before, describe, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { newId } from '@nameloan/runtime/id';
import { traced, traceparent } from '@nameloan/runtime/trace';
import { signActor } from '@nameloan/security/actor';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import type { CollectedSpan } from '@nameloan/testkit/trace/collector';
import { traceTest } from '@nameloan/testkit/trace/trace-test';
import { until } from '@nameloan/testkit/until';
import type { ServiceDefinition } from './service.ts';
import { startService } from './service.ts';
import type { ServiceContext } from './service-context.ts';
import { createServiceContext } from './service-context.ts';
import { DependencyNotReadyError } from './subscribe-events.ts';

const subject = 'payments.balance.changed' as const;
let database: TestDatabase;
let folder: string;

before(async () => {
  database = await startTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'nameloan-trace-'));
  writeFileSync(
    join(folder, 'a.graphql'),
    'type Query { quick: Int! } type Mutation { change: Int! }',
  );
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function define(context: ServiceContext, more: Partial<ServiceDefinition>): ServiceDefinition {
  const resolvers = { Query: { quick: () => 1 }, Mutation: { change: () => 1 } };
  return { context, folder, resolvers, events: {}, jobs: { handlers: {} }, ...more };
}

/** The publisher commits an event; the consumer handles it at the second attempt, sends a request to the holder, and runs a job. */
function defineThree() {
  const suffix = newId().slice(-6);
  const contexts = {
    publisher: createServiceContext(`publisher_${suffix}`),
    consumer: createServiceContext(`consumer_${suffix}`),
    holder: createServiceContext(`holder_${suffix}`),
  };
  const change = () =>
    contexts.publisher.commit(async (tx) => {
      const about = { id: 'account-1', version: 1 };
      tx.emit(subject, about, { accountId: 'account-1', availableCents: 5 });
      return 1;
    });
  const observed = { attempts: 0, jobs: 0 };
  const services = [
    define(contexts.publisher, { resolvers: { Mutation: { change } } }),
    define(contexts.consumer, {
      events: {
        [subject]: async (event, tx) => {
          if (++observed.attempts === 1) throw new DependencyNotReadyError('not yet');
          await contexts.consumer.request('payments.balance', { accountId: event.data.accountId });
          await tx.schedule({ kind: 'notify', key: event.id });
        },
      },
      jobs: { handlers: { notify: async () => void observed.jobs++ } },
    }),
    define(contexts.holder, {
      requestHandlers: { 'payments.balance': async () => ({ availableCents: 5 }) },
    }),
  ];
  return { contexts, services, observed };
}

function start(service: ServiceDefinition, bus: Bus = new LocalBus()) {
  const environment = {
    MONGODB_URL: database.url,
    DATABASE_PREFIX: database.prefix,
    INTERNAL_SECRET: testSecret,
    LOG_LEVEL: 'silent',
  };
  return startService(service, environment, { bus });
}

/** Calls as the gateway does: over HTTP with the trace in the request, or inside the process. */
async function call(part: string, url: string, way: 'http' | 'inside'): Promise<void> {
  const token = signActor(testActor('account-1'), testSecret);
  await traced(
    'POST /api/change',
    { kind: 'server', service: 'gateway', parent: null },
    async () => {
      const extensions = { traceparent: traceparent() };
      const request = { query: 'mutation Change { change }', operationName: 'Change', extensions };
      if (way === 'inside') {
        const ask = { actor: testActor('account-1'), ...extensions };
        assert.deepEqual(
          { ...(await findLocalService(part)?.prepare(request)(ask))?.data },
          { change: 1 },
        );
        return;
      }
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-nameloan-actor': token },
        body: JSON.stringify([request]),
      });
      assert.deepEqual(await response.json(), [{ data: { change: 1 } }]);
    },
  );
}

/** Each span as `service: parent > name`, without the test's suffix of the service. */
function lines(spans: CollectedSpan[]): string[] {
  const names = new Map(spans.map((span) => [span.spanId, span.name]));
  return spans
    .map(({ parentSpanId, name, kind, attributes }) => {
      const service = String(attributes['nameloan.service']).split('_')[0];
      const parent = parentSpanId === '' ? '' : (names.get(parentSpanId) ?? 'unknown');
      return `${service}: ${parent} > ${kind} ${name}`;
    })
    .sort();
}

const expected = [
  'gateway:  > server POST /api/change',
  'consumer: commit > consumer handle payments.balance.changed',
  'consumer: commit > consumer handle payments.balance.changed',
  'consumer: commit > client request payments.balance',
  'consumer: commit > internal job notify',
  'consumer: handle payments.balance.changed > internal commit',
  'consumer: handle payments.balance.changed > internal commit',
  'holder: request payments.balance > server handle payments.balance',
  'publisher: POST /api/change > server graphql Change',
  'publisher: graphql Change > internal commit',
].sort();

const buses: { name: string; missing: string | false; make(t: TestContext): Promise<Bus> }[] = [
  { name: 'the bus inside one process', missing: false, make: async () => new LocalBus() },
  {
    name: 'NATS JetStream',
    missing: natsMissing,
    make: async (t) => {
      const nats = await startTestNats();
      t.after(() => nats.stop());
      return NatsBus.connect({ url: nats.url, name: 'test', stream: 'TEST', roots: ['payments'] });
    },
  },
];

for (const { name, missing, make } of buses) {
  describe(name, { skip: missing }, () => {
    for (const way of ['http', 'inside'] as const) {
      test(`a request, its event, each attempt of the consumer, a bus request and a job are one trace (${way})`, async (t) => {
        const bus = await make(t);
        const stopTracing = await traceTest(t, 'whole');
        const { contexts, services, observed } = defineThree();
        const running = await Promise.all(services.map((service) => start(service, bus)));
        const stop = async () => {
          await Promise.all(running.map((one) => one.stop()));
          await bus.close();
        };
        t.after(stop);
        await Promise.all(running.map((one) => one.begin()));
        await call(contexts.publisher.name, running[0]?.url ?? '', way);
        await until(
          async () => observed.jobs === 1 && (await contexts.consumer.store.jobs.waiting()) === 0,
        );
        await stop();
        const { spans } = await stopTracing();
        assert.deepEqual(lines(spans), expected);
        assert.equal(new Set(spans.map((span) => span.traceId)).size, 1);
        assert.deepEqual(new Set(spans.map((span) => span.service)), new Set(['whole']));
        const failed = spans.filter((span) => span.failed);
        assert.deepEqual(failed, []);
      });
    }
  });
}

test('a DomainError is recorded by its code and is no failure; another error is one, and its message is not recorded', async (t) => {
  const stopTracing = await traceTest(t, 'whole');
  const secret = 'ada@example.com has the password hunter2';
  const fail = (name: string, error: unknown) =>
    assert.rejects(traced(name, { kind: 'internal' }, () => Promise.reject(error)));
  await fail('refused', new DomainError('CONFLICT', secret, { reason: 'BUSY' }));
  await fail('away', new DomainError('UNAVAILABLE', secret));
  await fail('fault', new TypeError(secret));
  await fail('nonsense', Object(secret));
  const { spans, text } = await stopTracing();
  const reported = spans.map(({ name, failed, attributes }) => [
    name,
    failed,
    attributes['nameloan.code'] ?? attributes['error.type'],
  ]);
  assert.deepEqual(reported, [
    ['refused', false, 'CONFLICT'],
    ['away', true, 'UNAVAILABLE'],
    ['fault', true, 'TypeError'],
    ['nonsense', true, 'object'],
  ]);
  assert.match(text(), /trace\.test\.ts/);
  assert.doesNotMatch(text(), /ada@|hunter2/);
});

test('a commit records its number of attempts', async (t) => {
  const { contexts, services } = defineThree();
  const [running] = await Promise.all(services.slice(0, 1).map((one) => start(one)));
  t.after(() => running?.stop());
  const stopTracing = await traceTest(t, 'whole');
  let attempts = 0;
  await contexts.publisher.commit(async () => {
    if (++attempts < 3) throw new ConcurrentUpdateError('accounts', 'account-1');
  });
  const { spans } = await stopTracing();
  assert.deepEqual(
    spans.map(({ name, attributes }) => [name, attributes['nameloan.attempts']]),
    [['commit', 3]],
  );
});

test('each run of a recurring job is a separate trace, whatever woke it', async (t) => {
  const { contexts, services } = defineThree();
  const [running] = await Promise.all(services.slice(1, 2).map((one) => start(one)));
  const stopTracing = await traceTest(t, 'whole');
  const wake = () =>
    contexts.consumer.commit((tx) => tx.schedule({ kind: 'notify', key: 'every' }));
  await traced('waking', { kind: 'internal' }, wake);
  await running?.begin();
  await until(async () => (await contexts.consumer.store.jobs.waiting()) === 0);
  await running?.stop();
  const { spans } = await stopTracing();
  assert.equal(spans.find(({ name }) => name === 'job notify')?.parentSpanId, '');
});

test("a route of a service goes on with its caller's trace; a poll without one begins none", async (t) => {
  const { services } = defineThree();
  const [service] = services;
  assert.ok(service);
  const routes: ServiceDefinition['routes'] = (app) => {
    app.get('/things/:id', async () => ({ ok: true }));
  };
  const running = await start({ ...service, routes });
  t.after(() => running.stop());
  const stopTracing = await traceTest(t, 'whole');
  const url = `${running.url}/things/secret-id`;
  await fetch(url);
  let parent = '';
  await traced('webhook', { kind: 'client', parent: null }, async () => {
    parent = traceparent() ?? '';
    const response = await fetch(url, { headers: { traceparent: parent } });
    await response.text();
  });
  const { spans, text } = await stopTracing();
  const queries = spans.filter((span) => span.kind === 'server');
  assert.deepEqual(
    queries.map((span) => [span.name, `00-${span.traceId}-${span.parentSpanId}-01`]),
    [['GET /things/:id', parent]],
  );
  assert.ok(!text().includes('secret-id'));
});

test('an invalid traceparent starts a new trace', async (t) => {
  const stopTracing = await traceTest(t, 'whole');
  const ours = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const zeros = `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`;
  const others = ['', 'x', ours.toUpperCase(), zeros, `${ours}-1`];
  for (const parent of [ours, ...others])
    await traced('span', { kind: 'internal', parent }, async () => undefined);
  const { spans } = await stopTracing();
  const parents = spans.map((span) => span.parentSpanId);
  assert.deepEqual(parents, ['b'.repeat(16), ...others.map(() => '')]);
  assert.equal(spans[0]?.traceId, 'a'.repeat(32));
});
