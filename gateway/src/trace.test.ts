/** Traces start at the gateway, ignore client headers, and reach each service with each fetch. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escrowTopic } from '@nameloan/contracts/topics';
import {
  registerLocalService,
  unregisterLocalService,
} from '@nameloan/graphql-executor/local-services';
import { createLog } from '@nameloan/runtime/log';
import { traced } from '@nameloan/runtime/trace';
import { Keyring } from '@nameloan/security/keyring';
import type { CollectedSpan } from '@nameloan/testkit/trace/collector';
import { traceTest } from '@nameloan/testkit/trace/trace-test';
import { ActorSigner, Caller } from './auth/caller.ts';
import { SubgraphSource } from './graphql/subgraph-source.ts';
import { FakeService, internalSecret } from './testing/fake-services.ts';
import { startTestGateway } from './testing/gateway.ts';
import { onChange, startLiveLoan } from './testing/live-loan.ts';

const log = createLog('test', 'silent');
const foreignTraceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** The traceparents that a service received, one per request of its batches. */
function carried(service: FakeService | undefined): string[] {
  const items = service?.seen.flatMap((one) => one.items) ?? [];
  return items.map((item) => {
    const { extensions } = item as { extensions?: { traceparent?: string } };
    return extensions?.traceparent ?? 'none';
  });
}

const textOf = ({ traceId, spanId }: CollectedSpan) => `00-${traceId}-${spanId}-01`;
const route = ({ attributes }: CollectedSpan) => attributes['http.route'];

test('a REST call is one trace from the gateway to every fetch, whatever traceparent a client sends', async (t) => {
  const gateway = await startTestGateway({}, t);
  const stopTracing = await traceTest(t, 'test');
  const token = await gateway.token();
  const headers = { traceparent: foreignTraceparent };
  assert.equal((await gateway.call('GET', '/api/listings?page=3', { token, headers })).status, 200);
  const { spans, text } = await stopTracing();
  const [serverSpan, ...fetches] = spans.toSorted((a) => (a.kind === 'server' ? -1 : 1));
  assert.ok(serverSpan && fetches.length >= 2);
  assert.deepEqual([serverSpan.name, serverSpan.kind], ['GET /api/listings', 'server']);
  assert.deepEqual(
    [route(serverSpan), serverSpan.attributes['http.response.status_code']],
    ['/api/listings', 200],
  );
  assert.equal(serverSpan.parentSpanId, '');
  assert.notEqual(serverSpan.traceId, 'a'.repeat(32));
  for (const fetched of fetches) {
    assert.deepEqual([fetched.kind, fetched.traceId], ['client', serverSpan.traceId]);
    assert.equal(fetched.parentSpanId, serverSpan.spanId);
    assert.equal(fetched.attributes['nameloan.service'], 'gateway');
  }
  for (const name of ['lending', 'domains'] as const) {
    const own = fetches.filter((one) => one.name === `fetch ${name}`).map(textOf);
    assert.deepEqual(carried(gateway.services.get(name)).sort(), own.sort());
  }
  assert.ok(!text().includes(token) && !text().includes('page=3'));
});

