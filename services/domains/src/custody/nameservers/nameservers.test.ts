import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { staleAccounts } from '@nameloan/testkit/service/test-service';
import { domains } from '../../domain/domain.model.ts';
import { registrarOf } from '../../registrars.ts';
import { commit } from '../../service-context.ts';
import { escrowMovedData, reserveFor } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  minute,
  startDomains,
} from '../../testing/start-domains.ts';
import { lockStatuses, setLock } from '../lock.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ environment: { EPP_TIMEOUT_MS: '2000' } });
});
after(() => s.stop());

const registryRecord = (name: string) => s.control('GET', `/registry/domains/${name}`);
const set = (id: string, hosts: string[], who = 'ann') =>
  s.as(who)(
    'mutation ($id: ID!, $hosts: [String!]!) { setNameservers(id: $id, nameservers: $hosts) { id nameservers } }',
    { id, hosts },
  );

async function isLocked(name: string): Promise<void> {
  const { statuses } = await registryRecord(name);
  for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock), lock);
}

test('nameservers are set at the registry, missing hosts are created, and the lock is restored', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const answer = await set(id, [' NS1.Harbor-DNS.net. ', 'ns2.harbor-dns.net']);
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  assert.deepEqual(expectData(answer).setNameservers.nameservers, wanted);
  assert.deepEqual((await registryRecord(name)).nameservers, wanted);
  await isLocked(name);
  const next = ['ns2.harbor-dns.net', 'ns3.harbor-dns.net', 'ns4.harbor-dns.net'];
  assert.deepEqual(expectData(await set(id, next)).setNameservers.nameservers, next);
  assert.deepEqual(expectData(await set(id, next)).setNameservers.nameservers, next, 'again');
  assert.deepEqual((await registryRecord(name)).nameservers, next);
});

test('an invalid list of nameservers is rejected with its field and changes nothing', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const ok = 'ns1.harbor-dns.net';
  const lists = [
    [],
    [ok],
    Array.from({ length: 14 }, (_, index) => `ns${index}.harbor-dns.net`),
    [ok, ok],
    [ok, 'NS1.harbor-dns.net.'],
    [ok, '192.0.2.1'],
    [ok, 'localhost'],
    [ok, 'bad_name.net'],
    [ok, ''],
    [ok, 'x'.repeat(100_000)],
    [ok, `ns1.${name}`],
    [ok, name],
  ];
  for (const list of lists) {
    const answer = await set(id, list);
    assert.equal(answer.code, 'INVALID_INPUT', JSON.stringify(list).slice(0, 60));
    assert.equal(answer.fields?.nameservers, answer.message);
  }
  assert.equal((await set(id, [ok, { $ne: null } as never])).code, 'INVALID_INPUT');
  assert.equal((await s.record(id)).nameserverChange, null);
});

test('a nameserver that the registry does not accept is named, and the old ones stay', async () => {
  const other = freshName();
  await addDomainInCustody(s, 'ann', other);
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const before = (await registryRecord(name)).nameservers;
  const answer = await set(id, ['ns1.harbor-dns.net', `ns1.${other}`]);
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.ok(answer.fields?.nameservers?.includes(`ns1.${other}`));
  assert.deepEqual((await registryRecord(name)).nameservers, before);
  assert.deepEqual((await s.record(id)).nameservers, before);
  await isLocked(name);
  expectData(await set(id, ['ns1.harbor-dns.net', 'ns2.harbor-dns.net']));
});

test('a registry lock is reported as such, without sending the owner to a registrar', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const statuses = [...lockStatuses, 'serverUpdateProhibited'];
  await s.control('PATCH', `/registry/domains/${name}`, { statuses });
  const { code, message } = await set(id, ['ns1.harbor-dns.net', 'ns2.harbor-dns.net']);
  assert.equal(code, 'CONFLICT');
  assert.match(
    message ?? '',
    /^The registry has locked the domain against changes \(serverUpdateProhibited\)/,
  );
});

