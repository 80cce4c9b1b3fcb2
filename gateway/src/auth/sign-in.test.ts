/** Only valid tokens of identity with a running session are accepted; all others are rejected with a reason. */

import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@nameloan/runtime/free-port';
import { until } from '@nameloan/testkit/until';
import { generateKeyPair } from 'jose';
import { internalSecret } from '../testing/fake-services.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { publicJwk, startTestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;

before(async () => {
  gateway = await startTestGateway();
});
after(() => gateway.stop());

const self = (token: string | undefined) => gateway.call('GET', '/api/users/self', { token });
const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header and claims, signed by `sign`. */
function forge(header: object, claims: object, sign: (input: string) => string): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const standard = {
    iss: 'nameloan',
    sub: 'account-1',
    sid: 's',
    iat: nowSeconds,
    exp: nowSeconds + 900,
  };
  const input = `${encodePart(header)}.${encodePart({ ...standard, ...claims })}`;
  return `${input}.${sign(input)}`;
}

async function forgeries(): Promise<Record<string, string>> {
  const good = await gateway.token();
  const [head = '', claims = '', signature = ''] = good.split('.');
  const foreignKey = await generateKeyPair('ES256');
  const pem = createPublicKey({ key: publicJwk as never, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  });
  const hmac = (key: string | Buffer) => (input: string) =>
    createHmac('sha256', key).update(input).digest('base64url');
  const hs256 = { alg: 'HS256', kid: 'key-1' };
  return {
    'alg none': forge({ alg: 'none', kid: 'key-1' }, {}, () => ''),
    'alg none in capitals': forge({ alg: 'NONE', kid: 'key-1' }, {}, () => signature),
    'HS256 with the public key as secret': forge(hs256, {}, hmac(pem)),
    'HS256 with the public JWK as secret': forge(hs256, {}, hmac(JSON.stringify(publicJwk))),
    'HS256 with the internal secret': forge(hs256, {}, hmac(internalSecret)),
    'another key': await gateway.token({ key: foreignKey.privateKey }),
    'another key under an unknown id': await gateway.token({
      key: foreignKey.privateKey,
      kid: 'key-2',
    }),
    'its key in the header': forge({ alg: 'ES256', jwk: publicJwk }, {}, () => signature),
    'another issuer': await gateway.token({ issuer: 'someone' }),
    'issued in the future': await gateway.token({ issuedAgoSeconds: -600 }),
    'other claims under an old signature': `${head}.${encodePart({ iss: 'nameloan', sub: 'admin', sid: 's' })}.${signature}`,
    'cut off': good.slice(0, -2),
    'no signature': `${head}.${claims}.`,
    'no token at all': 'undefined',
    huge: 'x'.repeat(6000),
  };
}

