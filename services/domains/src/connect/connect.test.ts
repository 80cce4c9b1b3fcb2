/** Domain Connect against the sandbox's DNS provider: the button works only where the provider can add the record. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import { testSecret } from '@nameloan/testkit/service/test-service';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  call,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  const sandbox = await startSandbox({ withProductKey: true });
  const { privateKey = '', label = '' } = sandbox.domainConnect ?? {};
  s = await startDomains({
    sandbox,
    environment: {
      DOMAIN_CONNECT_PROVIDER: 'nameloan.example',
      DOMAIN_CONNECT_KEY: privateKey.replaceAll('\n', '\\n'),
      DOMAIN_CONNECT_KEY_LABEL: label,
    },
  });
});
after(() => s.stop());

const host = (domains: string[], template = true) =>
  s.control('PUT', '/dns-provider', { domains, template });

async function addHosted(who: string): Promise<{ id: string; name: string }> {
  const name = freshName();
  const id = await addTestDomain(s, who, name);
  await host([name]);
  return { id, name };
}

const read = (who: string, id: string) =>
  s.as(who)(
    'query ($id: ID!) { domainConnect(id: $id) { available provider url controlPanelUrl reason } }',
    { id },
  );
const connect = async (who: string, id: string) => expectData(await read(who, id)).domainConnect;

test('a hosted domain gets a signed address that the provider accepts, and its record proves the domain', async () => {
  const { id, name } = await addHosted('ann');
  const { available, provider, url, reason } = await connect('ann', id);
  assert.deepEqual(
    { available, provider, reason },
    { available: true, provider: 'Sandbox DNS', reason: null },
  );
  assert.match(url, /&key=dc1&sig=[^&]+$/, 'the signature is last');
  const query = new URL(url).searchParams;
  assert.equal(query.get('domain'), name);
  assert.equal(query.get('redirect_uri'), `http://localhost:4000/app/connected/${id}`);
  assert.equal(query.get('state'), id);
  const answered = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'add' }),
    redirect: 'manual',
  });
  assert.equal(answered.status, 303);
  expectData(await call(s, 'ann', { field: 'verifyDomain', id }));
  await s.event('domains.domain.verified', ({ domainId }) => domainId === id);
});

test('without a template, a provider or its zone there is no button, and the reason says why', async () => {
  const { id, name } = await addHosted('bob');
  await host([name], false);
  const without = await connect('bob', id);
  assert.deepEqual([without.available, without.url, without.reason], [false, null, 'NO_TEMPLATE']);
  assert.match(without.controlPanelUrl, new RegExp(`name=${name}$`));
  const plain = await addTestDomain(s, 'bob');
  assert.equal((await connect('bob', plain)).reason, 'NO_PROVIDER');
  const stale = await addHosted('bob');
  const { port } = new URL(s.sandbox.controlUrl);
  await host([]);
  await s.txt(`_domainconnect.${stale.name}`, [`127.0.0.1:${port}/dns-provider`]);
  assert.equal((await connect('bob', stale.id)).reason, 'NOT_HOSTED', 'the record is stale');
  const moved = await addHosted('bob');
  await s.control('PUT', `/dns/${moved.name}`, { txt: [], ns: ['ns1.elsewhere.example'] });
  assert.equal(
    (await connect('bob', moved.id)).reason,
    'NOT_HOSTED',
    'its nameservers are elsewhere',
  );
});

test('a provider that is down or answers nonsense hides the button', async () => {
  for (const kind of ['refuse', 'drop', 'nonsense']) {
    const { id } = await addHosted('dan');
    await s.control('PUT', '/settings', { faults: { domainconnect: { kind } } });
    const { available, reason } = await connect('dan', id);
    await s.control('PUT', '/settings', { faults: {} });
    assert.deepEqual([available, reason], [false, 'PROVIDER_UNAVAILABLE'], kind);
  }
});

test('only the owner gets the address, and a domain in custody needs none', async () => {
  const { id } = await addHosted('eve');
  assert.equal((await read('mallory', id)).code, 'NOT_FOUND');
  const held = await addDomainInCustody(s, 'eve');
  assert.equal((await connect('eve', held)).reason, 'IN_CUSTODY');
});

const run = async (action: string) => {
  const headers = { 'content-type': 'application/json', 'x-nameloan-secret': testSecret };
  const body = JSON.stringify({ command: 'connect', args: [action] });
  const answer = await fetch(`${s.url}/operator`, { method: 'POST', body, headers });
  return answer.json() as Promise<Record<string, string>>;
};

test('the operator gets the template and the records of the key, and a check that finds a wrong one', async () => {
  const template = JSON.parse((await run('template')).message ?? '');
  assert.deepEqual(
    [
      template.providerId,
      template.serviceId,
      template.syncPubKeyDomain,
      template.syncRedirectDomain,
    ],
    ['nameloan.example', 'domain-verification', 'nameloan.example', 'localhost'],
  );
  assert.deepEqual(template.records[0].host, '_nameloan-challenge');
  const lines = (await run('records')).message?.split('\n') ?? [];
  assert.match(lines[0] ?? '', /^dc1\.nameloan\.example TXT "p=1,a=RS256,d=MII/);
  assert.match((await run('check')).message ?? '', /is right:/);
  const values = lines.map((line) => /"(.*)"/.exec(line)?.[1] ?? '');
  await s.txt('dc1.nameloan.example', values.slice(1));
  const lacking = await run('check');
  assert.equal(lacking.code, 'CONFLICT');
  assert.match(lacking.message ?? '', /lacks 1 of \d records/);
  await s.txt('dc1.nameloan.example', values);
});
