/** Rejected starts: each prints one clear line and leaves nothing behind. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cleanUp, createTempFolder, startAndFail } from '@nameloan/testkit/start-command';
import { DataFolder } from './data-folder.ts';

let folder: string;
before(() => {
  folder = createTempFolder();
});
after(() => cleanUp(folder));

test('all invalid settings are reported at once', async () => {
  const { code, text } = await startAndFail({
    DATA_DIR: join(folder, 'settings'),
    PORT: 'abc',
    NAMELOAN_DEMO: 'maybe',
    NATS_URL: 'http://x',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
  });
  assert.equal(code, 1);
  for (const name of ['PORT', 'NAMELOAN_DEMO', 'NATS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
    assert.match(text, new RegExp(name));
  assert.doesNotMatch(text, /\n\s+at /);
});

test('a folder that cannot be created is reported in one line, also where Node would never return', async () => {
  for (const path of ['/dev/null', '/dev/null/in', '/proc/nameloan', '/proc/nameloan/deep']) {
    const { code, text } = await startAndFail({ DATA_DIR: path });
    assert.equal(code, 1, path);
    assert.match(
      text,
      /^Nameloan cannot start: DATA_DIR \S+ cannot be used as a folder \(\w+\)\.\n$/,
    );
  }
});

test('the operator command rejects a folder without a product and creates nothing there', async () => {
  const data = join(folder, 'mistyped');
  const { code, text } = await startAndFail({ DATA_DIR: data }, [
    'apps/operator/src/main.ts',
    'rotate-key',
  ]);
  assert.equal(code, 1);
  assert.equal(
    text,
    `DATA_DIR ${data} has no data of Nameloan. Set it to the data folder of your installation.\n`,
  );
  assert.ok(!existsSync(data));
});

test('the embedded database is rejected in production', async () => {
  const data = join(folder, 'production');
  const { code, text } = await startAndFail({
    DATA_DIR: data,
    NODE_ENV: 'production',
    NAMELOAN_SANDBOX: 'on',
  });
  assert.equal(code, 1);
  assert.match(text, /Set MONGODB_URL/);
});

test('the sandbox does not run by accident in production: one line, before anything is created', async () => {
  const data = join(folder, 'business');
  const signs: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://nameloan.example' },
    { STRIPE_SECRET_KEY: 'sk_live_1' },
  ];
  for (const sign of signs) {
    const { code, text } = await startAndFail({ DATA_DIR: data, ...sign });
    assert.equal(code, 1);
    const [name] = Object.keys(sign);
    assert.match(
      text,
      new RegExp(
        `^Nameloan cannot start: NAMELOAN_SANDBOX must be set, because .*${name} is .*\n$`,
      ),
    );
  }
  assert.ok(!existsSync(data));
});

test('demo accounts with the published password are rejected in production', async () => {
  const data = join(folder, 'known');
  mkdirSync(data);
  for (const marker of ['{"loadedAt":"2026-01-01T00:00:00.000Z"}', '{"passwords":"known"}']) {
    writeFileSync(join(data, 'demo.json'), marker);
    const { code, text } = await startAndFail({
      DATA_DIR: data,
      PUBLIC_URL: 'https://nameloan.example',
      NAMELOAN_SANDBOX: 'on',
    });
    assert.equal(code, 1);
    assert.match(text, /^Nameloan cannot start: DATA_DIR .* PUBLIC_URL is .*\n$/);
  }
});

test('an unreachable address is named, and is not recorded in the folder', async () => {
  const data = join(folder, 'mistyped');
  const url = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=300';
  const { code, text } = await startAndFail({ DATA_DIR: data, MONGODB_URL: url });
  assert.equal(code, 1);
  assert.match(text, /^Nameloan cannot start: MONGODB_URL does not answer: .*\n$/);
  assert.ok(!existsSync(join(data, 'engines.json')));
});

test('without the sandbox, all missing settings of external systems are listed at once', async () => {
  const { code, text } = await startAndFail({
    DATA_DIR: join(folder, 'off'),
    NAMELOAN_SANDBOX: 'off',
    TRUST_PROXY: 'loopback',
    PUBLIC_URL: 'https://nameloan.example',
  });
  assert.equal(code, 1);
  const missing = [
    ...['DNS_RESOLVERS', 'EPP_HOST', 'EPP_CLIENT_ID', 'SMTP_URL', 'STRIPE_SECRET_KEY'],
    ...['GOVERNING_LAW', 'GOVERNING_VENUE'],
  ];
  for (const name of missing) assert.match(text, new RegExp(`${name}.* required`));
  assert.doesNotMatch(text, /\n\s+at /);
});

test('production does not start without the governing law and the venue of the contracts, and reports one line each', async () => {
  const base = {
    MONGODB_URL: 'mongodb://127.0.0.1:9',
    NATS_URL: 'nats://127.0.0.1:9',
    INTERNAL_SECRET: 'a secret of thirty-two letters or more',
  };
  const main = ['services/lending/src/main.ts'];
  const lines = 'lending cannot start:\nGOVERNING_LAW is required.\nGOVERNING_VENUE is required.\n';
  const sandbox = {
    NAMELOAN_SANDBOX: 'on',
    SANDBOX_URL: 'http://127.0.0.1:9',
    SANDBOX_SECRET: 'another secret of thirty-two letters',
  };
  const production = { NODE_ENV: 'production' };
  const environments: Record<string, string>[] = [{}, production, { ...sandbox, ...production }];
  for (const environment of environments) {
    const { code, text } = await startAndFail({ ...base, ...environment }, main);
    assert.equal(code, 1);
    assert.equal(text, lines);
  }
  const blank = { GOVERNING_LAW: '  ', GOVERNING_VENUE: '______' };
  const { text } = await startAndFail({ ...base, ...blank }, main);
  assert.match(text, /GOVERNING_LAW is " {2}": .*\nGOVERNING_VENUE is "_{6}": not a name\.\n$/);
});

test('a port in use is reported in one line that names the setting', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => blocker.once('listening', ready));
  const address = blocker.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  for (const name of ['PORT', 'SANDBOX_PORT']) {
    const { code, text } = await startAndFail({ DATA_DIR: join(folder, 'ports'), [name]: port });
    assert.equal(code, 1);
    assert.equal(
      text,
      `Nameloan cannot start: ${name} ${port} is already in use on 127.0.0.1. Set another one, or 0 for a free one.\n`,
    );
  }
  blocker.close();
});

test('a folder that was created with another engine is rejected', async () => {
  const data = join(folder, 'engines');
  mkdirSync(data);
  writeFileSync(join(data, 'engines.json'), '{"database":"mongod","bus":"embedded"}');
  const { code, text } = await startAndFail({ DATA_DIR: data });
  assert.equal(code, 1);
  assert.match(text, /was created with the database mongod and cannot be used with embedded/);
});

test('the data of an engine is readable only by its owner, also in a folder that everyone may read', async () => {
  const data = join(folder, 'open');
  mkdirSync(data);
  const failing = '/bin/false';
  await startAndFail({ DATA_DIR: data, MONGOD_BINARY: failing, NATS_SERVER_BINARY: failing });
  for (const name of ['mongod', 'nats'])
    assert.equal(statSync(join(data, name)).mode & 0o077, 0, name);
});

test('the secret of a stopped product is not rotated while messages are in NATS', async () => {
  const data = join(folder, 'nats');
  new DataFolder(data).secrets();
  const environment = { DATA_DIR: data, NATS_URL: 'nats://127.0.0.1:1' };
  const { code, text } = await startAndFail(environment, [
    'apps/operator/src/main.ts',
    'rotate-key',
  ]);
  assert.equal(code, 1);
  assert.match(text, /^Start the product first\. .*NATS.*\.\n$/);
  const { internalSecretAlso } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'));
  assert.equal(internalSecretAlso, undefined);
});
