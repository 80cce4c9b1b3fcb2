/** Rate limits per client, and how clients are identified. */

import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { startTestGateway } from './testing/gateway.ts';

test('too many requests from one address are 429 with Retry-After; an account has its own allowance', async (t) => {
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '5', RATE_LIMIT_ACCOUNT_PER_MINUTE: '3' };
  const small = await startTestGateway({ environment }, t);
  for (let at = 0; at < 5; at++)
    assert.equal((await small.call('GET', '/api/listings')).status, 200);
  const rejected = await small.call('GET', '/api/listings');
  assert.equal(rejected.status, 429);
  assert.equal(rejected.body.code, 'TOO_MANY_REQUESTS');
  assert.ok(Number(rejected.headers.get('retry-after')) >= 1);
  assert.match(
    String(rejected.body.message),
    /^Too many requests\. Try again in (\d+ seconds|1 minute)\.$/,
  );
  const token = await small.token();
  for (let at = 0; at < 3; at++)
    assert.equal((await small.call('GET', '/api/users/self', { token })).status, 200);
  assert.equal((await small.call('GET', '/api/users/self', { token })).status, 429);
  assert.equal((await small.call('GET', '/api/users/self', { token: 'forged' })).status, 429);
  assert.equal((await small.call('GET', '/healthz')).status, 200);
});

test('a computed result counts as ten requests, in REST and in GraphQL, also within a fragment', async (t) => {
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '25' };
  const plan = { amount: 1000, apy: 10, term: 30, start: '2027-01-10' };
  const query = `query { ...Figures } fragment Figures on Query {
    planFigures(amount: 100000, rate: 1000, term: 30, start: "2027-01-10") { total } }`;
  for (const [path, body] of [
    ['/api/figures/plan', plan],
    ['/graphql', { query }],
  ] as const) {
    const small = await startTestGateway({ environment }, t);
    const statuses: number[] = [];
    for (let at = 0; at < 3; at++) statuses.push((await small.call('POST', path, { body })).status);
    assert.deepEqual(
      statuses.map((status) => status === 429),
      [false, false, true],
      `${path}: ${statuses}`,
    );
  }
});

test('all accounts of one network together have ten times a visitor’s allowance', async (t) => {
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '2', TRUST_PROXY: 'loopback' };
  const small = await startTestGateway({ environment }, t);
  const statusOf = async (account: string, from: string) => {
    const token = await small.token({ accountId: account });
    const headers = { 'x-forwarded-for': from };
    return (await small.call('GET', '/api/users/self', { token, headers })).status;
  };
  for (let at = 0; at < 20; at++)
    assert.equal(await statusOf(`account-${at}`, '203.0.113.9'), 200, `account ${at}`);
  assert.equal(await statusOf('account-20', '203.0.113.9'), 429);
  assert.equal(await statusOf('account-20', '203.0.113.10'), 200);
});

test('pages, the description of the API and unknown paths have an allowance; probes have none', async (t) => {
  // Four times as many files, and the description counts as 32.
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '9' };
  const small = await startTestGateway({ environment }, t);
  const paths = ['/api/openapi.json', '/api/docs', '/developers', '/nowhere', '/api/nowhere'];
  for (const path of paths.slice(0, 4))
    assert.notEqual((await small.call('GET', path)).status, 429, path);
  for (const path of paths) {
    const rejected = await small.call('GET', path);
    assert.equal(rejected.status, 429, path);
    assert.ok(Number(rejected.headers.get('retry-after')) >= 1);
  }
  for (const path of ['/healthz', '/readyz'])
    assert.notEqual((await small.call('GET', path)).status, 429, path);
  // Calls of the API have their own allowance.
  assert.equal((await small.call('GET', '/api/listings')).status, 200);
});

