/** A start that cannot be: one clear line each, and nothing is left behind. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { clean, freshFolder, startAndFail } from '@nameloan/testkit/start-command';
import { DataFolder } from './data-folder.ts';

let folder: string;
before(() => {
  folder = freshFolder();
});
after(() => clean(folder));

test('every wrong setting is named at once', async () => {
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

test('a folder that cannot be is one line, also where Node would try for ever', async () => {
  for (const path of ['/dev/null', '/dev/null/in', '/proc/nameloan', '/proc/nameloan/deep']) {
    const { code, text } = await startAndFail({ DATA_DIR: path });
    assert.equal(code, 1, path);
    assert.match(text, /^Nameloan cannot start: DATA_DIR \S+ cannot be a folder \(\w+\)\.\n$/);
  }
});

test('an operator who names a folder without a product gets an error, and nothing is created there', async () => {
  const data = join(folder, 'mistyped');
  const { code, text } = await startAndFail({ DATA_DIR: data }, [
    'apps/operator/src/main.ts',
    'rotate-key',
  ]);
  assert.equal(code, 1);
  assert.equal(text, `DATA_DIR ${data} holds no product: name the folder it was started on.\n`);
  assert.ok(!existsSync(data));
});

test('the embedded database is no production', async () => {
  const data = join(folder, 'production');
  const { code, text } = await startAndFail({
    DATA_DIR: data,
    NODE_ENV: 'production',
    NAMELOAN_SANDBOX: 'on',
  });
  assert.equal(code, 1);
  assert.match(text, /name a MONGODB_URL/);
});

test('the sandbox does not run by accident where business is meant, in one line and before anything is made', async () => {
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
      new RegExp(`^Nameloan cannot start: NAMELOAN_SANDBOX is on.* ${name} is .*\n$`),
    );
  }
  assert.ok(!existsSync(data));
});

test('demo accounts with the known password stay on the laptop that they were made on', async () => {
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

test('without the sandbox, what is missing of the outside world is one list', async () => {
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

test('contracts name a law and a court: without them production does not start, and one line each says so', async () => {
  const alone = {
    MONGODB_URL: 'mongodb://127.0.0.1:9',
    NATS_URL: 'nats://127.0.0.1:9',
    INTERNAL_SECRET: 'a secret of thirty-two letters or more',
  };
  const main = ['services/lending/src/main.ts'];
  const lines = 'lending cannot start:\nGOVERNING_LAW is required.\nGOVERNING_VENUE is required.\n';
  const played = {
    NAMELOAN_SANDBOX: 'on',
    SANDBOX_URL: 'http://127.0.0.1:9',
    SANDBOX_SECRET: 'another secret of thirty-two letters',
  };
  const production = { NODE_ENV: 'production' };
  const real: Record<string, string>[] = [{}, production, { ...played, ...production }];
  for (const more of real) {
    const { code, text } = await startAndFail({ ...alone, ...more }, main);
    assert.equal(code, 1);
    assert.equal(text, lines);
  }
  const blank = { GOVERNING_LAW: '  ', GOVERNING_VENUE: '______' };
  const { text } = await startAndFail({ ...alone, ...blank }, main);
  assert.match(text, /GOVERNING_LAW is " {2}": .*\nGOVERNING_VENUE is "_{6}": not a name\.\n$/);
});

test('a port in use is reported in one line that names the setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => taken.once('listening', ready));
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  for (const name of ['PORT', 'SANDBOX_PORT']) {
    const { code, text } = await startAndFail({ DATA_DIR: join(folder, 'ports'), [name]: port });
    assert.equal(code, 1);
    assert.equal(
      text,
      `Nameloan cannot start: ${name} ${port} is in use on 127.0.0.1; name another one, or 0 for a free one.\n`,
    );
  }
  taken.close();
});

test('a folder made with another engine is refused', async () => {
  const data = join(folder, 'engines');
  mkdirSync(data);
  writeFileSync(join(data, 'engines.json'), '{"database":"mongod","bus":"embedded"}');
  const { code, text } = await startAndFail({ DATA_DIR: data });
  assert.equal(code, 1);
  assert.match(text, /was made with the database mongod and cannot be used with embedded/);
});

test('what an engine keeps is for its owner alone, also in a folder that everyone may look into', async () => {
  const data = join(folder, 'open');
  mkdirSync(data);
  const none = '/bin/false';
  await startAndFail({ DATA_DIR: data, MONGOD_BINARY: none, NATS_SERVER_BINARY: none });
  for (const name of ['mongod', 'nats'])
    assert.equal(statSync(join(data, name)).mode & 0o077, 0, name);
});

test('the secret is not changed on a stopped product whose messages wait in NATS', async () => {
  const data = join(folder, 'nats');
  new DataFolder(data).secrets();
  const before = { DATA_DIR: data, NATS_URL: 'nats://127.0.0.1:1' };
  const { code, text } = await startAndFail(before, ['apps/operator/src/main.ts', 'rotate-key']);
  assert.equal(code, 1);
  assert.match(text, /^Start the product and rotate its secret while it runs: .*NATS.*\.\n$/);
  const { internalSecretAlso } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'));
  assert.equal(internalSecretAlso, undefined);
});
