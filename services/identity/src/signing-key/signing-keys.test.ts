/** The key set endpoint: tokens verify against it, across rotations and restarts. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { startService } from '@nameloan/subgraph/service';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { testSecret } from '@nameloan/testkit/service/test-service';
import type { JSONWebKeySet } from 'jose';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { identityService } from '../service.ts';
import { signAccessToken } from '../session/access-token.ts';
import { rotateAt } from './rotate-keys.ts';
import { signingKeyRecords } from './signing-key.model.ts';
import { publishedAfterMs } from './signing-key.ts';
import { signingKeys } from './signing-keys.ts';

const day = 86_400_000;
let database: TestDatabase;
let bus: LocalBus;
before(async () => {
  database = await startTestDatabase();
  bus = new LocalBus();
});
after(async () => {
  await bus.close();
  await database.close();
});

/** Runs identity on the named database during `work`. */
async function withService(name: string, work: (url: string) => Promise<void>) {
  const service = await startService(
    identityService,
    {
      MONGODB_URL: database.url,
      DATABASE_PREFIX: `${database.prefix}${name}_`,
      INTERNAL_SECRET: testSecret,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    },
    { bus },
  );
  try {
    await work(service.url);
  } finally {
    await service.stop();
  }
}

async function keySet(url: string): Promise<JSONWebKeySet> {
  const answer = await fetch(`${url}/keys`);
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
  return answer.json() as Promise<JSONWebKeySet>;
}

const verify = (token: string, keys: JSONWebKeySet) =>
  jwtVerify(token, createLocalJWKSet(keys), { issuer: 'nameloan', algorithms: ['ES256'] });

test('a token verifies against the published set, which contains no private key', async () => {
  await withService('plain', async (url) => {
    const keys = await keySet(url);
    const { payload, protectedHeader } = await verify(await signAccessToken('a', 's'), keys);
    assert.deepEqual([payload.sub, payload.sid], ['a', 's']);
    assert.equal(protectedHeader.kid, keys.keys[0]?.kid);
    for (const key of keys.keys) {
      assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    }
    const stored = JSON.stringify(await signingKeyRecords.findMany({}));
    assert.ok(!stored.includes('PRIVATE KEY'));
  });
});

test('the next key is published before it signs, and the old one after', async () => {
  await withService('rotation', async (url) => {
    const wall = Date.now();
    const old = await signAccessToken('a', 's');
    await rotateAt(wall + 29 * day);
    assert.equal((await keySet(url)).keys.length, 1);
    await rotateAt(wall + 30 * day);
    await rotateAt(wall + 30 * day);
    const both = await keySet(url);
    assert.equal(both.keys.length, 2);
    const { protectedHeader } = await verify(await signAccessToken('a', 's'), both);
    assert.equal(protectedHeader.kid, both.keys[0]?.kid);
    const [, next] = await signingKeyRecords.findMany({}, { sort: { sequence: 1 } });
    assert.ok(next);
    const past = { $set: { signsFrom: new Date(wall - 1000) } };
    await signingKeyRecords.raw.updateOne({ _id: next.id }, past);
    await signingKeys.list();
    const fresh = await signAccessToken('a', 's');
    assert.equal((await verify(fresh, both)).protectedHeader.kid, next.id);
    assert.equal((await verify(old, await keySet(url))).payload.sub, 'a');
    await rotateAt(wall + publishedAfterMs);
    const after = await keySet(url);
    assert.deepEqual(
      after.keys.map((key) => key.kid),
      [next.id],
    );
    await assert.rejects(verify(old, after));
  });
});

test('eight concurrent rotations create one key', async () => {
  await withService('race', async () => {
    const later = Date.now() + 30 * day;
    await Promise.all(Array.from({ length: 8 }, () => rotateAt(later)));
    const keys = await signingKeyRecords.findMany({}, { sort: { sequence: 1 } });
    assert.deepEqual(
      keys.map((key) => key.sequence),
      [1, 2],
    );
  });
});

test('a token from before a restart verifies after it with the same keys', async () => {
  let token = '';
  await withService('restart', async () => {
    token = await signAccessToken('a', 's');
  });
  await withService('restart', async (url) => {
    const keys = await keySet(url);
    assert.equal(keys.keys.length, 1);
    assert.equal((await verify(token, keys)).payload.sid, 's');
  });
});

test('a key with a damaged private key stays published, and a new one signs', async () => {
  let token = '';
  await withService('damaged', async () => {
    token = await signAccessToken('a', 's');
    await signingKeyRecords.raw.updateMany({}, { $set: { encryptedPrivateKey: 'AAAAAAAA.AAAA' } });
  });
  await withService('damaged', async (url) => {
    const keys = await keySet(url);
    assert.equal(keys.keys.length, 2);
    assert.equal((await verify(token, keys)).payload.sub, 'a');
    assert.equal((await verify(await signAccessToken('b', 's'), keys)).payload.sub, 'b');
  });
});
