/** The web app over HTTP: status, encoding, security policy and caching of each path. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { readSettings } from '@nameloan/runtime/settings';
import { gatewaySettings } from '../config.ts';
import { startGateway } from '../server.ts';
import { internalSecret } from '../testing/fake-services.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

const script = "document.documentElement.dataset.theme = 'dark';";
const pageOf = (name: string) =>
  `<!doctype html><html><head><script>${script}</script><script type="module" src="/assets/${name}.js"></script></head><body></body></html>`;
const code = 'export const loan = 1;\n'.repeat(200);
const folder = mkdtempSync(join(tmpdir(), 'nameloan-web-'));
const web = join(folder, 'dist');

function writeApp(name: string, at = web): void {
  mkdirSync(join(at, 'assets'), { recursive: true });
  mkdirSync(join(at, '.vite'), { recursive: true });
  const put = (file: string, text: string | Buffer) => writeFileSync(join(at, file), text);
  put('index.html', pageOf(name));
  put('index.html.br', brotliCompressSync(pageOf(name)));
  put('index.html.gz', gzipSync(pageOf(name)));
  put(`assets/${name}.js`, code);
  put(`assets/${name}.js.br`, brotliCompressSync(code));
  put(`assets/${name}.js.gz`, gzipSync(code));
  put('assets/face.woff2', Buffer.from([1, 2, 3]));
  put('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  put('.vite/manifest.json', '{}');
  put('paths.json', JSON.stringify(['/', '/domains/:page?', '/app', '/contracts/:token']));
}

let gateway: TestGateway;
before(async () => {
  writeApp('first');
  writeFileSync(join(folder, 'secret.txt'), 'not for anyone');
  gateway = await startTestGateway({ environment: { WEB_DIR: web } });
});
after(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Raw {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** Sends the path unchanged; `fetch` would normalize it. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((done, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('a known path gets the page, an unknown path the same page with a 404', async () => {
  for (const path of [
    '/',
    '/domains',
    '/domains/2',
    '/domains/2/',
    '/app?from=mail',
    '/contracts/t',
  ]) {
    const { status, headers, body } = await send(path);
    assert.equal(status, 200, path);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(body.toString(), pageOf('first'));
  }
  for (const path of ['/nope', '/app/nope', '/index.html', '/domains/2/3', '//', '/assets']) {
    const { status, body } = await send(path);
    assert.equal(status, 404, path);
    assert.equal(body.toString(), pageOf('first'), path);
  }
});

test('API paths never get the page', async () => {
  for (const path of ['/api', '/api/nope', '/graphql/x']) {
    const { status, headers } = await send(path);
    assert.equal(status, 404, path);
    assert.match(String(headers['content-type']), /json/, path);
  }
  assert.equal((await send('/api/users/login')).status, 405);
  assert.match((await send('/developers')).body.toString(), /<h1>Developers/);
  assert.equal((await send('/healthz')).body.toString(), '{"ok":true}');
});

test('the policy allows only our own origin, and scripts only by source or hash', async () => {
  const { headers } = await send('/');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(headers['content-security-policy']).split('; ');
  assert.ok(policy.includes("default-src 'none'"));
  assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}'`), policy.join('\n'));
  assert.ok(policy.includes("style-src 'self'"));
  assert.ok(policy.includes("base-uri 'none'"));
  assert.ok(!policy.join().includes('unsafe'));
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('private paths are excluded from search engines', async () => {
  for (const path of [
    '/app',
    '/contracts/t',
    '/reset-password',
    '/stop/login',
    '/stop/mail',
    '/stop/payee-change',
    '/stop/transfer-out',
    '/app/nope',
    '/%61pp',
  ])
    assert.equal((await send(path)).headers['x-robots-tag'], 'noindex', path);
  for (const path of ['/', '/domains', '/apple'])
    assert.equal((await send(path)).headers['x-robots-tag'], undefined, path);
});

test('hashed files are cached indefinitely, others are revalidated', async () => {
  const asset = await send('/assets/first.js');
  assert.equal(asset.status, 200);
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(asset.headers['content-type']), /javascript; charset=utf-8$/);
  assert.equal((await send('/assets/face.woff2')).headers['content-type'], 'font/woff2');
  const icon = await send('/icon.svg');
  assert.equal(icon.headers['cache-control'], 'no-cache');
  assert.equal(icon.headers['content-type'], 'image/svg+xml');
  const etag = String(icon.headers.etag);
  assert.equal((await send('/icon.svg', { 'if-none-match': etag })).status, 304);
});

test('the precompressed encoding is negotiated', async () => {
  for (const path of ['/', '/assets/first.js']) {
    const plain = await send(path);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const packed = await send(path, { 'accept-encoding': accepted });
      assert.equal(packed.status, 200);
      assert.equal(packed.headers['content-encoding'], encoding, `${path} ${accepted}`);
      assert.match(String(packed.headers.vary), /accept-encoding/i);
      assert.equal(packed.headers['content-type'], plain.headers['content-type']);
      assert.equal(Number(packed.headers['content-length']), packed.body.length);
    }
  }
  const font = await send('/assets/face.woff2', { 'accept-encoding': 'br, gzip' });
  assert.equal(font.headers['content-encoding'], undefined);
  assert.deepEqual([...font.body], [1, 2, 3]);
});

test('HEAD has the headers of GET, and range requests work', async () => {
  for (const path of ['/', '/nope', '/assets/first.js', '/assets/nope.js']) {
    const whole = await send(path);
    const head = await send(path, {}, 'HEAD');
    assert.equal(head.status, whole.status, path);
    assert.equal(head.body.length, 0);
    assert.equal(head.headers['content-type'], whole.headers['content-type'], path);
    assert.equal(head.headers['content-length'], whole.headers['content-length'], path);
  }
  const range = await send('/assets/first.js', { range: 'bytes=0-5' });
  assert.equal(range.status, 206);
  assert.equal(range.body.toString(), 'export');
});

test('an unsatisfiable range gets a 416 with the file’s length', async () => {
  const range = `bytes=${code.length}-`;
  for (const path of ['/assets/first.js', '/icon.svg']) {
    const { headers: whole } = await send(path);
    const { status, headers, body } = await send(path, { range });
    assert.equal(status, 416, path);
    assert.equal(headers['content-range'], `bytes */${whole['content-length']}`, path);
    assert.equal(headers['cache-control'], 'no-store', path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(body.toString(), 'This range is outside the file.\n', path);
  }
});

test('an unchanged page gets a 304, an unknown path always a 404', async () => {
  const { headers } = await send('/domains');
  const etag = String(headers.etag);
  const again = await send('/', { 'if-none-match': `"other", W/${etag}` });
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
  assert.ok(again.headers['content-security-policy']);
  const packed = await send('/', { 'if-none-match': etag, 'accept-encoding': 'br' });
  assert.equal(packed.status, 200, 'another encoding is another body');
  assert.equal((await send('/nope', { 'if-none-match': etag })).status, 404);
});

test('a missing asset gets plain text, never the page, which would run as a script', async () => {
  for (const path of [
    '/assets/gone-1a2b.js',
    '/assets/',
    '/assets/first.js.br',
    '/assets/%2e%2e/x',
  ]) {
    const { status, headers, body } = await send(path);
    assert.equal(status, 404, path);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8', path);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(body.toString(), 'Not found.\n');
  }
});

test('no spelling of a path leads out of the folder or to build metadata', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets//first.js',
    '/./icon.svg',
    '/icon.svg%00',
    '/paths.json',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/index.html.br',
    '/icon.svg/',
  ]) {
    const { status, body } = await send(path);
    assert.ok(status === 404 || status === 400, `${path} ${status}`);
    assert.ok(!body.includes('not for anyone'), path);
    assert.ok(!body.includes('"/contracts/:token"'), path);
  }
});

test('a malformed path gets a 404 with the usual headers', async () => {
  for (const path of ['/%', '/app/%ff', '/assets/%']) {
    const { status, headers } = await send(path);
    assert.equal(status, 404, path);
    assert.match(String(headers['content-type']), /^text\/html/, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
  }
  const { status, headers } = await send('/api/%');
  assert.equal(status, 400);
  assert.match(String(headers['content-type']), /json/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('other methods do not get the page', async () => {
  for (const method of ['POST', 'DELETE', 'OPTIONS'])
    assert.equal((await send('/app', {}, method)).status, 404, method);
});

test('a new release in the folder is served at once, an incomplete one never', async () => {
  const next = join(folder, 'next');
  writeApp('second', next);
  rmSync(join(next, 'paths.json'));
  renameSync(web, join(folder, 'old'));
  renameSync(next, web);
  assert.equal((await send('/')).body.toString(), pageOf('first'), 'still incomplete');
  writeFileSync(join(web, 'paths.json'), '["/later"]');
  assert.equal((await send('/later')).body.toString(), pageOf('second'));
  assert.equal((await send('/later')).status, 200);
  assert.equal((await send('/assets/first.js')).status, 404);
  assert.equal((await send('/assets/second.js')).status, 200);
});

test('startup fails with a message if the folder has no app', async () => {
  const environment = { INTERNAL_SECRET: internalSecret, WEB_DIR: join(folder, 'nowhere') };
  await assert.rejects(
    startGateway(readSettings(gatewaySettings.shape, environment), { bus: new LocalBus() }),
    /WEB_DIR has no built web app/,
  );
});