test('a valid token is accepted in either header', async () => {
  const token = await gateway.token({ accountId: 'account-7' });
  assert.equal((await self(token)).status, 200);
  const bearer = await gateway.call('GET', '/api/users/self', {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(bearer.status, 200);
  const seen = gateway.services.get('identity')?.seen.at(-1)?.actor;
  assert.equal(seen?.kind === 'account' && seen.accountId, 'account-7');
});

test('a forged, foreign or malformed token is rejected, even where none is required', async () => {
  for (const [what, token] of Object.entries(await forgeries())) {
    for (const path of ['/api/users/self', '/api/listings', '/graphql?query={__typename}']) {
      const headers = { 'apollo-require-preflight': '1' };
      const answer = await gateway.call('GET', path, { token, headers });
      assert.equal(answer.status, 401, `${what} ${path} ${JSON.stringify(answer.body)}`);
      const error = answer.body.errors?.[0] ?? answer.body;
      assert.equal(error.extensions?.code ?? error.code, 'UNAUTHENTICATED', what);
      assert.equal(error.message, 'This access token is not valid. Please log in again.', what);
    }
  }
});

test('an expired token is rejected as expired, also once it expires while cached', async () => {
  const expired = await self(await gateway.token({ issuedAgoSeconds: 1000 }));
  assert.equal(expired.status, 401);
  assert.equal(expired.body.message, 'This access token has expired.');
  // Tokens expire at whole seconds, so a token of one second may expire at once.
  const short = await gateway.token({ lifeSeconds: 6 });
  assert.equal((await self(short)).status, 200);
  while ((await self(short)).status === 200) await pause(50);
  assert.equal((await self(short)).status, 401);
});

test('calls that obtain a token ignore an invalid one', async () => {
  const person = { name: 'Ann', email: 'ann@example.com', password: 'long enough' };
  const calls: Record<string, object> = {
    refresh: { refreshToken: 'r' },
    login: { email: person.email, password: person.password },
    register: person,
    get_reset_token: { email: person.email },
    reset: { token: 't', newPassword: person.password },
  };
  for (const token of [await gateway.token({ issuedAgoSeconds: 1000 }), 'x.y.z']) {
    for (const [path, body] of Object.entries(calls)) {
      const answer = await gateway.call('POST', `/api/users/${path}`, { token, body });
      assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
    }
  }
});

test('access tokens of an ended session stop working', async () => {
  const token = await gateway.token({ sessionId: 'one' });
  assert.equal((await self(token)).status, 200);
  gateway.ended.push({ sessionId: 'one', revokedAt: new Date().toISOString() });
  await until(async () => (await self(token)).status === 401);
});

test('each request has its own actor with address, browser and request id; mutations never share one', async () => {
  const token = await gateway.token();
  const headers = { 'user-agent': 'Browser/1', 'x-request-id': 'my-request-1' };
  await gateway.call('POST', '/api/users/mfa/enroll', { token, headers });
  const actor = gateway.services.get('identity')?.seen.at(-1)?.actor;
  assert.deepEqual(actor, {
    kind: 'account',
    accountId: 'account-1',
    sessionId: 'session-1',
    ip: '127.0.0.1',
    userAgent: 'Browser/1',
    requestId: 'my-request-1',
  });
});

test('X-Forwarded-For counts only from a trusted proxy', async (t) => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const ipOf = async (one: TestGateway) => {
    await one.call('POST', '/api/users/mfa/enroll', { token: await one.token(), headers });
    return one.services.get('identity')?.seen.at(-1)?.actor?.ip;
  };
  assert.equal(await ipOf(gateway), '127.0.0.1');
  const behind = await startTestGateway({ environment: { TRUST_PROXY: 'loopback' } }, t);
  assert.equal(await ipOf(behind), '203.0.113.9');
});

test('until identity was reached, a token gets 503 and public calls still work', async (t) => {
  const environment = { IDENTITY_URL: `http://127.0.0.1:${await freePort()}` };
  const closed = await startTestGateway({ environment }, t);
  const answer = await closed.call('GET', '/api/users/self', { token: await closed.token() });
  assert.equal(answer.status, 503);
  assert.equal(answer.body.code, 'UNAVAILABLE');
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  assert.equal((await closed.call('GET', '/api/listings')).status, 200);
  assert.equal((await closed.call('GET', '/readyz')).status, 503);
});

test('a gateway started before identity becomes ready without any request', async (t) => {
  const port = await freePort();
  const identity = await startTestGateway({}, t);
  const environment = { IDENTITY_URL: `http://127.0.0.1:${port}` };
  const early = await startTestGateway({ environment }, t);
  const { status, body } = await early.call('GET', '/readyz');
  assert.deepEqual([status, body], [503, { ok: false, missing: ['keys'] }]);
  const identityService = identity.services.get('identity');
  await identityService?.stop();
  await identityService?.start(port);
  await until(async () => (await early.call('GET', '/readyz')).status === 200);
});

test('when identity goes down, known sessions continue and ended ones stay ended', async (t) => {
  const brief = await startTestGateway({}, t);
  brief.ended.push({ sessionId: 'gone', revokedAt: new Date().toISOString() });
  const gone = await brief.token({ sessionId: 'gone' });
  const status = async (token: string) =>
    (await brief.call('GET', '/api/domains', { token })).status;
  await until(async () => (await status(gone)) === 401);
  await brief.services.get('identity')?.stop();
  assert.equal(await status(gone), 401);
  assert.equal(await status(await brief.token({ sessionId: 'stays' })), 200);
});
