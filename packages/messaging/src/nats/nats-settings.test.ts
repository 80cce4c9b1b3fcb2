/** NATS settings: contradictions and invalid files stop the start with one line each. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings, SettingsError } from '@nameloan/runtime/settings';
import { z } from 'zod';
import { natsSettings, readNatsAccess } from './nats-settings.ts';

const shape = z.object(natsSettings);
const secret = 'a-word-that-no-log-shows';
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameloan-nats-settings-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const read = (environment: Environment) => readNatsAccess(readSettings(shape, environment));

function errors(environment: Environment): string {
  try {
    read({ NATS_URL: 'nats://a:4222', ...environment });
  } catch (error) {
    assert.ok(error instanceof SettingsError, String(error));
    assert.ok(!error.message.includes(secret), 'no secret is shown');
    return error.message;
  }
  return 'none';
}

function file(text: string): string {
  const path = join(folder, `file-${text.length}`);
  writeFileSync(path, text);
  return path;
}

test('one server, a comma-separated list, and all kinds of addresses are accepted', () => {
  for (const url of [
    'nats://a:4222',
    'tls://nats.example:4222',
    'nats://a',
    'nats://a:1,nats://b:2, tls://c:3',
    'nats://[::1]:4222',
    'nats://10.0.0.1:4222/',
  ])
    assert.equal(errors({ NATS_URL: url }), 'none', url);
  assert.deepEqual(read({ NATS_REPLICAS: '3' }).replicas, 3);
  assert.deepEqual(read({}).replicas, 1);
});

test('a list with anything else is rejected', () => {
  for (const url of [
    'http://a',
    'a:4222',
    'nats://',
    'nats://a,',
    'nats://a b',
    'ws://a',
    'nats://a/x',
  ])
    assert.match(errors({ NATS_URL: url }), /^NATS_URL is .*not a NATS URL/, url);
  for (const count of ['2', '0', '-1', '7', 'three'])
    assert.match(errors({ NATS_REPLICAS: count }), /^NATS_REPLICAS is .*neither 1, 3 nor 5/, count);
});

test('a login inside the URL is rejected without showing it', () => {
  for (const word of [secret, `half/${secret}`])
    assert.equal(
      errors({ NATS_URL: `nats://a:1,nats://me:${word}@b:2` }),
      'NATS_URL is set, but not shown here: a URL with a login: use NATS_USER and NATS_PASSWORD instead.',
    );
});

test('incomplete pairs and exclusive settings are named', () => {
  const creds = { NATS_CREDS_FILE: file('no creds'), NATS_NKEY_FILE: file('no seed') };
  assert.equal(errors({ NATS_USER: 'me' }), 'NATS_PASSWORD is required when NATS_USER is set.');
  assert.equal(
    errors({ NATS_PASSWORD: secret }),
    'NATS_USER is required when NATS_PASSWORD is set.',
  );
  assert.match(
    errors({ NATS_TLS_CERT_FILE: file('x') }),
    /^NATS_TLS_KEY_FILE is required when NATS_TLS_CERT_FILE is set\.$/m,
  );
  assert.match(errors(creds), /^NATS_CREDS_FILE and NATS_NKEY_FILE are both set/);
  assert.match(
    errors({ ...creds, NATS_NKEY_FILE: undefined, NATS_USER: 'me', NATS_PASSWORD: secret }),
    /^NATS_USER and NATS_CREDS_FILE are both set/,
  );
  assert.equal(
    errors({ NATS_URL: undefined, NATS_USER: 'me', NATS_PASSWORD: secret }),
    'NATS_USER is set, but NATS_URL is not.\nNATS_PASSWORD is set, but NATS_URL is not.',
  );
});

test('a missing or invalid file is reported at the start', () => {
  const junk = file(secret);
  const missing = join(folder, 'nothing');
  const pair = { NATS_TLS_CERT_FILE: junk, NATS_TLS_KEY_FILE: junk };
  for (const name of ['NATS_CREDS_FILE', 'NATS_NKEY_FILE', 'NATS_TLS_CA_FILE'])
    assert.equal(errors({ [name]: missing }), `${name} cannot be read (ENOENT).`);
  assert.equal(errors({ NATS_CREDS_FILE: junk }), 'NATS_CREDS_FILE is not a creds file.');
  assert.equal(errors({ NATS_NKEY_FILE: junk }), 'NATS_NKEY_FILE is not the seed of an nkey.');
  assert.equal(errors({ NATS_TLS_CA_FILE: junk }), 'NATS_TLS_CA_FILE is not a certificate.');
  assert.equal(errors(pair), 'NATS_TLS_CERT_FILE is not the certificate of NATS_TLS_KEY_FILE.');
});
