/** The public HTTP API: paths, bodies, headers, streams and graceful shutdown. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { Endpoint } from './testing/fake-services.ts';
import type { TestGateway } from './testing/gateway.ts';
import { startTestGateway } from './testing/gateway.ts';

let gateway: TestGateway;
const passed: { path: string; body: Buffer; headers: NodeJS.Dict<string | string[]> }[] = [];

const pdfMethods: string[] = [];
const webhook: Endpoint = (request, body) => {
  passed.push({ path: request.url ?? '', body, headers: request.headers });
  return request.headers['stripe-signature'] === 'good'
    ? { status: 200, body: '{"message":"Stored"}' }
    : { status: 400, body: '{"message":"The signature does not match.","code":"INVALID_INPUT"}' };
};
const verify: Endpoint = (_request, body) => ({
  status: 200,
  body: JSON.stringify({ bytes: body.length }),
});

before(async () => {
  gateway = await startTestGateway({
    endpoints: {
      payments: { '/webhooks/stripe': webhook },
      lending: {
        '/contracts/tok-1/pdf': (request) => {
          pdfMethods.push(request.method ?? '');
          return { status: 200, type: 'application/pdf', body: '%PDF-1.7' };
        },
        '/contracts/verify': verify,
        '/healthz': () => ({ status: 200, body: '{"inside":true}' }),
      },
    },
  });
});
after(() => gateway.stop());

test('an unknown path is a JSON 404 under /api and /graphql, and the 404 page elsewhere', async () => {
  for (const path of [
    '/api',
    '/api/nope',
    '/api/users/self/more',
    '/graphql/x',
    '/api/escrow/%zz',
  ]) {
    const { status, body } = await gateway.call('GET', path);
    assert.ok(status === 404 || (path.includes('%zz') && status === 400), `${path} ${status}`);
    assert.ok(body.requestId ?? body.errors[0].extensions.requestId, path);
  }
  const page = await gateway.call('GET', '/nope');
  assert.equal(page.status, 404);
  assert.match(page.body, /It's over/);
});

test('without a web app the developers’ page is at the root', async () => {
  for (const path of ['/', '/developers']) {
    const { status, body, headers } = await gateway.call('GET', path);
    assert.equal(status, 200, path);
    for (const link of ['/api/docs', '/api/openapi.json', '/graphql'])
      assert.ok(body.includes(`href="${link}"`), `${path} leads to ${link}`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src( 'sha256-[^;']+'){2}; style-src 's/);
    for (const [, kind = '', text = ''] of body.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
      const hash = createHash('sha256').update(text).digest('base64');
      const [, sources = ''] = policy.split(`${kind}-src`);
      assert.ok(sources.split(';')[0]?.includes(`'sha256-${hash}'`), kind);
    }
  }
  const docs = await gateway.call('GET', '/api/docs');
  assert.ok(docs.body.includes('href="/developers"'), 'and back');
});

test('fonts of the gateway’s pages are served by the gateway and cached forever', async () => {
  const { body } = await gateway.call('GET', '/developers');
  const fonts = [...body.matchAll(/url\("([^"]+)"\)/g)].map((match: string[]) => match[1] ?? '');
  assert.equal(fonts.length, 3);
  for (const path of fonts) {
    const { status, headers } = await gateway.call('GET', path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'font/woff2');
    assert.match(headers.get('cache-control') ?? '', /immutable/);
  }
});

test('an empty or very long id in a path is not found', async () => {
  const token = await gateway.token();
  for (const [method, path] of [
    ['GET', '/api/listings/'],
    ['GET', '/api/escrow/'],
    ['POST', '/api/escrow//cancel'],
    ['GET', `/api/escrow/${'e'.repeat(1000)}`],
  ] as const) {
    const { status, body } = await gateway.call(method, path, { token });
    assert.equal(status, 404, path.slice(0, 40));
    assert.equal(body.code, 'NOT_FOUND');
  }
});

test('a known path with another method is 405 and lists the allowed ones', async () => {
  const answer = await gateway.call('PUT', '/api/escrow/e1');
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'GET, HEAD');
  assert.equal((await gateway.call('GET', '/api/users/login')).headers.get('allow'), 'POST');
});

test('a body up to 8 MB too large is drained and gets 413', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = `{"email":"${'x'.repeat(7 * 1024 * 1024)}"}`;
  const answer = await gateway.call('POST', '/api/users/login', { body, headers });
  assert.equal(answer.status, 413);
  assert.equal(answer.body.code, 'TOO_LARGE');
  const picture = `data:image/png;base64,${'A'.repeat(1024 * 1024)}`;
  const token = await gateway.token();
  const profile = await gateway.call('POST', '/api/users/profile', {
    token,
    body: { pfp: picture },
  });
  assert.equal(profile.status, 200);
});

test('an endless body is aborted', async () => {
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.write(
    'POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  let sent = 0;
  while (!socket.destroyed && sent < 400) {
    sent++;
    if (!socket.write(chunk)) {
      await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
    }
  }
  await closed;
  assert.ok(sent < 400, `${sent} chunks were taken`);
  // A client that keeps sending may lose the response to the reset; if it arrives, it is this one.
  if (answer !== '') assert.match(answer, /^HTTP\/1.1 413/);
});

test('a missing or empty body of any type is an empty object', async () => {
  const token = await gateway.token();
  for (const kind of [undefined, 'text/plain', 'application/json']) {
    const headers: Record<string, string> = kind ? { 'content-type': kind } : {};
    const answer = await gateway.call('POST', '/api/escrow/e1/cancel', { token, headers });
    assert.equal(answer.status, 200);
  }
});

test('every response has security headers and a request id, the client’s own if it is valid', async () => {
  const given = await gateway.call('GET', '/api/listings', {
    headers: { 'x-request-id': 'abc-12345' },
  });
  assert.equal(given.headers.get('x-request-id'), 'abc-12345');
  const odd = await gateway.call('GET', '/api/listings', {
    headers: { 'x-request-id': '<script>' },
  });
  assert.match(odd.headers.get('x-request-id') ?? '', /^[\w-]{20,}$/);
  for (const path of ['/', '/api/docs', '/api/listings', '/nope', '/api/nope']) {
    const { headers } = await gateway.call('GET', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /default-src 'none'.*frame-ancestors 'self'/,
      path,
    );
    assert.ok(headers.get('referrer-policy'), path);
    assert.equal(headers.get('strict-transport-security'), null);
  }
});

test('only the configured origins may read', async (t) => {
  const origin = { origin: 'https://other.example' };
  const none = await gateway.call('GET', '/api/listings', { headers: origin });
  assert.equal(none.headers.get('access-control-allow-origin'), null);
  const environment = {
    CORS_ORIGINS: 'https://other.example',
    PUBLIC_URL: 'https://nameloan.example',
  };
  const named = await startTestGateway({ environment }, t);
  const preflight = await named.call('OPTIONS', '/api/offers', {
    headers: { ...origin, 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://other.example');
  assert.match(preflight.headers.get('strict-transport-security') ?? '', /max-age/);
  const otherOrigin = await named.call('GET', '/api/listings', {
    headers: { origin: 'https://evil.example' },
  });
  assert.equal(otherOrigin.headers.get('access-control-allow-origin'), null);
});

test('webhooks reach payments unchanged with their signature; a forged one is 400', async () => {
  const body = '{"id": "evt_1",\n "amount": 1.0}';
  const headers = { 'content-type': 'application/json', 'stripe-signature': 'good' };
  const stored = await gateway.call('POST', '/api/webhooks/stripe', { body, headers });
  assert.equal(stored.status, 200);
  assert.equal(passed.at(-1)?.body.toString(), body);
  assert.ok(passed.at(-1)?.headers['x-nameloan-actor']);
  const forged = await gateway.call('POST', '/api/webhooks/stripe', {
    body,
    headers: { ...headers, 'stripe-signature': 'bad', 'x-access-token': 'rubbish' },
  });
  assert.equal(forged.status, 400);
  assert.equal(forged.body.message, 'The signature does not match.');
  assert.ok(forged.body.requestId);
});

test('a PDF is streamed, an invalid token is not found, and file size is limited', async () => {
  const pdf = await gateway.call('GET', '/api/contracts/tok-1/pdf');
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  assert.equal(pdf.body, '%PDF-1.7');
  for (const token of ['nope', '..', '%2e%2e', '..%2f..%2fhealthz', 'a%2fb', 'x%00']) {
    const answer = await gateway.call('GET', `/api/contracts/${token}/pdf`);
    assert.equal(answer.status, 404, token);
  }
  const headers = { 'content-type': 'application/pdf' };
  const five = new Uint8Array(5 * 1024 * 1024);
  const checked = await gateway.call('POST', '/api/contracts/verify', { body: five, headers });
  assert.deepEqual(checked.body, { bytes: five.length });
  const eleven = new Uint8Array(11 * 1024 * 1024);
  assert.equal(
    (await gateway.call('POST', '/api/contracts/verify', { body: eleven, headers })).status,
    413,
  );
});

test('HEAD reaches the service as HEAD, so that the PDF does not count as shown', async () => {
  pdfMethods.length = 0;
  const head = (token: string) =>
    fetch(`${gateway.url}/api/contracts/${token}/pdf`, { method: 'HEAD' });
  const pdf = await head('tok-1');
  assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
  assert.deepEqual(pdfMethods, ['HEAD']);
  assert.equal((await head('nope')).status, 404);
});

test('metrics are not on the public port, not even from loopback', async () => {
  for (const path of ['/metrics', '/metrics/', '/api/metrics', '/METRICS'])
    assert.equal((await gateway.call('GET', path)).status, 404, path);
});

test('an unusual Host header or a malformed request line causes no failure', async () => {
  const { port } = new URL(gateway.url);
  const ask = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
      socket.end(text);
    });
  const post = (host: string) =>
    `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 24\r\nconnection: close\r\n\r\n{"query":"{__typename}"}`;
  for (const host of ['a b', '///', '[::', 'x'.repeat(500)]) {
    assert.match(await ask(post(host)), /^HTTP\/1.1 200/, host);
  }
  assert.match(await ask('NONSENSE\r\n\r\n'), /^HTTP\/1.1 400/);
});

test('on shutdown a running request completes and sockets close with 1012 to reconnect', async () => {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const leaving = await startTestGateway({
    replies: {
      'Query.self': async () => {
        asked.resolve();
        await gate.promise;
        return { id: 'me' };
      },
    },
  });
  const subscriber = connectSubscriber(leaving.url, await leaving.token());
  const watching = subscriber.watch('subscription { escrowChanged(escrowId: "e1") { id } }');
  await watching.until(1);
  const answer = leaving.call('GET', '/api/users/self', { token: await leaving.token() });
  await asked.promise;
  const stopped = leaving.stop();
  assert.equal(await subscriber.closed, 1012);
  gate.resolve();
  assert.equal((await answer).status, 200);
  await stopped;
  await assert.rejects(leaving.call('GET', '/healthz'));
});
