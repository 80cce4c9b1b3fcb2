/** Nameservers of a signed name at a registrar that shows no DS records: the parent zone's records decide. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { startSandbox } from '@nameloan/sandbox/server';
import { diligenceRecords } from '../../diligence/diligence.model.ts';
import type { DiligenceReport } from '../../diligence/report.ts';
import { toDs } from '../../dnssec/match-key.ts';
import { commit } from '../../service-context.ts';
import type { DnsProxy } from '../../testing/dns-proxy.ts';
import { startDnsProxy } from '../../testing/dns-proxy.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  expectData,
  freshName,
  startDomains,
} from '../../testing/start-domains.ts';

const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
const otherDs = { keyTag: 7, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };

let s: TestDomains;
let parent: DnsProxy;
before(async () => {
  const sandbox = await startSandbox();
  parent = await startDnsProxy(sandbox.dns);
  s = await startDomains({
    sandbox,
    profile: 'namecom',
    environment: { DNS_PARENT_SERVERS: parent.resolver },
  });
});
after(async () => {
  await s.stop();
  parent.close();
});

const atRegistry = (name: string) => s.control('GET', `/registry/domains/${name}`);
const set = (id: string, ds?: object[]) =>
  s.as('ann')(
    'mutation ($id: ID!, $ns: [String!]!, $ds: [DsRecordInput!]) { setNameservers(id: $id, nameservers: $ns, ds: $ds) { id } }',
    { id, ns: wanted, ds },
  );

/** A name in custody whose parent zone has DS records of the key that its zone is signed with. */
async function addSigned() {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const key = { flags: 257, algorithm: 13, key: randomBytes(64) };
  const ds = toDs(name, key, 2);
  assert.ok(ds);
  await s.control('PATCH', `/registry/domains/${name}`, { ds: [ds] });
  const serveKey = () =>
    s.control('PUT', `/dns/${name}`, { dnskey: [{ ...key, key: key.key.toString('base64') }] });
  return { name, id, serveKey };
}

async function reportSigned(name: string): Promise<void> {
  await commit(async (tx) => {
    const report: DiligenceReport = {
      ...{ asOf: now(), registrar: null, registeredAt: null, expiresAt: null },
      ...{ registryExpiresAt: null, lastTransferAt: null, statuses: [], nameservers: [] },
      ...{ dnssec: 'SIGNED', unknown: [], withheld: [], sources: [], ownTransfer: false },
    };
    const known = await diligenceRecords.find(name, tx);
    if (known) return diligenceRecords.update(known, { ...known, report }, tx);
    const lane = { lane: 'com', priority: 0, dueAt: null, failures: 0 };
    const record = { id: name, version: 1, ...lane, report, known: [], changes: [] };
    return diligenceRecords.add(record, tx);
  });
}

test('nameservers without the keys of the parent’s DS records are rejected, those with them are accepted', async () => {
  const { name, id, serveKey } = await addSigned();
  const before = (await atRegistry(name)).nameservers;
  const lost = await set(id);
  assert.deepEqual([lost.code, lost.reason], ['CONFLICT', 'SIGNED_ZONE']);
  assert.match(lost.message ?? '', /ns[12]\.harbor-dns\.net does not serve the keys/);
  assert.match(lost.message ?? '', /serve the zone with its present keys there/);
  assert.deepEqual((await atRegistry(name)).nameservers, before);
  await serveKey();
  expectData(await set(id));
  assert.deepEqual((await atRegistry(name)).nameservers, wanted);
  const { statuses } = await atRegistry(name);
  assert.deepEqual(statuses, ['clientTransferProhibited'], 'the lock is restored');
});

test('a key of another zone does not count, and DS records cannot change with the nameservers', async () => {
  const { name, id, serveKey } = await addSigned();
  await serveKey();
  await s.control('PATCH', `/registry/domains/${name}`, { ds: [otherDs] });
  assert.equal((await set(id)).reason, 'SIGNED_ZONE');
  assert.equal((await set(id, [])).reason, 'REGISTRY_REJECTED');
});

test('a name without DS records in its parent zone gets any nameservers, whatever an old report says', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await reportSigned(name);
  expectData(await set(id));
  assert.deepEqual((await atRegistry(name)).nameservers, wanted);
});

test('while the parent zone cannot be read, a name that is reported as signed keeps its nameservers', async (t) => {
  const { name, id, serveKey } = await addSigned();
  await serveKey();
  await reportSigned(name);
  parent.silent = true;
  t.after(() => parent.answerAll());
  const unclear = await set(id);
  assert.equal(unclear.reason, 'SIGNED_ZONE');
  assert.match(
    unclear.message ?? '',
    /could not read the DS records \(DNSSEC\) of this domain from the parent zone/,
  );
  parent.answerAll();
  expectData(await set(id));
});
