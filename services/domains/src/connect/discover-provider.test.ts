/** The zone of a domain names the provider's server: none of its answers leads elsewhere, hangs or fills memory. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { AccessPolicy } from '@nameloan/rdap/http/access-policy';
import type { RunningSandbox } from '@nameloan/sandbox/server';
import { startSandbox } from '@nameloan/sandbox/server';
import type { Answer } from 'dns-packet';
import packet from 'dns-packet';
import { discoverProvider } from './discover-provider.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let sandbox: RunningSandbox;
let handle: Handler = (_, response) => response.writeHead(404).end();
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  handle(request, response);
});
let origin = '';
before(async () => {
  sandbox = await startSandbox();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await sandbox.close();
});

let count = 0;
/** A domain whose zone has this discovery record. */
async function freshDomain(...values: string[]): Promise<string> {
  count += 1;
  const domain = `connect-${count}.com`;
  await fetch(`${sandbox.controlUrl}/dns/_domainconnect.${domain}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txt: values }),
  });
  return domain;
}

async function discover(value: string | string[], { production = false, timeoutMs = 2000 } = {}) {
  const domain = await freshDomain(...[value].flat());
  return discoverProvider({
    domain,
    providerId: 'op.example',
    serviceId: 'proof',
    resolvers: [{ address: `${sandbox.dns.host}:${sandbox.dns.port}`, trusted: false }],
    dnsTimeoutMs: 1000,
    policy: production ? new AccessPolicy('', false) : new AccessPolicy(`${origin}/b`, true),
    timeoutMs,
  });
}

const here = () => origin.slice('http://'.length);

function serve(settings: object, templateStatus = 200): void {
  handle = ({ url = '' }, response) => {
    if (!url.endsWith('/settings')) return response.writeHead(templateStatus).end('{}');
    const all = {
      providerId: 'p.example',
      providerName: 'Provider',
      urlAPI: origin,
      urlSyncUX: 'https://pages.example/ux/',
      ...settings,
    };
    return response.end(JSON.stringify(all));
  };
}

test('a provider with the template is found, with its pages', async () => {
  serve({
    providerDisplayName: 'Pro\u202evider\n & Sons',
    urlControlPanel: 'https://pages.example/dns?d=%domain%',
    unknown: 1,
  });
  const { obstacle, provider } = await discover(`${here()}/dc/`);
  assert.equal(obstacle, null);
  assert.deepEqual(provider, {
    name: 'Provider & Sons',
    syncUrl: 'https://pages.example/ux',
    controlPanelUrl: `https://pages.example/dns?d=connect-${count}.com`,
  });
  assert.deepEqual(requests.splice(0), [
    `/dc/v2/connect-${count}.com/settings`,
    '/v2/domainTemplates/providers/op.example/services/proof',
  ]);
});

test('no record leads to another scheme, another port or this network', async () => {
  const values = [
    here(),
    'localhost',
    'intranet',
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254/latest',
    '[::1]',
    'pages.example:8443',
  ];
  requests.splice(0);
  for (const value of values) {
    const { obstacle, provider } = await discover(value, { production: true });
    assert.notEqual(obstacle, null, value);
    assert.equal(provider, null);
  }
  const malformed = [
    'https://dns.example',
    'dns.example?x=1',
    'user@dns.example',
    'v=spf1 -all',
    '',
  ];
  for (const value of malformed)
    assert.equal((await discover(value, { production: true })).obstacle, 'NO_PROVIDER', value);
  assert.deepEqual(requests, [], 'this machine was not called');
});

test('of many values only short ones are read, and not more than 20', async () => {
  serve({});
  const long = `${'/'.repeat(3000)}x`;
  assert.equal((await discover([long, `${here()}//`])).obstacle, null);
  const values = Array.from({ length: 20 }, (_, at) => `not an address ${at}`);
  assert.equal((await discover([...values, here()])).obstacle, 'NO_PROVIDER');
});