test('descriptions and pages are compressed and have an etag', async (t) => {
  const gateway = await startTestGateway({}, t);
  for (const path of ['/api/openapi.json', '/api/docs', '/developers']) {
    const plain = await fetch(`${gateway.url}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const whole = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const packed = await fetch(`${gateway.url}${path}`, { headers });
      assert.equal(packed.headers.get('content-encoding'), encoding, path);
      assert.match(String(packed.headers.get('vary')), /accept-encoding/);
      assert.equal(await packed.text(), whole, path);
      const etag = String(packed.headers.get('etag'));
      const again = await fetch(`${gateway.url}${path}`, {
        headers: { ...headers, 'if-none-match': etag },
      });
      assert.equal(again.status, 304, path);
    }
  }
});

test('an anonymous caller may not spend the allowance of a minute at once', async (t) => {
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '500', TRUST_PROXY: 'loopback' };
  const busy = await startTestGateway({ environment }, t);
  const ask = (from: string) =>
    busy.call('GET', '/api/users/self', { headers: { 'x-forwarded-for': from } });
  const answers = await Promise.all(Array.from({ length: 150 }, () => ask('203.0.113.9')));
  const rejected = answers.filter(({ status }) => status === 429);
  assert.ok(rejected.length > 0 && rejected.length <= 50, `${rejected.length} were rejected`);
  for (const { headers } of rejected) assert.ok(Number(headers.get('retry-after')) <= 5);
  assert.equal((await ask('203.0.113.10')).status, 401);
});

test('all spellings of an address count as one, and so does an IPv6 customer network', async (t) => {
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '1', TRUST_PROXY: 'loopback' };
  const small = await startTestGateway({ environment }, t);
  const statusFrom = async (ip: string) =>
    (await small.call('GET', '/api/listings', { headers: { 'x-forwarded-for': ip } })).status;
  assert.equal(await statusFrom('203.0.113.9'), 200);
  assert.equal(await statusFrom('::ffff:203.0.113.9'), 429);
  assert.equal(await statusFrom('2001:db8:1:2::9'), 200);
  assert.equal(await statusFrom('2001:DB8:1:2:ffff::1'), 429);
  assert.equal(await statusFrom('2001:db8:1:3::9'), 200);
});

test('a connection that pipelines requests is closed', async (t) => {
  const gateway = await startTestGateway({}, t);
  const { port, hostname } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (data) => (text += data)).on('error', () => undefined);
  const closed = new Promise((done) => socket.once('close', done));
  socket.write('GET /api/listings HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200));
  await closed;
  assert.ok(text.split('HTTP/1.1 ').length < 20);
  assert.equal((await gateway.call('GET', '/api/listings')).status, 200);
});

test('every route has an allowance, except the probes, and so have paths that no route matches', async (t) => {
  const routes: { method: string; path: string }[] = [];
  const listRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, path: url });
    });
  };
  subscribe('fastify.initialization', listRoutes);
  const environment = { RATE_LIMIT_ADDRESS_PER_MINUTE: '1' };
  const gateway = await startTestGateway({ environment }, t);
  unsubscribe('fastify.initialization', listRoutes);
  assert.ok(routes.length > 100, `${routes.length} routes`);
  const unmatched = ['/nowhere', '/api/nowhere', '/graphql/nowhere', '/%ff', '/api/%ff', '//'];
  const all = [...routes, ...unmatched.map((path) => ({ method: 'GET', path }))];
  const statusOf = async ({ method, path }: { method: string; path: string }) => {
    const response = await fetch(gateway.url + path.replaceAll(/:\w+|\*/g, 'x'), { method });
    await response.arrayBuffer();
    return response.status;
  };
  await statusOf({ method: 'GET', path: '/api/listings' });
  for (let at = 0; at < 4; at++) await statusOf({ method: 'GET', path: '/developers' });
  const statuses = await Promise.all(all.map(statusOf));
  const free = all.filter((_, at) => statuses[at] !== 429).map(({ path }) => path);
  assert.deepEqual(new Set(free), new Set(['/healthz', '/readyz']));
});
