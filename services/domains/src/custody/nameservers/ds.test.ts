/** Guards the DS records of a domain in custody, and that a change of nameservers never breaks a signed zone. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { staleAccounts } from '@nameloan/testkit/service/test-service';
import type { DsRecord } from '../../dnssec/ds-record.ts';
import { toDs } from '../../dnssec/match-key.ts';
import { domains } from '../../domain/domain.model.ts';
import { commit } from '../../service-context.ts';
import { escrowMovedData, reserveFor } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  expectData,
  freshName,
  startDomains,
} from '../../testing/start-domains.ts';
import { lockStatuses } from '../lock.ts';

const fields = 'ds { keyTag algorithm digestType digest }';
const nameservers = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
const record: DsRecord = { keyTag: 7, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };

let s: TestDomains;
before(async () => {
  s = await startDomains({ environment: { EPP_TIMEOUT_MS: '2000' } });
});
after(() => s.stop());

const atRegistry = (name: string) => s.control('GET', `/registry/domains/${name}`);
const setDs = (id: string, ds: readonly object[], who = 'ann') =>
  s.as(who)(
    `mutation ($id: ID!, $ds: [DsRecordInput!]!) { setDs(id: $id, ds: $ds) { ${fields} } }`,
    { id, ds },
  );
const setNameservers = (id: string, ds?: readonly object[]) =>
  s.as('ann')(
    `mutation ($id: ID!, $ns: [String!]!, $ds: [DsRecordInput!]) {
      setNameservers(id: $id, nameservers: $ns, ds: $ds) { nameservers ${fields} }
    }`,
    { id, ns: nameservers, ...(ds && { ds }) },
  );
const readDs = (id: string, who = 'ann') =>
  s.as(who)(`query ($id: ID!) { domainDs(id: $id) { keyTag algorithm digestType digest } }`, {
    id,
  });
/** A key that the zone's nameservers serve, and the DS record of it. */
const signZone = async (name: string) => {
  const key = { flags: 257, algorithm: 13, key: randomBytes(64) };
  const dnskey = [{ ...key, key: key.key.toString('base64') }];
  await s.control('PUT', `/dns/${name}`, { dnskey });
  const ds = toDs(name, key, 2);
  assert.ok(ds);
  return ds;
};

test('DS records are set at the registry, replaced and removed, and the lock is restored', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  assert.deepEqual(expectData(await readDs(id)).domainDs, []);
  const spaced = { ...record, digest: `${'ab'.repeat(16)} ${'ab'.repeat(16)}` };
  assert.deepEqual(expectData(await setDs(id, [spaced])).setDs.ds, [record]);
  assert.deepEqual((await atRegistry(name)).ds, [record]);
  const other = { ...record, keyTag: 8, algorithm: 15, digestType: 4, digest: 'CD'.repeat(48) };
  for (const wanted of [[record, other], [other], [other], []]) {
    assert.deepEqual(expectData(await setDs(id, wanted)).setDs.ds, wanted);
    assert.deepEqual((await atRegistry(name)).ds, wanted);
    assert.deepEqual(expectData(await readDs(id)).domainDs, wanted);
  }
  const { statuses } = await atRegistry(name);
  assert.deepEqual((statuses as string[]).toSorted(), lockStatuses.toSorted());
});

test('an invalid record is an error of the field, and nothing changes', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const lists = [
    [{ ...record, digest: 'AB' }],
    [{ ...record, algorithm: 5 }],
    [record, record],
    Array.from({ length: 9 }, (_, keyTag) => ({ ...record, keyTag })),
  ];
  for (const list of lists) {
    const answer = await setDs(id, list);
    assert.equal(answer.code, 'INVALID_INPUT');
    assert.equal(answer.fields?.ds, answer.message);
  }
  assert.equal((await setDs(id, [{ ...record, keyTag: 'x' }])).code, 'INVALID_INPUT');
  assert.equal((await setNameservers(id, [{ ...record, digest: '' }])).code, 'INVALID_INPUT');
  assert.deepEqual((await atRegistry(name)).ds, []);
  assert.equal((await s.record(id)).nameserverChange, null);
});

