/** `npm run env` writes the secrets for docker-compose.yml once, readable only by their owner. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-env-'));
after(() => rmSync(folder, { recursive: true }));
const root = join(import.meta.dirname, '../..');

function runEnv(file: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'tools/env/main.ts'), file]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

function readValues(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pairs = lines.flatMap((line) => {
    const match = /^([A-Z_]+)=(.*)$/.exec(line);
    return match ? [[match[1] ?? '', match[2] ?? ''] as const] : [];
  });
  return new Map(pairs);
}

test('it writes every secret that compose requires, readable only by its owner', async () => {
  const file = join(folder, 'first');
  assert.equal((await runEnv(file)).code, 0);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const values = readValues(file);
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const required = new Set(
    [...compose.matchAll(/\$\{([A-Z_]+):\?Secrets/g)].map(([, name]) => name),
  );
  // The nodes of the broker's cluster on Kubernetes.
  required.add('NATS_CLUSTER_PASSWORD');
  // Compose can do without it, because earlier versions did not write it.
  required.add('SANDBOX_CONNECT_KEY');
  assert.deepEqual([...values.keys()].sort(), [...required].sort());
  for (const [name, value] of values) {
    assert.ok(value.length >= 24, name);
    // No parser of .env files interprets a character of the value.
    assert.doesNotMatch(value, /["'$#`]/, name);
    if (!name.startsWith('SANDBOX_'))
      assert.match(value, /^[A-Za-z][A-Za-z0-9_]*$|^[0-9a-f]+$|^[A-Za-z0-9+/]+$/, name);
  }
  const pem = (values.get('SANDBOX_CERTIFICATE') ?? '').replaceAll('\\n', '\n');
  const certificate = new X509Certificate(pem);
  assert.ok(certificate.checkHost('sandbox'));
  const authority = (values.get('SANDBOX_CA') ?? '').replaceAll('\\n', '\n');
  assert.ok(certificate.checkIssued(new X509Certificate(authority)));
  const connectKey = createPrivateKey(
    (values.get('SANDBOX_CONNECT_KEY') ?? '').replaceAll('\\n', '\n'),
  );
  assert.equal(connectKey.asymmetricKeyType, 'rsa');
  assert.equal(connectKey.asymmetricKeyDetails?.modulusLength, 2048);
});

test('two installations share no secret', async () => {
  const files = ['one', 'other'].map((name) => join(folder, name));
  await Promise.all(files.map(runEnv));
  const [one, other] = files.map(readValues);
  for (const [name, value] of one ?? []) assert.notEqual(value, other?.get(name), name);
});

test('an existing file is never changed, and missing settings are named', async () => {
  const file = join(folder, 'existing');
  writeFileSync(file, 'INTERNAL_SECRET=mine\nNATS_IDENTITY_PASSWORD=\n');
  const { code, output } = await runEnv(file);
  assert.equal(code, 1);
  assert.match(output, /already exists and is not changed/);
  assert.match(
    output,
    /These settings are missing: NATS_IDENTITY_PASSWORD, NATS_DOMAINS_PASSWORD, /,
  );
  assert.match(output, /^SANDBOX_CONNECT_KEY=-----BEGIN/m);
  assert.equal(readFileSync(file, 'utf8'), 'INTERNAL_SECRET=mine\nNATS_IDENTITY_PASSWORD=\n');
  const complete = join(folder, 'first');
  const before = readFileSync(complete, 'utf8');
  assert.equal((await runEnv(complete)).code, 0);
  assert.equal(readFileSync(complete, 'utf8'), before);
});

test('of several concurrent runs one writes, and no temporary file remains', async () => {
  const file = join(folder, 'together');
  const runs = await Promise.all([1, 2, 3].map(() => runEnv(file)));
  assert.deepEqual(
    runs.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(runs.filter(({ output }) => /was written/.test(output)).length, 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('together.')),
    [],
  );
});
