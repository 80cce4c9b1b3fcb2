/** Links of the app's page that must be absolute, such as the picture of a shared link. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { startTestGateway } from '../testing/gateway.ts';

test('links that must be absolute get the product’s address, in every encoding', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-address-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const page = '<!doctype html><meta property="og:image" content="%PUBLIC_URL%/share.png">';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(page));
  writeFileSync(join(folder, 'paths.json'), '["/"]');
  const environment = { WEB_DIR: folder, PUBLIC_URL: 'https://loans.example' };
  const { url } = await startTestGateway({ environment }, t);
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
    assert.equal(
      response.headers.get('content-encoding'),
      encoding === 'identity' ? null : encoding,
    );
    const text = await response.text();
    assert.ok(text.includes('content="https://loans.example/share.png"'), encoding);
    assert.ok(!text.includes('%PUBLIC_URL%'));
  }
});
