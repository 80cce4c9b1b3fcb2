/** The canonical query, the order of its parameters, and the settings of the key. */

import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { canonicalQuery, signApplyUrl } from './sign-apply-url.ts';
import { publicKeyRecords, readKeySettings } from './signing-key.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

test('names and values are encoded by RFC 3986 and sorted by encoded name', () => {
  assert.equal(
    canonicalQuery({ b: '2', a1: 'x y', a: "it's (a) *+!", Z: 'ü/=&', ip: '10.10.10.10' }),
    'Z=%C3%BC%2F%3D%26&a=it%27s%20%28a%29%20%2A%2B%21&a1=x%20y&b=2&ip=10.10.10.10',
  );
});

test('the signature covers the query as it is sent, and key and sig come last', () => {
  const url = signApplyUrl({
    syncUrl: 'https://dns.example/connect',
    providerId: 'op.example',
    serviceId: 'proof',
    parameters: { token: 'a+b', domain: 'xn--bcher-kva.example' },
    key: privateKey,
    keyLabel: '_k1',
  });
  const [path, query = ''] = url.split('?');
  assert.equal(
    path,
    'https://dns.example/connect/v2/domainTemplates/providers/op.example/services/proof/apply',
  );
  const [signed = '', signature = ''] = query.split('&key=_k1&sig=');
  assert.equal(signed, 'domain=xn--bcher-kva.example&token=a%2Bb');
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
  assert.equal(verify('sha256', Buffer.from(signed), publicKey, bytes), true);
});

test('the public key is published in strings that fit a TXT record and join to the key', () => {
  const records = publicKeyRecords(privateKey);
  assert.ok(records.every((record) => record.length <= 255));
  const joined = records.map((record, index) => {
    const [, place, data] = /^p=(\d+),a=RS256,d=(.+)$/.exec(record) ?? [];
    assert.equal(Number(place), index + 1);
    return data;
  });
  assert.equal(
    joined.join(''),
    publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  );
});

test('a key is read from its setting or its file; settings that providers would reject stop the start', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'connect-')), 'key.pem');
  writeFileSync(file, pem);
  const provider = { DOMAIN_CONNECT_PROVIDER: 'op.example' };
  const ok = [
    { ...provider, DOMAIN_CONNECT_KEY: pem.replaceAll('\n', '\\n') },
    { ...provider, DOMAIN_CONNECT_KEY_FILE: file },
  ];
  for (const environment of ok) {
    const { key, errors } = readKeySettings(environment);
    assert.deepEqual([key?.equals(privateKey), errors], [true, []]);
  }
  assert.deepEqual(readKeySettings({}), { key: undefined, errors: [] });
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const wrong = [
    provider,
    { DOMAIN_CONNECT_KEY: pem },
    { ...provider, DOMAIN_CONNECT_KEY: pem, DOMAIN_CONNECT_KEY_FILE: file },
    { ...provider, DOMAIN_CONNECT_KEY: 'no key' },
    { ...provider, DOMAIN_CONNECT_KEY_FILE: `${file}.none` },
    ...[small, elliptic].map((key) => ({
      ...provider,
      DOMAIN_CONNECT_KEY: String(key.export({ type: 'pkcs8', format: 'pem' })),
    })),
    {
      ...provider,
      DOMAIN_CONNECT_KEY: pem,
      DOMAIN_CONNECT_KEY_LABEL: 'dc1',
      DOMAIN_CONNECT_KEY_HOST: 'dc1.op.example',
    },
  ];
  for (const environment of wrong) {
    const { key, errors } = readKeySettings(environment);
    assert.deepEqual([key, errors.length], [undefined, 1]);
    assert.doesNotMatch(errors[0] ?? '', /BEGIN|no key|\.none/, 'a key is not printed');
  }
});
