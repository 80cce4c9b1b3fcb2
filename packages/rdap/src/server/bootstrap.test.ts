/** The bootstrap file: the choice of a server, and how long a copy is used. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { AccessPolicy } from '../http/access-policy.ts';
import type { TestServers } from '../testing/test-servers.ts';
import { startTestServers } from '../testing/test-servers.ts';
import { Bootstrap } from './bootstrap.ts';

let servers: TestServers;
beforeEach(async () => {
  servers = await startTestServers();
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 1) });
});
afterEach(async () => {
  mock.timers.reset();
  await servers.close();
});

function openBootstrap(): Bootstrap {
  const policy = new AccessPolicy(servers.bootstrapUrl, true);
  const options = { policy, accept: 'application/json', userAgent: 'test', timeoutMs: 5000 };
  return new Bootstrap(servers.bootstrapUrl, options);
}

const serve = (services: unknown, headers: Record<string, string> = {}) =>
  servers.on('/bootstrap', { headers, body: { version: '1.0', services } });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Finds a server, and waits until a refresh in the background has been requested. */
async function find(bootstrap: Bootstrap, name = 'name.com'): Promise<string | null | undefined> {
  const found = await bootstrap.findServer(name);
  return found instanceof URL ? found.href : found;
}

async function untilRequests(count: number): Promise<void> {
  while (servers.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('the entry with the most labels wins, labels are compared as a whole and in any case', async () => {
  serve([
    [['uk'], ['https://rdap.uk.example.org/']],
    [['CO.UK'], ['https://rdap.co.uk.example.org/base']],
    [['com'], ['https://rdap.com.example.org/v1/']],
  ]);
  const bootstrap = openBootstrap();
  const expected: Record<string, string | null> = {
    'name.uk': 'https://rdap.uk.example.org/',
    'name.co.uk': 'https://rdap.co.uk.example.org/base/',
    'a.name.co.uk': 'https://rdap.co.uk.example.org/base/',
    'name.acom': null,
    telecom: null,
    'name.com': 'https://rdap.com.example.org/v1/',
  };
  for (const [name, url] of Object.entries(expected))
    assert.equal(await find(bootstrap, name), url);
  assert.equal(servers.requests.length, 1);
});

test('of alternatives https is preferred, and servers that are not allowed count as none', async () => {
  serve([
    [['com'], [`${servers.url}/plain/`, 'https://rdap.example.org/']],
    [['net'], [`${servers.url}/plain/`]],
    [['uz'], ['http://cctld.example.org/']],
    [['private'], ['https://192.168.1.1/', 'https://user:password@rdap.example.org/']],
    [['broken'], ['not an address']],
  ]);
  const bootstrap = openBootstrap();
  assert.equal(await find(bootstrap), 'https://rdap.example.org/');
  assert.equal(await find(bootstrap, 'name.net'), `${servers.url}/plain/`);
  for (const tld of ['uz', 'private', 'broken'])
    assert.equal(await find(bootstrap, `name.${tld}`), null);
});

test('entries of an unknown form are ignored', async () => {
  serve([
    'text',
    [['a']],
    [[1], ['https://x.example.org/']],
    [['com'], ['https://rdap.example.org/'], 1],
  ]);
  serve([...['text', [1, 2]], [['com'], ['https://rdap.example.org/']]]);
  assert.equal(await find(openBootstrap()), 'https://rdap.example.org/');
});

test('a copy is used as long as HTTP says, at least five minutes and at most a day', async () => {
  const date = new Date(Date.now()).toUTCString();
  const expires = new Date(Date.now() + 2 * hourMs).toUTCString();
  const cases: [headers: Record<string, string>, freshMs: number][] = [
    [{ 'cache-control': 'public, max-age=7200' }, 2 * hourMs],
    [{ 'cache-control': 'max-age=7200', age: '3600' }, hourMs],
    [{ expires, date }, 2 * hourMs],
    [{ 'cache-control': 'no-store' }, 5 * minuteMs],
    [{ 'cache-control': 'max-age=31536000' }, 24 * hourMs],
    [{}, 24 * hourMs],
  ];
  for (const [headers, freshMs] of cases) {
    serve([[['com'], ['https://rdap.example.org/']]], headers);
    const bootstrap = openBootstrap();
    await find(bootstrap);
    const before = servers.requests.length;
    mock.timers.tick(freshMs - 1);
    await find(bootstrap);
    assert.equal(servers.requests.length, before, JSON.stringify(headers));
    mock.timers.tick(1);
    await find(bootstrap);
    await untilRequests(before + 1);
  }
});

test('while the file is unavailable or broken the old copy serves, and it is read again after a minute', async () => {
  serve([[['com'], ['https://rdap.example.org/']]], { 'cache-control': 'max-age=600' });
  const bootstrap = openBootstrap();
  await find(bootstrap);
  mock.timers.tick(hourMs);
  const broken = [
    { status: 503 },
    { body: '{"services":' },
    { body: { services: [] } },
    { body: {} },
  ];
  for (const reply of broken) {
    servers.on('/bootstrap', reply);
    // Each minute reads it once, after the read before has ended.
    for (const count = servers.requests.length; servers.requests.length === count; ) {
      mock.timers.tick(minuteMs);
      assert.equal(await find(bootstrap), 'https://rdap.example.org/');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  serve([[['com'], ['https://new.example.org/']]]);
  while ((await find(bootstrap)) !== 'https://new.example.org/') {
    mock.timers.tick(minuteMs);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('without any copy the server is unknown, and requests for it are limited', async () => {
  servers.on('/bootstrap', { status: 500 });
  const bootstrap = openBootstrap();
  for (let count = 0; count < 5; count += 1) assert.equal(await find(bootstrap), undefined);
  assert.equal(servers.requests.length, 1);
  serve([[['com'], ['https://rdap.example.org/']]]);
  mock.timers.tick(minuteMs);
  assert.equal(await find(bootstrap), 'https://rdap.example.org/');
});
