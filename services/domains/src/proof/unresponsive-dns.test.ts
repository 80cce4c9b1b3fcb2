/** Names with unresponsive DNS delay only the accounts that wait for them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import type { DnsProxy } from '../testing/dns-proxy.ts';
import { startDnsProxy } from '../testing/dns-proxy.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  call,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';

const nameCount = 30;

let s: TestDomains;
let relay: DnsProxy;
before(async () => {
  const sandbox = await startSandbox();
  relay = await startDnsProxy(sandbox.dns);
  const environment = { DNS_RESOLVERS: relay.resolver, DNS_TIMEOUT_MS: '2000' };
  s = await startDomains({ sandbox, environment });
});
after(async () => {
  await s.stop();
  relay.close();
});

test('while one account checks many names with unresponsive DNS, another can set its nameservers', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const silent: string[] = [];
  for (let count = 0; count < nameCount; count++)
    silent.push(await addTestDomain(s, 'mallory', freshName()));
  await s.settle();
  relay.silent = true;
  for (const one of silent)
    expectData(await call(s, 'mallory', { field: 'verifyDomain', id: one }));
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  const set =
    'mutation ($id: ID!, $hosts: [String!]!) { setNameservers(id: $id, nameservers: $hosts) { nameservers } }';
  const answer = await s.as('ann')(set, { id, hosts: wanted });
  assert.deepEqual(expectData(answer).setNameservers.nameservers, wanted);
});
