/** The DNS provider: what it hosts, which requests it accepts, and the record that its customer's answer sets. */

import assert from 'node:assert/strict';
import { createPrivateKey, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { call, ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import { verifyQuery } from './verify-request.ts';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox({ withProductKey: true });
});
after(() => sandbox.close());

const host = (domains: string[], template = true) =>
  ok(sandbox, 'PUT', '/dns-provider', { domains, template });
const templatePath =
  '/dns-provider/v2/domainTemplates/providers/nameloan.example/services/domain-verification';
const returnTo = 'http://localhost:4000/app/connected/1';

function signedQuery(parameters: Record<string, string>): string {
  const { privateKey = '', label = '' } = sandbox.domainConnect ?? {};
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = sign('sha256', Buffer.from(query), createPrivateKey(privateKey));
  return `${query}&key=${label}&sig=${encodeURIComponent(signature.toString('base64'))}`;
}

const apply = (query: string, init: RequestInit = {}) =>
  fetch(`${sandbox.controlUrl}${templatePath}/apply?${query}`, { redirect: 'manual', ...init });
const answer = (query: string, what: string) =>
  apply(query, { method: 'POST', body: new URLSearchParams({ answer: what }) });
async function txtOf(name: string): Promise<string[]> {
  const records = await ok(sandbox, 'GET', '/dns');
  return records.find((one: { name: string }) => one.name === name)?.txt ?? [];
}

/** From the section "Digitally Sign Requests" of the specification. */
const sampleKey = [
  'p=3,a=RS256,d=weDjXrJwIDAQAB',
  'p=1,a=RS256,d=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA18SgvpmeasN4BHkkv0SBjAzIc4grYLjiAXRtNiBUiGUDMeTzQrKTsWvy9NuxU1dIHCZy9o1CrKNg5EzLIZLNyMfI6qiXnM+HMd4byp97zs/3D39Q8iR5poubQcRaGozWx8yQpG0OcVdmEVcTfy',
  'p=2,a=RS256,d=R/XSEWC5u16EBNvRnNAOAvZYUdWqVyQvXsjnxQot8KcK0QP8iHpoL/1dbdRy2opRPQ2FdZpovUgknybq/6FkeDtW7uCQ6Mvu4QxcUa3+WP9nYHKtgWip/eFxpeb+qLvcLHf1h0JXtxLVdyy6OLk3f2JRYUX2ZZVDvG3biTpeJz6iRzjGg6MfGxXZHjI8',
];
const sampleSignature =
  'V2te9zWMU7G3plxBTsmYSJTvn2vzMvNwAjWQ%2BwTe91DxuJhdVf4cVc4vZBYfEYV7u5d7PzTO7se7OrkhyiB7TpoJJW1yB5qHR7HKM5SZldUsdtg5%2B1SzEtIX0Uq8b2mCmQF%2FuJGXpqCyFrEajvpTM7fFKPk1kuctmtkjV7%2BATcvNPLWY7KyE4%2Bqc8jpfN61cP5l8iA4krAa3%2BfTro5cmWR8YUJ5yrnRs6KT4b5D71HFvOUk0sGEUddUUlsyRQKRHUFN6HjEya50YDHfZJlYHkHlK0xX6Yqeii9QZ2I35U9eJbSvZGQko5beqviWFXdsVDbvd3DYcbSHgJq9%2FXoMTTw%3D%3D';

test('the signature of the specification’s example is valid for its query and for no other', () => {
  const query = 'a=1&b=2&ip=10.10.10.10&domain=example.net';
  const signed = (text: string) => `${text}&sig=${sampleSignature}&key=_dcpubkeyv1`;
  assert.equal(verifyQuery(signed(query), sampleKey), true);
  assert.equal(verifyQuery(signed(query.replace('b=2', 'b=3')), sampleKey), false);
  assert.equal(verifyQuery(signed('b=2&a=1&ip=10.10.10.10&domain=example.net'), sampleKey), false);
  assert.equal(verifyQuery(signed(query), sampleKey.slice(1)), false);
  assert.equal(verifyQuery(query, sampleKey), false);
});

