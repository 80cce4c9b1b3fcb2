/** Fetching from services: batched by actor, mutations alone, and a service that is down is reported as such. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import {
  registerLocalService,
  unregisterLocalService,
} from '@nameloan/graphql-executor/local-services';
import { freePort } from '@nameloan/runtime/free-port';
import { createLog } from '@nameloan/runtime/log';
import { Keyring } from '@nameloan/security/keyring';
import { Pool } from 'undici';
import { ActorSigner, Caller } from '../auth/caller.ts';
import { FakeService, internalSecret } from '../testing/fake-services.ts';
import { startTestGateway } from '../testing/gateway.ts';
import { maxBatch, SubgraphSource } from './subgraph-source.ts';

const log = createLog('test', 'silent');
const signer = new ActorSigner(new Keyring(internalSecret));
const callerOf = (accountId: string) =>
  new Caller(
    {
      kind: 'account',
      accountId,
      sessionId: 's',
      ip: '127.0.0.1',
      userAgent: '',
      requestId: `request-${accountId}`,
    },
    signer,
  );

function fetchWith(source: SubgraphSource, caller: Caller, query: string, timeoutMs = 5000) {
  const context = { caller, deadlineMs: Date.now() + timeoutMs };
  return source.process({ request: { query }, context } as never);
}

test('reads of one actor in one turn share a batch of at most 25; other actors and mutations are sent separately', async (t) => {
  const service = new FakeService('identity', {}, {});
  await service.start();
  const source = new SubgraphSource({ name: 'identity', url: service.url, log });
  t.after(async () => {
    await service.stop();
    await source.close();
  });
  const one = callerOf('one');
  const other = callerOf('other');
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, (_, at) => fetchWith(source, one, `{ self { a${at}: id } }`)),
    fetchWith(source, other, '{ self { id } }'),
    fetchWith(source, one, 'mutation { enrollMfa { key } }'),
    fetchWith(source, one, 'mutation { enrollMfa { qr } }'),
  ]);
  const sizes = service.seen.map(({ items }) => items.length).sort((a, b) => b - a);
  assert.deepEqual(sizes, [maxBatch, 5, 1, 1, 1]);
  for (const { actor, items } of service.seen) {
    const name = actor?.kind === 'account' ? actor.accountId : '';
    if (items.length > 1) assert.equal(name, 'one');
  }
  assert.deepEqual({ ...answers[17]?.data?.self }, { a17: 'user-1' });
});

test('a batch stays well below the limit of a service, and a large request is sent alone', async (t) => {
  const service = new FakeService('identity', {}, {});
  await service.start();
  const source = new SubgraphSource({ name: 'identity', url: service.url, log });
  t.after(async () => {
    await service.stop();
    await source.close();
  });
  const sizes = [700, 700, 10, 10, 2500];
  await Promise.all(
    sizes.map((kilobytes, at) =>
      fetchWith(
        source,
        callerOf('one'),
        `{ self { a${at}: id } } #${'x'.repeat(kilobytes * 1024)}`,
      ),
    ),
  );
  assert.deepEqual(service.seen.map(({ items }) => items.length).sort(), [1, 1, 3]);
});

test('equal concurrent anonymous requests cause few reads, and each gets its own response', async (t) => {
  const gateway = await startTestGateway({ environment: { TRUST_PROXY: 'loopback' } }, t);
  // Open the connections first, so that all requests arrive in one turn. Those of one network run one after another.
  const pool = new Pool(gateway.url, { connections: 50 });
  const round = () =>
    Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const headers = { 'x-forwarded-for': `198.51.100.${at}` };
        const { body } = await pool.request({ path: '/api/listings', method: 'GET', headers });
        return body.text();
      }),
    );
  await round();
  for (const service of gateway.services.values()) service.seen.length = 0;
  const texts = await round();
  await pool.close();
  for (const name of ['lending', 'domains'] as const) {
    const seen = gateway.services.get(name)?.seen ?? [];
    const items = seen.reduce((sum, one) => sum + one.items.length, 0);
    assert.ok(items > 0 && items <= 25, `${items} questions to ${name}`);
  }
  assert.equal(new Set(texts).size, 1);
  assert.match(texts[0] ?? '', /"estimated_value":1234.56/);
});

test('a service that is down is 503 with Retry-After over REST, and UNAVAILABLE over GraphQL', async (t) => {
  const gateway = await startTestGateway({}, t);
  await gateway.services.get('domains')?.stop();
  const token = await gateway.token();
  for (const [method, path] of [
    ['GET', '/api/listings'],
    ['GET', '/api/domains'],
    ['POST', '/api/domains/d1/verify'],
  ] as const) {
    const answer = await gateway.call(method, path, { token });
    assert.equal(answer.status, 503, path);
    assert.equal(answer.body.code, 'UNAVAILABLE');
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  }
  const query = '{ listings { total listings { id estimatedValue } } }';
  const { body } = await gateway.call('POST', '/graphql', { body: { query } });
  assert.equal(body.errors[0].extensions.code, 'UNAVAILABLE');
  assert.equal(body.data.listings.total, 7);
});

test('a service that is down leaves the gateway ready; /readyz?services names it', async (t) => {
  const gateway = await startTestGateway({}, t);
  const ask = async (path: string) => {
    const { status, body } = await gateway.call('GET', path);
    return { status, body };
  };
  const ready = { status: 200, body: { ok: true } };
  assert.deepEqual(await ask('/readyz'), ready);
  await gateway.services.get('domains')?.stop();
  assert.deepEqual(await ask('/readyz'), ready);
  const missing = { status: 503, body: { ok: false, missing: ['domains'] } };
  assert.deepEqual(await ask('/readyz?services'), missing);
  await gateway.services.get('identity')?.stop();
  assert.deepEqual(await ask('/readyz'), ready);
});

test('requests to a replica that has just gone are retried: reads always, mutations only if they never arrived', async (t) => {
  const received: string[] = [];
  let cuts = 1;
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    received.push(text.includes('mutation') ? 'change' : 'read');
    if (cuts-- > 0) response.destroy();
    else response.end('{"data":{"a":1}}');
  });
  const port = await freePort();
  const source = new SubgraphSource({ name: 'identity', url: `http://127.0.0.1:${port}`, log });
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await source.close();
  });
  const open = new Promise<void>((resolve) => {
    setTimeout(() => server.listen(port, '127.0.0.1', resolve), 30);
  });
  const change = fetchWith(source, callerOf('one'), 'mutation { a }', 3000);
  await open;
  // It arrived with the second attempt, which was aborted: its outcome is unknown.
  await assert.rejects(change);
  assert.deepEqual(received, ['change']);
  cuts = 1;
  const { data } = await fetchWith(source, callerOf('one'), '{ a }', 3000);
  assert.deepEqual(data, { a: 1 });
  assert.deepEqual(received, ['change', 'read', 'read']);
});

test('a mutation is reported as successful although a service with a detail of it is down', async (t) => {
  const gateway = await startTestGateway({}, t);
  await gateway.services.get('payments')?.stop();
  const answer = await gateway.call('POST', '/api/users/profile', {
    token: await gateway.token(),
    body: {},
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.message, 'Profile saved');
  assert.equal(answer.body.balance, null);
});

test('a service that times out or sends an invalid response counts as down', async (t) => {
  const bodies = ['', 'not json', '[1]', '{"data":'];
  const server = createServer((request, response) => {
    const body = bodies.shift();
    request.resume();
    if (body !== undefined) response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const source = new SubgraphSource({ name: 'identity', url: `http://127.0.0.1:${port}`, log });
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await source.close();
  });
  for (const query of ['{ a }', 'mutation { a }', '{ b }', '{ late }', 'mutation { late }']) {
    const fetched = fetchWith(source, callerOf('one'), query, 300);
    await assert.rejects(
      fetched,
      (error: { extensions?: { code?: string } }) => error.extensions?.code === 'UNAVAILABLE',
    );
  }
});

test('a service in the same process is called without a network, with the same actor', async () => {
  const source = new SubgraphSource({
    name: 'identity',
    url: `http://127.0.0.1:${await freePort()}`,
    log,
  });
  registerLocalService('identity', {
    url: 'http://127.0.0.1:1',
    prepare:
      ({ query }) =>
      async ({ actor }) => ({ data: { query, who: actor.kind } }),
  });
  try {
    assert.deepEqual((await fetchWith(source, callerOf('one'), '{ a }')).data, {
      query: '{ a }',
      who: 'account',
    });
  } finally {
    unregisterLocalService('identity');
  }
  await source.close();
});

test('nothing starts in the same process after the deadline, as over the network', async () => {
  let begun = 0;
  registerLocalService('identity', {
    url: 'http://127.0.0.1:1',
    prepare: () => async () => {
      begun++;
      return { data: null };
    },
  });
  const source = new SubgraphSource({ name: 'identity', url: 'http://127.0.0.1:1', log });
  try {
    const late = fetchWith(source, callerOf('one'), 'mutation { a }', -1);
    await assert.rejects(late, /cannot be reached right now/);
    assert.equal(begun, 0);
  } finally {
    unregisterLocalService('identity');
  }
  await source.close();
});
