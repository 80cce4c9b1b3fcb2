/** What the control API rejects, and with which errors. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import type { Answer } from './test-control.ts';
import { call, ok } from './test-control.ts';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

/** A request with headers that fetch would not send. */
function rawCall(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; body: Answer }> {
  const { port } = new URL(sandbox.controlUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || 'null') });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('requests with a foreign host, a foreign origin or a sandboxed origin are rejected and change nothing', async () => {
  const before = await ok(sandbox, 'GET', '/clock');
  const json = { 'content-type': 'application/json' };
  const foreign: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: 'localhost.evil.example:4100' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ];
  for (const headers of foreign) {
    const answer = await rawCall('POST', '/clock', { ...json, ...headers }, '{"advance":"1d"}');
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.match(answer.body.code, /^FOREIGN_/);
  }
  assert.equal((await ok(sandbox, 'GET', '/clock')).offsetMs, before.offsetMs);
  const own = { ...json, origin: sandbox.controlUrl };
  assert.equal((await rawCall('POST', '/clock', own, '{"advance":"1s"}')).status, 200);
});

test('a body that is not JSON, too large or invalid is rejected with the name of the field', async () => {
  const put = (type: string, body: string) =>
    rawCall('PUT', '/settings', { 'content-type': type }, body);
  assert.equal((await put('text/plain', '{}')).status, 415);
  assert.equal((await put('application/x-www-form-urlencoded', 'a=b')).status, 415);
  assert.equal((await put('json', '{}')).status, 415);
  assert.equal((await put('application/json', '{')).status, 400);
  assert.equal((await put('application/json', `"${'x'.repeat(1_100_000)}"`)).status, 413);
  const wrong = await call(sandbox, 'PUT', '/settings', { autoApproveSeconds: { $ne: null } });
  assert.equal(wrong.status, 400);
  assert.equal(wrong.body.field, 'autoApproveSeconds');
  assert.equal((await call(sandbox, 'PUT', '/settings', { surprise: 1 })).body.field, 'surprise');
  assert.deepEqual(await ok(sandbox, 'GET', '/settings'), {
    autoApproveSeconds: null,
    registryCreditExhausted: false,
    faults: {},
  });
});

test('a field that a call would ignore is rejected by name and changes nothing', async () => {
  await ok(sandbox, 'PUT', '/dns/kept.example', { txt: ['kept'] });
  const calls: [method: string, path: string, body: Record<string, unknown>][] = [
    ['PUT', '/dns/kept.example', { txt: [], ttl: 60 }],
    ['DELETE', '/dns/kept.example', { txt: ['x'] }],
    ['PATCH', '/registry/domains/kept.com', { premium: true, price: 1 }],
    ['DELETE', '/registry/domains/kept.com', { at: 'now' }],
    ['POST', '/registry/domains/kept.com/approve', { after: 5 }],
    ['POST', '/registry/domains/kept.com/reject', { reason: 'no' }],
    ['POST', '/registry/domains/kept.com/takeover', { code: 'x' }],
    ['POST', '/clock', { advance: '1d', by: 1 }],
    ['PUT', '/settings', { autoApproveSeconds: 1, speed: 2 }],
  ];
  for (const action of ['pay', 'cancel', 'fail', 'refund', 'dispute', 'redeliver'])
    calls.push(['POST', `/checkouts/none/${action}`, { surprise: 1 }]);
  const before = await ok(sandbox, 'GET', '/clock');
  for (const [method, path, body] of calls) {
    const answer = await call(sandbox, method, path, body);
    assert.equal(answer.status, 400, path);
    assert.ok(Object.keys(body).includes(answer.body.field), `${path} ${answer.body.field}`);
  }
  assert.equal((await ok(sandbox, 'GET', '/clock')).offsetMs, before.offsetMs);
  assert.equal((await ok(sandbox, 'GET', '/settings')).autoApproveSeconds, null);
  const [zone] = await ok(sandbox, 'GET', '/dns');
  assert.deepEqual(zone.txt, ['kept']);
});

test('unknown paths, methods, names and checkouts each get their own status', async () => {
  assert.equal((await call(sandbox, 'GET', '/nothing')).status, 404);
  assert.equal((await fetch(`${sandbox.controlUrl}//`)).status, 200);
  assert.equal((await call(sandbox, 'POST', '/mail')).status, 405);
  assert.equal((await call(sandbox, 'GET', '/registry/domains/no_name')).status, 400);
  assert.equal((await call(sandbox, 'GET', '/registry/domains/%E0%A4%A')).status, 400);
  assert.equal((await call(sandbox, 'POST', '/checkouts/none/pay')).status, 404);
  assert.equal((await call(sandbox, 'POST', '/registry/domains/a.com/approve')).status, 409);
  await ok(sandbox, 'DELETE', '/registry/domains/b.com');
  assert.equal((await call(sandbox, 'GET', '/registry/domains/b.com')).status, 404);
});

test('a patch of a domain is shown, and registers an available name again', async () => {
  const expiry = '2031-05-06T07:08:09.000Z';
  const patched = await ok(sandbox, 'PATCH', '/registry/domains/Set.com', {
    statuses: ['serverHold', 'ok'],
    authCode: 'given-code-1',
    expiry,
    premium: true,
  });
  const shown = await ok(sandbox, 'GET', '/registry/domains/set.com');
  assert.deepEqual(shown, patched);
  assert.deepEqual(shown.statuses, ['serverHold']);
  assert.equal(shown.authCode, 'given-code-1');
  assert.equal(shown.expiry, expiry);
  assert.equal(shown.premium, true);
  for (const body of [
    { statuses: ['fine'] },
    { authCode: 'a b' },
    { expiry: 'soon' },
    { premium: 1 },
    { name: 'x' },
  ]) {
    assert.equal((await call(sandbox, 'PATCH', '/registry/domains/set.com', body)).status, 400);
  }
  await ok(sandbox, 'DELETE', '/registry/domains/set.com');
  await ok(sandbox, 'PATCH', '/registry/domains/set.com', {});
  assert.equal((await ok(sandbox, 'GET', '/registry/domains/set.com')).registered, true);
});
