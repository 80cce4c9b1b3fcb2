/** A portfolio of 500 names is checked in five minutes while no more than 20 names are looked up at once. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import { addDomain } from '../domain/add-domain.ts';
import { readAccountProof } from '../proof/account-proof.ts';
import type { DnsProxy } from '../testing/dns-proxy.ts';
import { startDnsProxy } from '../testing/dns-proxy.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { expectData, freshName, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
let dns: DnsProxy;
before(async () => {
  const sandbox = await startSandbox();
  dns = await startDnsProxy(sandbox.dns);
  const environment = { RATE_LIMITS: 'off', DNS_RESOLVERS: dns.resolver };
  s = await startDomains({ sandbox, environment });
});
after(async () => {
  await s.stop();
  dns.close();
});

const names = 500;
const maxMs = 5 * 60_000;
const maxLookups = 20;

test('500 names are checked within five minutes, at most 20 at once', async (t) => {
  const { txt } = await readAccountProof('ann');
  for (let count = 0; count < names; count++) {
    const { name } = await addDomain({ kind: 'account', accountId: 'ann' } as never, freshName());
    if (count % 2) await s.txt(name, [txt.value]);
  }
  await s.settle();
  dns.maxDomains = 0;
  const startedMs = Date.now();
  const { id } = expectData(
    await s.as('ann')('mutation { verifyDomains(all: true) { id } }'),
  ).verifyDomains;
  await s.settle();
  const tookMs = Date.now() - startedMs;
  const query = 'query ($id: ID!) { verification(id: $id) { proven absent pending } }';
  const { proven, absent, pending } = expectData(await s.as('ann')(query, { id })).verification;
  assert.deepEqual([proven, absent, pending], [names / 2, names / 2, 0]);
  t.diagnostic(`${names} names in ${tookMs} ms, at most ${dns.maxDomains} at once`);
  assert.ok(dns.maxDomains <= maxLookups, `${dns.maxDomains} at once`);
  assert.ok(tookMs < maxMs, `${tookMs} ms`);
});