test('a hosted domain names the provider in its zone and its delegation, until it leaves', async () => {
  await ok(sandbox, 'PUT', '/dns/moved.example', { txt: ['kept'] });
  await host(['moved.example']);
  const { port } = new URL(sandbox.controlUrl);
  assert.deepEqual(await txtOf('_domainconnect.moved.example'), [`127.0.0.1:${port}/dns-provider`]);
  assert.deepEqual(await txtOf('moved.example'), ['kept']);
  const settings = await ok(sandbox, 'GET', '/dns-provider/v2/moved.example/settings');
  assert.equal(settings.urlAPI, `http://localhost:${port}/dns-provider`);
  assert.deepEqual(settings.nameServers, ['ns1.dns-provider.example', 'ns2.dns-provider.example']);
  await host(['other.example'], false);
  assert.deepEqual(await txtOf('_domainconnect.moved.example'), []);
  assert.deepEqual(await txtOf('moved.example'), ['kept']);
  assert.equal((await call(sandbox, 'GET', '/dns-provider/v2/moved.example/settings')).status, 404);
  assert.equal((await call(sandbox, 'GET', templatePath)).status, 404, 'not onboarded');
});

test('a signed request shows the record, and the answer sets it in place of the former one', async () => {
  await host(['signed.example']);
  await ok(sandbox, 'PUT', '/dns/_nameloan-challenge.signed.example', {
    txt: ['nameloan-verification=old', 'other=1'],
  });
  const query = signedQuery({
    domain: 'signed.example',
    redirect_uri: returnTo,
    state: 's 1',
    token: 'new',
  });
  const page = await apply(query);
  assert.equal(page.status, 200);
  assert.match(
    await page.text(),
    /_nameloan-challenge\.signed\.example.*nameloan-verification=new/s,
  );
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self' http:\/\/localhost:4000/,
  );
  assert.equal(page.headers.get('referrer-policy'), 'same-origin', 'its form has an origin');
  const cancelled = await answer(query, 'cancel');
  assert.equal(cancelled.status, 303);
  assert.equal(
    cancelled.headers.get('location'),
    `${returnTo}?state=s+1&error=access_denied&error_description=user_cancel`,
  );
  assert.deepEqual(await txtOf('_nameloan-challenge.signed.example'), [
    'nameloan-verification=old',
    'other=1',
  ]);
  const added = await answer(query, 'add');
  assert.equal(added.headers.get('location'), `${returnTo}?state=s+1`);
  assert.deepEqual(await txtOf('_nameloan-challenge.signed.example'), [
    'other=1',
    'nameloan-verification=new',
  ]);
});

test('a request with a broken signature, without one, or about another domain sets nothing', async () => {
  await host(['safe.example']);
  const good = signedQuery({ domain: 'safe.example', redirect_uri: returnTo, token: 'abc' });
  const bad = [
    good.replace('token=abc', 'token=abd'),
    good.replace(/sig=.{4}/, 'sig=AAAA'),
    good.replace(/&sig=.*/, ''),
    good.replace('key=dc1', 'key=dc2'),
    signedQuery({ domain: 'elsewhere.example', redirect_uri: returnTo, token: 'abc' }),
    signedQuery({ domain: 'safe.example', host: 'www', redirect_uri: returnTo, token: 'abc' }),
    signedQuery({ domain: 'safe.example', redirect_uri: 'javascript:alert(1)', token: 'abc' }),
    signedQuery({ domain: 'safe.example', redirect_uri: returnTo }),
  ];
  for (const query of bad) {
    assert.equal((await apply(query)).status, 400, query);
    assert.equal((await answer(query, 'add')).status, 400, query);
  }
  assert.deepEqual(await txtOf('_nameloan-challenge.safe.example'), []);
  assert.equal((await apply(good)).status, 200);
});
