/** Strangers choose addresses in RDAP answers: none of them leads into this network. */

import assert from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { startTestServers } from '../testing/test-servers.ts';
import { AccessPolicy } from './access-policy.ts';
import { getText } from './get-text.ts';

/** The addresses that every host has; undefined: as the system resolves. */
let resolved: { address: string; family: number }[] | undefined;
let lookUps = 0;
const realLookup = dns.lookup;
before(() => {
  type Lookup = (host: string, options: object, done: (...result: unknown[]) => void) => void;
  const lookup: Lookup = (host, options, done) => {
    lookUps += 1;
    if (resolved) done(null, resolved);
    else realLookup(host, options as { all: true }, done);
  };
  dns.lookup = lookup as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
});
afterEach(() => {
  resolved = undefined;
});
after(() => {
  dns.lookup = realLookup;
  syncBuiltinESMExports();
});

const policy = new AccessPolicy('https://data.example.org/rdap/dns.json', false);
const sandboxPolicy = new AccessPolicy('http://sandbox:4100/rdap/bootstrap.json', true);
const allows = (one: AccessPolicy, url: string) => one.allowsUrl(new URL(url));

test('only https on its own port and public addresses are allowed', () => {
  const refused = [
    'http://rdap.example.org/',
    'ftp://rdap.example.org/',
    'file:///etc/passwd',
    'https://rdap.example.org:8443/',
    'https://user@rdap.example.org/',
    'https://localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://192.0.2.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2001:db8::1]/',
    'http://127.0.0.1/',
  ];
  for (const url of refused) assert.equal(allows(policy, url), false, url);
  const accepted = ['https://rdap.example.org/', 'https://9.9.9.9/', 'https://[2620:fe::fe]/'];
  for (const url of accepted) assert.equal(allows(policy, url), true, url);
});

test('with the sandbox this machine and the sandbox’s host are allowed by http, and nothing else is', () => {
  for (const url of ['http://127.0.0.1:4100/', 'http://localhost:1/', 'http://sandbox:4100/rdap/'])
    assert.equal(allows(sandboxPolicy, url), true, url);
  for (const url of ['http://10.0.0.1/', 'http://rdap.example.org/', 'https://10.0.0.1/'])
    assert.equal(allows(sandboxPolicy, url), false, url);
});

function resolveTo(address: string): void {
  resolved = [{ address, family: address.includes(':') ? 6 : 4 }];
}

const options = { policy, accept: '*/*', userAgent: 'test', timeoutMs: 2000 };

test('a public name that resolves into this network is not called', async () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1', '::ffff:127.0.0.1']) {
    resolveTo(address);
    const calling = getText(new URL('https://rebinding.example.org/'), options);
    await assert.rejects(calling, { name: 'GetError', code: 'UNSAFE' }, address);
  }
});

test('a redirect to an address that is not allowed is not followed', async () => {
  const servers = await startTestServers();
  const here = new AccessPolicy(servers.bootstrapUrl, true);
  for (const location of ['https://10.0.0.1/', 'http://rdap.example.org/', 'file:///etc/passwd']) {
    servers.on('/moved', { status: 302, headers: { location } });
    const getting = getText(new URL('/moved', servers.url), { ...options, policy: here });
    await assert.rejects(getting, { name: 'GetError', code: 'UNSAFE' }, location);
  }
  await servers.close();
});

test('the address that was checked is the one that is called', async () => {
  const servers = await startTestServers();
  resolveTo('127.0.0.1');
  lookUps = 0;
  const { port } = new URL(servers.url);
  const here = new AccessPolicy(`http://sandbox.example.org:${port}/`, true);
  // The sandbox's host may resolve to this machine: the name is resolved once, by the checked look-up.
  const answer = await getText(new URL(`http://sandbox.example.org:${port}/bootstrap`), {
    ...options,
    policy: here,
  });
  assert.equal(answer.status, 200);
  assert.equal(lookUps, 1);
  await servers.close();
});

test('a response that never ends is cut by the time limit and by the limit of size', async () => {
  const servers = await startTestServers();
  const here = new AccessPolicy(servers.bootstrapUrl, true);
  servers.on('/silent', () => new Promise(() => {}));
  servers.on('/long', { body: 'x'.repeat(512 * 1024 + 1) });
  servers.on('/fits', { body: 'x'.repeat(512 * 1024) });
  const get = (path: string, timeoutMs = 5000) =>
    getText(new URL(path, servers.url), { ...options, policy: here, timeoutMs });
  await assert.rejects(get('/silent', 30), { code: 'UNREACHABLE' });
  await assert.rejects(get('/long'), { code: 'TOO_LONG' });
  assert.equal((await get('/fits')).body.length, 512 * 1024);
  await servers.close();
});
