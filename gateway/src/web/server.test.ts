/** The web app's standalone server responds like the gateway for everything of the web app. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';
import { webSettings } from './config.ts';
import type { RunningWeb } from './server.ts';
import { startWeb } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-web-alone-'));
const environment = {
  PORT: '0',
  WEB_DIR: folder,
  PUBLIC_URL: 'https://loans.example',
  LOG_LEVEL: 'silent',
};
let gateway: TestGateway;
let web: RunningWeb;

function writeApp(): void {
  mkdirSync(join(folder, 'assets'));
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
  put('index.html', '<!doctype html><script>1</script>');
  put('assets/a.js', 'export const loan = 1;\n');
  put('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  put('paths.json', JSON.stringify(['/', '/domains/:page?', '/app']));
}

function startStandalone(more: Record<string, string> = {}): Promise<RunningWeb> {
  webSettings.read({ ...environment, ...more });
  return startWeb(webSettings.value);
}

before(async () => {
  writeApp();
  gateway = await startTestGateway({ environment });
  web = await startStandalone();
});
after(async () => {
  await Promise.all([gateway.stop(), web.stop()]);
  rmSync(folder, { recursive: true });
});

/** The response without headers that differ per request. Sends the path unchanged. */
function send(url: string, path: string, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (done, fail) => {
      const { hostname, port } = new URL(url);
      const sent = request({ hostname, port, path, method }, (response) => {
        const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => done({ status: response.statusCode ?? 0, headers, body }));
      });
      sent.once('error', fail).end();
    },
  );
}

test('every path gets the same response as from the gateway, including all headers', async () => {
  const paths = ['/', '/domains/2', '/app?a=b', '/nope', '/icon.svg', '/assets/a.js'];
  const unusual = ['/assets/gone.js', '/paths.json', '/../x', '/%', '/apix', '/graphqlx'];
  for (const path of [...paths, ...unusual])
    for (const method of ['GET', 'HEAD'])
      assert.deepEqual(
        await send(web.url, path, method),
        await send(gateway.url, path, method),
        path,
      );
  const { headers } = await send(web.url, '/');
  assert.match(String(headers['content-security-policy']), /script-src 'self' 'sha256-/);
  assert.match(String(headers['strict-transport-security']), /max-age/);
});

test('it serves the developers page with its fonts', async () => {
  const { status, body } = await send(web.url, '/developers');
  assert.equal(status, 200);
  assert.match(body, /wss:\/\/loans.example\/graphql/);
  assert.doesNotMatch(body, /localhost/);
  assert.match(body, /https:\/\/loans.example\/api\/users\/register/);
  const font = /\/developers\/[0-9a-f]+\.woff2/.exec(body)?.[0] ?? '';
  assert.equal((await send(web.url, font)).headers['content-type'], 'font/woff2');
});

test('an API request gets a 404 that names the gateway, never the page', async () => {
  for (const path of ['/api', '/api/users/self', '/graphql', '/graphql?query=x']) {
    const { status, headers, body } = await send(web.url, path);
    assert.equal(status, 404, path);
    assert.match(String(headers['content-type']), /^application\/json/, path);
    const parsed = JSON.parse(body);
    const error = parsed.errors ? { ...parsed.errors[0], ...parsed.errors[0].extensions } : parsed;
    assert.equal('errors' in parsed, path.startsWith('/graphql'), path);
    assert.equal(error.code, 'NOT_FOUND');
    assert.match(error.message, /gateway/);
  }
  assert.equal((await send(web.url, '/app', 'POST')).status, 404);
});

test('a draining server is not ready, still responds, and closes its connections', async () => {
  const leaving = await startStandalone();
  assert.equal((await send(leaving.url, '/readyz')).status, 200);
  leaving.leave();
  assert.equal((await send(leaving.url, '/readyz')).status, 503);
  assert.equal((await send(leaving.url, '/healthz')).status, 200);
  const page = await send(leaving.url, '/');
  assert.deepEqual([page.status, page.headers.connection], [200, 'close']);
  await leaving.stop();
});

test('startup fails with a message if the folder has no app', async () => {
  await assert.rejects(
    startStandalone({ WEB_DIR: join(folder, 'assets') }),
    /WEB_DIR has no built web app/,
  );
});

test('files, pages and unknown paths have an allowance per visitor, and probes none', async (t) => {
  const small = await startStandalone({
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1',
    TRUST_PROXY: 'loopback',
  });
  t.after(() => small.stop());
  const statusOf = async (path: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    const response = await fetch(small.url + path, { headers });
    await response.arrayBuffer();
    return response;
  };
  for (let at = 0; at < 4; at++)
    assert.equal((await statusOf('/assets/a.js', '203.0.113.9')).status, 200);
  for (const path of ['/assets/a.js', '/', '/icon.svg', '/nowhere', '/developers']) {
    const rejected = await statusOf(path, '203.0.113.9');
    assert.equal(rejected.status, 429, path);
    assert.ok(Number(rejected.headers.get('retry-after')) >= 1, path);
  }
  for (const path of ['/healthz', '/readyz'])
    assert.equal((await statusOf(path, '203.0.113.9')).status, 200, path);
  assert.equal((await statusOf('/assets/a.js', '203.0.113.10')).status, 200);
});