test('eight concurrent changes leave the registry, the record and the lock consistent', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const lists = Array.from({ length: 8 }, (_, index) => [
    `a${index}.harbor-dns.net`,
    `b${index}.harbor-dns.net`,
  ]);
  const answers = await Promise.all(lists.map((list) => set(id, list)));
  assert.ok(answers.some(({ code }) => code === undefined));
  assert.ok(answers.every(({ code }) => code === undefined || code === 'CONFLICT'));
  await s.settle();
  const record = await s.record(id);
  assert.deepEqual((await registryRecord(name)).nameservers, record.nameservers);
  assert.ok(lists.some((list) => list.join() === record.nameservers.join()));
  assert.equal(record.nameserverChange, null);
  await isLocked(name);
});

test('a crash between the change and the lock restores the lock', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  expectData(await set(id, wanted));
  await setLock(registrarOf(await s.record(id)), name, [
    'clientTransferProhibited',
    'clientDeleteProhibited',
  ]);
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const nameserverChange = { id: 'crashed', wanted, rejection: null };
    await domains.update(domain, { ...domain, nameserverChange }, tx);
    await tx.schedule({ kind: 'set-nameservers', key: id });
  });
  await s.settle();
  assert.equal((await s.record(id)).nameserverChange, null);
  await isLocked(name);
});

test('a lock that a crash left lifted is restored even when the next change is rejected', async () => {
  const other = freshName();
  await addDomainInCustody(s, 'ann', other);
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await setLock(registrarOf(await s.record(id)), name, [
    'clientTransferProhibited',
    'clientDeleteProhibited',
  ]);
  const answer = await set(id, ['ns1.harbor-dns.net', `ns1.${other}`]);
  assert.equal(answer.code, 'INVALID_INPUT');
  await isLocked(name);
});

test('an unavailable registry is 503, and the change is applied when it is back', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  s.registryConnection.cut();
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  const answer = await set(id, wanted);
  s.registryConnection.restore();
  assert.equal(answer.code, 'UNAVAILABLE');
  // The connection waits before it reconnects, so the job may need more than one run.
  for (let runs = 0; runs < 12 && (await s.record(id)).nameserverChange; runs++)
    await s.advance(10 * minute);
  assert.deepEqual((await registryRecord(name)).nameservers, wanted);
  assert.deepEqual((await s.record(id)).nameservers, wanted);
  await isLocked(name);
});

test('the nameservers of a pledged domain need a fresh session, those of any other do not', async (t) => {
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  const id = await addDomainInCustody(s, 'ann');
  staleAccounts.add('ann');
  t.after(() => staleAccounts.delete('ann'));
  expectData(await set(id, wanted));
  const loan = await reserveFor(s, id);
  assert.equal((await set(id, wanted)).code, 'STEP_UP_REQUIRED', 'reserved');
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await set(id, wanted)).code, 'STEP_UP_REQUIRED', 'in escrow');
  staleAccounts.delete('ann');
  expectData(await set(id, wanted));
});

test('only a domain in custody has nameservers here, including in escrow, but not in dispute or during a transfer out', async () => {
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  assert.equal((await set(await addVerifiedDomain(s, 'ann'), wanted)).code, 'CONFLICT');
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await s.record(id)).status, 'IN_ESCROW');
  expectData(await set(id, wanted));
  const moved = escrowMovedData(loan, { from: 'LOAN_POSTED', to: 'ESCALATED' });
  await s.deliver('lending.escrow.moved', moved, { version: 7 });
  assert.match((await set(id, wanted)).message ?? '', /dispute/);
  const resolved = escrowMovedData(loan, { from: 'ESCALATED', to: 'LOAN_POSTED' });
  await s.deliver('lending.escrow.moved', resolved, { version: 8 });
  expectData(await set(id, wanted));
  await s.deliver('lending.escrow.collateral-released', loan);
  await s.advance(61 * 24 * 60 * minute);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  assert.equal((await set(id, wanted)).code, 'CONFLICT');
});