test('settings that point elsewhere are not followed', async () => {
  serve({ urlAPI: 'http://10.0.0.1' });
  assert.equal((await discover(here())).obstacle, 'PROVIDER_UNAVAILABLE');
  for (const urlSyncUX of [
    'javascript:alert(1)',
    'http://pages.example',
    'https://u:p@pages.example',
    null,
  ]) {
    serve({ urlSyncUX, urlControlPanel: urlSyncUX });
    const { obstacle, provider } = await discover(here());
    assert.deepEqual(
      [obstacle, provider?.syncUrl, provider?.controlPanelUrl],
      ['NO_TEMPLATE', null, null],
    );
  }
  handle = (_, response) => response.writeHead(302, { location: `${origin}/other` }).end();
  requests.splice(0);
  assert.equal((await discover(here())).obstacle, 'PROVIDER_UNAVAILABLE');
  assert.equal(requests.length, 1, 'a redirect is not followed');
});

/** A resolver that knows the provider's addresses, one alias, and every discovery record. Returns `host:port`. */
async function startResolver(t: TestContext, txt: string, addresses: Record<string, string>) {
  const questions: string[] = [];
  const socket = createSocket('udp4', (message, from) => {
    const query = packet.decode(message);
    const [question] = query.questions ?? [];
    assert.ok(question);
    const name = question.name.toLowerCase();
    questions.push(`${question.type} ${name}`);
    const answers: Answer[] = [];
    if (question.type === 'TXT') answers.push({ name, type: 'TXT', ttl: 1, data: [txt] });
    const address = addresses[name];
    if (question.type === 'A' && address !== undefined)
      answers.push(
        { name, type: 'CNAME', ttl: 1, data: 'edge.example.net' },
        { name: 'edge.example.net', type: 'A', ttl: 1, data: address },
      );
    const reply = { type: 'response', id: query.id ?? 0, flags: 0 } as const;
    const bytes = packet.encode({ ...reply, questions: query.questions ?? [], answers });
    socket.send(bytes, from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  t.after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

test('the provider is found by the resolvers of the settings, and called at no address but the checked one', async (t) => {
  let connections = 0;
  const provider = createNetServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  t.after(() => provider.close());
  const { port } = provider.address() as AddressInfo;
  const find = async (host: string, policy: AccessPolicy, authority = host) => {
    const { address, questions } = await startResolver(t, authority, { [host]: '127.0.0.1' });
    const { obstacle } = await discoverProvider({
      ...{ domain: 'connect.com', providerId: 'op.example', serviceId: 'proof', policy },
      resolvers: [{ address, trusted: false }],
      ...{ dnsTimeoutMs: 1000, timeoutMs: 2000 },
    });
    assert.equal(obstacle, 'PROVIDER_UNAVAILABLE');
    assert.ok(questions.includes(`A ${host}`), 'the resolver was asked');
    return connections;
  };
  // No other resolver knows these names.
  assert.equal(await find('dns.provider.example', new AccessPolicy('', false)), 0, 'private');
  const chosen = new AccessPolicy(`https://chosen.provider.example:${port}/`, false);
  const authority = `chosen.provider.example:${port}`;
  assert.equal(await find('chosen.provider.example', chosen, authority), 1);
});

test('a missing template and a foreign zone have other reasons than a failure', async () => {
  serve({}, 404);
  assert.equal((await discover(here())).obstacle, 'NO_TEMPLATE');
  serve({}, 500);
  assert.equal((await discover(here())).obstacle, 'PROVIDER_UNAVAILABLE');
  handle = (_, response) => response.writeHead(404).end();
  assert.equal((await discover(here())).obstacle, 'NOT_HOSTED');
});

test('a slow, endless or malformed answer ends as an unavailable provider', async () => {
  const answers: Handler[] = [
    () => {},
    (_, response) => response.write('{'),
    (_, response) => response.end('x'.repeat(513 * 1024)),
    (_, response) => response.end('<html>'),
    (_, response) => response.end('{"providerId":1}'),
    (request) => request.socket.destroy(),
  ];
  for (const [index, answer] of answers.entries()) {
    handle = answer;
    const { obstacle } = await discover(here(), { timeoutMs: 100 });
    assert.equal(obstacle, 'PROVIDER_UNAVAILABLE', String(index));
  }
});
