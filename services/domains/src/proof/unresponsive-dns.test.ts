/** Names with unresponsive DNS delay only the accounts that wait for them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import type { DnsProxy } from '../testing/dns-proxy.ts';
import { startDnsProxy } from '../testing/dns-proxy.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
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
  const environment = { DNS_RESOLVERS: relay.resolver, DNS_TIMEOUT_MS: '20000' };
  s = await startDomains({ sandbox, environment });
});
after(async () => {
  await s.stop();
  relay.close();
});

/** Returns ids of names whose checks wait for a response. */
async function checkSilentNames(): Promise<string[]> {
  const silent: string[] = [];
  for (let count = 0; count < nameCount; count++)
    silent.push(await addTestDomain(s, 'mallory', freshName()));
  await s.settle();
  relay.silentNames = await Promise.all(silent.map(async (id) => (await s.record(id)).name));
  relay.silent = true;
  for (const one of silent)
    expectData(await call(s, 'mallory', { field: 'verifyDomain', id: one }));
  return silent;
}

async function assertStillChecked(ids: readonly string[]) {
  const attempts = await Promise.all(
    ids.map(async (id) => (await s.record(id)).verificationAttempts.length),
  );
  assert.deepEqual(new Set(attempts), new Set([0]), 'no check has ended');
}

test('while one account checks many names with unresponsive DNS, another can set its nameservers', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const silent = await checkSilentNames();
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  const set =
    'mutation ($id: ID!, $hosts: [String!]!) { setNameservers(id: $id, nameservers: $hosts) { nameservers } }';
  const answer = await s.as('ann')(set, { id, hosts: wanted });
  assert.deepEqual(expectData(answer).setNameservers.nameservers, wanted);
  await assertStillChecked(silent);
  relay.answerAll();
});

test('while one account’s checks occupy all their workers, an acceptance of another is confirmed', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const silent = await checkSilentNames();
  await reserveFor(s, id);
  await assertStillChecked(silent);
  relay.answerAll();
});