test('each item of a batch carries its own trace, and so do a mutation and a local fetch', async (t) => {
  const service = new FakeService('identity', {}, {});
  await service.start();
  const source = new SubgraphSource({ name: 'identity', url: service.url, log });
  t.after(async () => {
    await service.stop();
    await source.close();
  });
  const actor = { accountId: 'a', sessionId: 's', ip: '127.0.0.1', userAgent: '', requestId: 'r' };
  const caller = new Caller(
    { kind: 'account', ...actor },
    new ActorSigner(new Keyring(internalSecret)),
  );
  const fetchAs = (name: string, query: string) =>
    traced(name, { kind: 'server', service: 'gateway', parent: null }, () => {
      const context = { caller, deadlineMs: Date.now() + 5000 };
      return source.process({ request: { query }, context } as never);
    });
  const stopTracing = await traceTest(t, 'test');
  await Promise.all([fetchAs('one', '{ self { id } }'), fetchAs('two', '{ self { name } }')]);
  await fetchAs('change', 'mutation { enrollMfa { key } }');
  let inside: string | undefined;
  registerLocalService('identity', {
    url: service.url,
    prepare: () => async (ask) => {
      inside = ask.traceparent;
      return { data: {} };
    },
  });
  t.after(() => unregisterLocalService('identity'));
  await fetchAs('inside', '{ self { id } }');
  const { spans } = await stopTracing();
  assert.deepEqual(
    service.seen.map(({ items }) => items.length),
    [2, 1],
  );
  const expected = ['one', 'two', 'change', 'inside'].map((name) => {
    const serverSpan = spans.find((span) => span.name === name);
    const fetched = spans.find((span) => span.parentSpanId === serverSpan?.spanId);
    assert.ok(serverSpan && fetched);
    assert.equal(fetched.traceId, serverSpan.traceId);
    return textOf(fetched);
  });
  assert.deepEqual([...carried(service), inside], expected);
  assert.equal(new Set(spans.map((span) => span.traceId)).size, 4);
});

test('a webhook is forwarded with our trace, never with the received one', async (t) => {
  const given: unknown[] = [];
  const webhook = ({ headers }: { headers: Record<string, unknown> }) => {
    given.push(headers.traceparent);
    return { status: 200, body: '{}' };
  };
  const gateway = await startTestGateway(
    { endpoints: { payments: { '/webhooks/stripe': webhook } } },
    t,
  );
  const call = () =>
    gateway.call('POST', '/api/webhooks/stripe', {
      body: '{}',
      headers: { traceparent: foreignTraceparent },
    });
  await call();
  const stopTracing = await traceTest(t, 'test');
  await call();
  const { spans } = await stopTracing();
  const fetched = spans.find((span) => span.name === 'fetch payments');
  const serverSpan = spans.find((span) => span.spanId === fetched?.parentSpanId);
  assert.ok(fetched && serverSpan);
  assert.deepEqual([serverSpan.name, serverSpan.parentSpanId], ['POST /api/webhooks/stripe', '']);
  assert.deepEqual(given, [undefined, textOf(fetched)]);
});

test('GraphQL spans have the operation name; an expected error is no span error, a service that is down is one', async (t) => {
  const gateway = await startTestGateway({}, t);
  await gateway.services.get('domains')?.stop();
  const stopTracing = await traceTest(t, 'test');
  const token = await gateway.token();
  const query = 'query MyPage { listings { total } }';
  await gateway.call('POST', '/graphql', { body: { query } });
  assert.equal((await gateway.call('GET', '/api/domains')).status, 401);
  assert.equal((await gateway.call('GET', '/api/domains', { token })).status, 503);
  await gateway.call('GET', '/healthz');
  const { spans } = await stopTracing();
  const serverSpans = spans.filter((span) => span.kind === 'server');
  assert.deepEqual(
    serverSpans.map(({ name, failed, attributes }) => [
      name,
      failed,
      attributes['http.response.status_code'],
    ]),
    [
      ['graphql MyPage', false, 200],
      ['GET /api/domains', false, 401],
      ['GET /api/domains', true, 503],
    ],
  );
});

test('a live read is a separate trace, not part of its cause', async (t) => {
  const loan = await startLiveLoan('in this process');
  t.after(() => loan.stop());
  const stopTracing = await traceTest(t, 'test');
  const borrower = await loan.connect('borrower');
  const watching = borrower.watch(onChange, { id: 'e1' });
  await watching.until(1);
  loan.status = 'SIGNED';
  await traced('someone signs', { kind: 'server', parent: null }, async () =>
    loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'changed' }),
  );
  await watching.until(2);
  await borrower.dispose();
  const { spans } = await stopTracing();
  const reads = spans.filter((span) => span.name === 'live escrow');
  assert.equal(reads.length, 2);
  for (const read of reads) {
    assert.deepEqual([read.kind, read.parentSpanId], ['server', '']);
    assert.ok(
      spans.some((span) => span.parentSpanId === read.spanId && span.name === 'fetch lending'),
    );
  }
});