test('a signed name arrives with its records, and a change at the registry is taken over', async () => {
  const name = freshName();
  await s.control('PATCH', `/registry/domains/${name}`, { ds: [record] });
  const id = await addDomainInCustody(s, 'ann', name);
  assert.deepEqual((await s.record(id)).dnssec, { ds: [record] });
  const changed = { ...record, keyTag: 99 };
  await s.control('PATCH', `/registry/domains/${name}`, { ds: [changed] });
  await s.advance(2 * 24 * 60 * 60_000);
  assert.deepEqual((await s.record(id)).dnssec, { ds: [changed] });
});

test('nameservers that do not serve the zone’s keys are rejected until the DS records change with them', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  expectData(await setDs(id, [record]));
  const before = (await atRegistry(name)).nameservers;
  for (const given of [undefined, [record]]) {
    const answer = await setNameservers(id, given);
    assert.deepEqual([answer.code, answer.reason], ['CONFLICT', 'SIGNED_ZONE']);
    assert.match(answer.message ?? '', /ns[12]\.harbor-dns\.net does not serve the keys/);
  }
  assert.deepEqual((await atRegistry(name)).nameservers, before);
  assert.deepEqual((await s.record(id)).nameservers, before);
  const ds = await signZone(name);
  assert.equal((await setNameservers(id)).reason, 'SIGNED_ZONE', 'another key');
  const both = expectData(await setNameservers(id, [ds])).setNameservers;
  assert.deepEqual(both, { nameservers, ds: [ds] });
  const { nameservers: there, ds: dsThere } = await atRegistry(name);
  assert.deepEqual([there, dsThere], [nameservers, [ds]]);
});

test('nameservers that serve the zone’s keys are accepted, and so are any without DS records', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const ds = await signZone(name);
  expectData(await setDs(id, [ds, record]));
  expectData(await setNameservers(id));
  assert.deepEqual((await atRegistry(name)).ds, [ds, record]);
  const unsigned = await addDomainInCustody(s, 'ann');
  expectData(await setDs(unsigned, [record]));
  expectData(await setNameservers(unsigned, []));
  assert.deepEqual((await s.record(unsigned)).dnssec, { ds: [] });
});

test('only the owner sets them, in custody, outside a dispute, and with a fresh session while pledged', async (t) => {
  const external = await addVerifiedDomain(s, 'ann');
  assert.equal((await setDs(external, [record])).code, 'CONFLICT');
  assert.equal((await readDs(external)).code, 'CONFLICT');
  const id = await addDomainInCustody(s, 'ann');
  assert.equal((await setDs(id, [record], 'bob')).code, 'NOT_FOUND');
  assert.equal((await readDs(id, 'bob')).code, 'NOT_FOUND');
  const loan = await reserveFor(s, id, 'len');
  assert.equal((await setDs(id, [record], 'len')).code, 'FORBIDDEN');
  assert.deepEqual(expectData(await readDs(id, 'len')).domainDs, []);
  staleAccounts.add('ann');
  t.after(() => staleAccounts.delete('ann'));
  assert.equal((await setDs(id, [record])).code, 'STEP_UP_REQUIRED');
  staleAccounts.delete('ann');
  expectData(await setDs(id, [record]));
  await s.deliver('lending.escrow.collateral-held', loan);
  const moved = escrowMovedData(loan, { from: 'LOAN_POSTED', to: 'ESCALATED' });
  await s.deliver('lending.escrow.moved', moved, { version: 7 });
  assert.match((await setDs(id, [])).message ?? '', /dispute/);
});

test('a crash between the registry and the database loses nothing and repeats nothing', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  // The registry has the new records, and the job's commit was lost.
  await s.control('PATCH', `/registry/domains/${name}`, { ds: [record] });
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const nameserverChange = {
      ...{ id: 'crashed', wanted: domain.nameservers, keepsNameservers: true },
      ...{ dnssec: { ds: [record] }, rejection: null },
    };
    await domains.update(domain, { ...domain, nameserverChange }, tx);
    await tx.schedule({ kind: 'set-nameservers', key: id });
  });
  await s.settle();
  const { nameserverChange, dnssec } = await s.record(id);
  assert.deepEqual([nameserverChange, dnssec], [null, { ds: [record] }]);
});
