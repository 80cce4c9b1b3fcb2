/** Look-ups through the client's API, against servers on this machine. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { RdapClient } from './client.ts';
import type { RdapReport, RdapResult } from './report.ts';
import type { TestServers } from './testing/test-servers.ts';
import { domainBody, nameIn, startTestServers } from './testing/test-servers.ts';

let servers: TestServers;
let client: RdapClient;
beforeEach(async () => {
  servers = await startTestServers(['com', 'net']);
  servers.on('/com/', (path) => ({ body: domainBody(nameIn(path)) }));
  servers.on('/net/', (path) => ({ body: domainBody(nameIn(path)) }));
  client = open();
});
afterEach(async () => {
  resetClock();
  await client.close();
  await servers.close();
});

const open = (startIntervalMs = 1) =>
  new RdapClient({ bootstrapUrl: servers.bootstrapUrl, allowLoopbackHttp: true, startIntervalMs });

function reportOf(result: RdapResult): RdapReport {
  assert.equal(result.kind, 'found', JSON.stringify(result));
  return (result as { report: RdapReport }).report;
}

/** Resolves when the returned function is called; requests wait for it. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

const untilRequested = async (path: string, count = 1) => {
  while (servers.requests.filter((each) => each === path).length < count)
    await new Promise((resolve) => setTimeout(resolve, 5));
};

const related = (href: string, type = 'application/rdap+json') => ({
  links: [{ rel: 'related', href, type }],
});
const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });

test('a name is requested in A-labels from the server of its TLD, with the media type of RDAP', async () => {
  let accept: string | undefined;
  servers.on('/com/', (path, { headers }) => {
    accept = headers.accept;
    return { body: domainBody(nameIn(path).toUpperCase()) };
  });
  const report = reportOf(await client.lookUp('Bücher.COM'));
  assert.equal(report.name, 'xn--bcher-kva.com');
  assert.deepEqual(report.statuses, ['ok']);
  assert.deepEqual(report.sources, { statuses: '127.0.0.1' });
  assert.match(accept ?? '', /^application\/rdap\+json/);
  assert.deepEqual(servers.requests, ['/bootstrap', '/com/domain/xn--bcher-kva.com']);
});

test('names without a server and texts that are no names are unknown without a request', async () => {
  assert.deepEqual(await client.lookUp('name.unlisted'), { kind: 'unknown', reason: 'NO_SERVER' });
  for (const text of ['', 'com', 'a b.com', 'x/../y.com', `${'a'.repeat(64)}.com`])
    assert.deepEqual(await client.lookUp(text), { kind: 'unknown', reason: 'NO_SERVER' }, text);
  assert.deepEqual(servers.requests, ['/bootstrap']);
});

test('404 means that the name is absent, in the status or in the body, but not from another server', async () => {
  servers.on('/com/domain/none.com', { status: 404 });
  servers.on('/com/domain/body.com', { body: { errorCode: 404, title: 'Not Found' } });
  const other = await startTestServers();
  servers.on('/com/domain/moved.com', {
    status: 302,
    headers: { location: `${other.url}/com/domain/moved.com` },
  });
  for (const name of ['none.com', 'body.com'])
    assert.equal((await client.lookUp(name)).kind, 'absent', name);
  const moved = await client.lookUp('moved.com');
  assert.deepEqual(moved, { kind: 'unknown', reason: 'UNAVAILABLE', source: '127.0.0.1' });
  await other.close();
});

test('responses that are broken, too long, of another type or about another name are unknown', async () => {
  const bodies: Record<string, unknown> = {
    'html.com': '<!doctype html>',
    'half.com': JSON.stringify(domainBody('half.com')).slice(0, 30),
    'list.com': '[]',
    'empty.com': '{}',
    'null.com': 'null',
    'other.com': domainBody('another.com'),
    'entity.com': { objectClassName: 'entity', ldhName: 'entity.com' },
    'long.com': domainBody('long.com', { remarks: 'x'.repeat(600_000) }),
    'deep.com': `{"objectClassName":"domain","entities":${'['.repeat(200_000)}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    servers.on(`/com/domain/${name}`, { body });
    const result = await client.lookUp(name);
    assert.deepEqual(result, { kind: 'unknown', reason: 'MALFORMED', source: '127.0.0.1' }, name);
  }
  assert.equal((await client.lookUp('fine.com')).kind, 'found', 'the server is not paused for it');
});

test('an answer is reused for a day of business time, or for the age that the caller accepts', async () => {
  const first = reportOf(await client.lookUp('name.com'));
  const again = reportOf(await client.lookUp('NAME.com'));
  assert.deepEqual(again, first);
  again.name = 'changed by the caller';
  const hourMs = 3_600_000;
  moveClock(23 * hourMs);
  assert.deepEqual(reportOf(await client.lookUp('name.com')), first);
  assert.equal(servers.requests.length, 2);
  const younger = reportOf(await client.lookUp('name.com', { maxAgeMs: hourMs }));
  assert.ok(younger.asOf.getTime() - first.asOf.getTime() >= 23 * hourMs);
  moveClock(23 * hourMs + 24 * hourMs);
  await client.lookUp('name.com');
  assert.equal(servers.requests.length, 4);
});

test('concurrent look-ups of one name share one request', async () => {
  const { opened, open: release } = gate();
  servers.on('/com/', async (path) => {
    await opened;
    return { body: domainBody(nameIn(path)) };
  });
  const all = [1, 2, 3, 4, 5].map(() => client.lookUp('shared.com'));
  await untilRequested('/com/domain/shared.com');
  all.push(client.lookUp('shared.com', { maxAgeMs: 0 }));
  release();
  for (const result of await Promise.all(all)) assert.equal(result.kind, 'found');
  assert.equal(servers.requests.length, 2);
});

test('a deadline ends only the wait of its caller, and the request only when no caller waits any longer', async () => {
  const { opened, open: release } = gate();
  servers.on('/com/', async (path) => {
    await opened;
    return { body: domainBody(nameIn(path)) };
  });
  const patient = client.lookUp('slow.com');
  await untilRequested('/com/domain/slow.com');
  const hurried = await client.lookUp('slow.com', { deadlineMs: 20 });
  assert.deepEqual(hurried, { kind: 'unknown', reason: 'DEADLINE' });
  const ended = await client.lookUp('slow.com', { signal: AbortSignal.abort() });
  assert.deepEqual(ended, { kind: 'unknown', reason: 'DEADLINE' });
  const endless = client.lookUp('slow.com', { deadlineMs: Number.POSITIVE_INFINITY });
  release();
  assert.equal((await patient).kind, 'found');
  assert.equal((await endless).kind, 'found');

  // A local server can answer within the shortest timer.
  const later = gate();
  servers.on('/com/', async (path) => {
    await later.opened;
    return { body: domainBody(nameIn(path)) };
  });
  const alone = await client.lookUp('alone.com', { deadlineMs: 0 });
  assert.deepEqual(alone, { kind: 'unknown', reason: 'DEADLINE' });
  later.open();
  assert.equal((await client.lookUp('alone.com')).kind, 'found', 'it is requested again');
});

test('the registrar adds its expiry, and what the registry says stays', async () => {
  servers.on('/com/domain/', (path) => ({
    body: domainBody(nameIn(path), {
      events: [event('expiration', '2028-01-01T00:00:00Z')],
      ...related(`${servers.url}/registrar/domain/${nameIn(path)}`),
    }),
  }));
  servers.on('/registrar/', (path) => ({
    body: domainBody(nameIn(path), {
      status: ['client hold'],
      events: [
        event('expiration', '2030-01-01T00:00:00Z'),
        event('registrar expiration', '2027-01-01T00:00:00Z'),
      ],
    }),
  }));
  const report = reportOf(await client.lookUp('two.com'));
  assert.equal(report.registryExpiresAt?.toISOString(), '2028-01-01T00:00:00.000Z');
  assert.equal(report.registrarExpiresAt?.toISOString(), '2027-01-01T00:00:00.000Z');
  assert.deepEqual(report.statuses, ['ok']);
});

test('a registrar that fails, is silent, answers nonsense or has a forbidden address never spoils the registry’s answer', async () => {
  const { opened, open: release } = gate();
  servers.on('/registrar/fails/', { status: 500 });
  servers.on('/registrar/garbage/', { body: '<html>' });
  servers.on('/registrar/lies/', { body: domainBody('another.com') });
  servers.on('/registrar/silent/', () => opened.then(() => ({})));
  const addresses: Record<string, string> = {
    'garbage.com': `${servers.url}/registrar/garbage/domain/garbage.com`,
    'lies.com': `${servers.url}/registrar/lies/domain/lies.com`,
    'private.com': 'https://10.0.0.1/domain/private.com',
    'port.com': 'https://rdap.example.org:22/domain/port.com',
    'plain.com': 'http://rdap.example.org/domain/plain.com',
    'file.com': 'file:///etc/passwd',
    'text.com': 'not an address',
    'silent.com': `${servers.url}/registrar/silent/domain/silent.com`,
    'fails.com': `${servers.url}/registrar/fails/domain/fails.com`,
  };
  servers.on('/com/', (path) => ({
    body: domainBody(nameIn(path), related(addresses[nameIn(path)] ?? '')),
  }));
  for (const name of Object.keys(addresses)) {
    const report = reportOf(await client.lookUp(name, { deadlineMs: 300 }));
    assert.deepEqual(report.statuses, ['ok'], name);
    assert.equal(report.registrarExpiresAt, undefined);
  }
  release();
  const asked = servers.requests.filter((path) => path.startsWith('/registrar/'));
  assert.equal(asked.length, 4, 'the other addresses are not called');
  moveClock(2 * 3_600_000);
  const before = servers.requests.length;
  await client.lookUp('private.com');
  assert.equal(servers.requests.length, before, 'nothing is missing that a repetition would give');
  await client.lookUp('garbage.com');
  assert.equal(servers.requests.length, before, 'garbage is no reason to repeat it either');
});

test('a server that limits the rate is left alone, and its names get the time for a retry', async () => {
  servers.on('/com/domain/first.com', { status: 429, headers: { 'retry-after': '120' } });
  const before = now().getTime();
  for (const name of ['first.com', 'second.com']) {
    const result = await client.lookUp(name, { urgent: true });
    assert.ok(result.kind === 'unknown' && result.retryAt, JSON.stringify(result));
    assert.equal(result.reason, 'RATE_LIMITED');
    assert.ok(Math.abs(result.retryAt.getTime() - before - 120_000) < 5000);
  }
  assert.equal(servers.requests.length, 2, 'only the first was sent');
  assert.equal((await client.lookUp('name.net')).kind, 'found', 'another server is not affected');
});

test('a silent server delays no name of another server', async () => {
  const { opened, open: release } = gate();
  servers.on('/com/', () => opened.then(() => ({ status: 500 })));
  const silent = Array.from({ length: 50 }, (_, at) => client.lookUp(`silent-${at}.com`));
  await untilRequested('/com/domain/silent-0.com');
  for (let at = 0; at < 20; at += 1)
    assert.equal((await client.lookUp(`name-${at}.net`)).kind, 'found');
  release();
  await client.close();
  for (const result of await Promise.all(silent)) assert.equal(result.kind, 'unknown');
});

test('urgent look-ups go ahead of others that wait for the same server, also when the name waits already', async () => {
  await client.close();
  client = open(40);
  const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com'];
  await client.lookUp('first.com');
  const waiting = names.map((name) => client.lookUp(name));
  const urgent = [
    client.lookUp('urgent.com', { urgent: true }),
    client.lookUp('e.com', { urgent: true }),
  ];
  await Promise.all([...waiting, ...urgent]);
  const order = servers.requests.slice(2).map(nameIn);
  assert.deepEqual(order.slice(0, 3).sort(), ['a.com', 'e.com', 'urgent.com']);
  assert.equal(order.length, names.length + 1);
});

test('redirects are followed a few times and never to an address that is not allowed', async () => {
  const to = (location: string) => ({ status: 301, headers: { location } });
  servers.on('/com/domain/moved.com', to('/com/other/domain/moved.com'));
  servers.on('/com/other/', (path) => ({ body: domainBody(nameIn(path)) }));
  servers.on('/com/domain/loop.com', to('/com/domain/loop.com'));
  servers.on('/com/domain/inside.com', to('https://169.254.169.254/latest/meta-data'));
  servers.on('/com/domain/plain.com', to('http://rdap.example.org/domain/plain.com'));
  assert.equal((await client.lookUp('moved.com')).kind, 'found');
  for (const name of ['inside.com', 'plain.com', 'loop.com']) {
    const result = await client.lookUp(name);
    assert.ok(result.kind === 'unknown' && result.reason === 'UNAVAILABLE', name);
  }
  assert.equal(servers.requests.filter((path) => path.endsWith('loop.com')).length, 4);
});

test('closing ends look-ups at once, and later ones are unknown', async () => {
  servers.on('/com/', () => new Promise(() => {}));
  const waiting = client.lookUp('open.com');
  await untilRequested('/com/domain/open.com');
  await client.close();
  assert.equal((await waiting).kind, 'unknown');
  assert.deepEqual(await client.lookUp('later.com'), { kind: 'unknown', reason: 'UNAVAILABLE' });
});
