import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reserveFor } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addTransferringDomain,
  call,
  day,
  expectData,
  freshName,
  hour,
  minute,
  startDomains,
} from '../../testing/start-domains.ts';
import { lockStatuses } from '../lock.ts';

let s: TestDomains;
before(async () => {
  // Messages are never fetched here, so every result comes from the custody checks.
  s = await startDomains({
    environment: { EPP_POLL_MS: String(3000 * day), EPP_TIMEOUT_MS: '1500' },
  });
});
after(() => s.stop());

const at = (name: string) => `/registry/domains/${name}`;
const registryRecord = (name: string) => s.control('GET', at(name));
const lostOf = (id: string) => s.eventsOf('domains.domain.custody-lost', id);

async function arrived(name: string): Promise<string> {
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `${at(name)}/approve`);
  await s.advance(7 * hour);
  await s.settle();
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
  return id;
}

async function takenAway(name: string): Promise<void> {
  await s.control('PATCH', at(name), { statuses: [] });
  await s.control('POST', `${at(name)}/takeover`, {});
}

test('a name that another registrar has without a message is lost within two days, once', async () => {
  const name = freshName();
  const id = await arrived(name);
  const loan = await reserveFor(s, id);
  await takenAway(name);
  await s.advance(2 * day);
  const [event] = lostOf(id);
  assert.deepEqual(event?.data, {
    ...{ domainId: id, accountId: 'ann', name, escrowId: loan.escrowId },
    reason: { code: 'TRANSFERRED', formerText: null },
  });
  const { active, endReason, titleName } = await s.record(id);
  assert.deepEqual([active, endReason, titleName], [false, 'CUSTODY_LOST', null]);
  await s.advance(2 * day);
  assert.equal(lostOf(id).length, 1);
});

test('a name that the registry does not know is lost only when a second check an hour later confirms it', async () => {
  const name = freshName();
  const id = await arrived(name);
  await s.control('DELETE', at(name));
  await s.advance(2 * day);
  assert.equal((await s.record(id)).active, true, 'one check is not enough');
  await s.control('PATCH', at(name), {});
  await s.advance(2 * hour);
  await s.control('DELETE', at(name));
  await s.advance(2 * day);
  assert.equal((await s.record(id)).active, true, 'an earlier missing result no longer counts');
  await s.advance(2 * hour);
  assert.deepEqual(
    lostOf(id).map(({ data }) => 'reason' in data && data.reason),
    [{ code: 'DELETED', formerText: null }],
  );
});

test('a missing lock is restored, and the nameservers stay the same', async () => {
  const name = freshName();
  const id = await arrived(name);
  const { nameservers } = await registryRecord(name);
  await s.control('PATCH', at(name), { statuses: ['clientDeleteProhibited'] });
  await s.advance(2 * day);
  const { statuses, nameservers: after } = await registryRecord(name);
  for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock), lock);
  assert.deepEqual(after, nameservers);
  const record = await s.record(id);
  assert.deepEqual([record.active, record.nameserverChange], [true, null]);
});

test('a transfer that another registrar requested while the lock was missing is rejected', async () => {
  const name = freshName();
  const id = await arrived(name);
  await s.control('PATCH', at(name), { statuses: [] });
  await s.control('POST', `${at(name)}/takeover`, { pending: true });
  await s.advance(2 * day);
  const { statuses, lastTransfer } = await registryRecord(name);
  assert.equal((lastTransfer as { status: string }).status, 'clientRejected');
  for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock), lock);
  await s.advance(8 * day);
  assert.equal((await s.record(id)).active, true);
});

test('a lock that is lifted for a transfer out stays lifted, and the end is published as a transfer out', async () => {
  const name = freshName();
  const id = await arrived(name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.settle();
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
  await s.advance(2 * day);
  assert.deepEqual((await registryRecord(name)).statuses, ['clientDeleteProhibited']);
  await s.control('POST', `${at(name)}/takeover`, {});
  await s.advance(2 * day);
  assert.equal((await s.record(id)).endReason, 'TRANSFERRED_OUT');
  assert.equal(s.eventsOf('domains.domain.transferred-out', id).length, 1);
  assert.equal(lostOf(id).length, 0);
});

test('the expiry of the registry is taken over, and a loan that waited for it continues', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  const loan = await reserveFor(s, id);
  const soon = new Date(Date.parse(String((await registryRecord(name)).expiry)) - 700 * day);
  await s.control('PATCH', at(name), { expiry: soon.toISOString() });
  await s.control('POST', `${at(name)}/approve`);
  await s.advance(7 * hour);
  assert.equal(s.eventsOf('domains.domain.renewal-needed', id).length, 1);
  const later = new Date(soon.getTime() + 1500 * day).toISOString();
  await s.control('PATCH', at(name), { expiry: later });
  await s.advance(2 * day);
  assert.equal((await s.record(id)).expiresAt?.toISOString(), later);
  const [renewed] = s.eventsOf('domains.domain.renewed', id);
  assert.ok(renewed && 'expiresAt' in renewed.data && renewed.data.expiresAt === later);
  const [came] = s.eventsOf('domains.domain.custody-arrived', id);
  assert.ok(came && 'escrowId' in came.data && came.data.escrowId === loan.escrowId);
  const earlier = new Date(soon.getTime() + 1000 * day).toISOString();
  await s.control('PATCH', at(name), { expiry: earlier });
  await s.advance(2 * day);
  assert.equal((await s.record(id)).expiresAt?.toISOString(), earlier);
  assert.equal(
    s.eventsOf('domains.domain.renewed', id).length,
    1,
    'an earlier expiry is not a renewal',
  );
});

test('an unavailable registry is not a loss, and the check is repeated', async () => {
  const name = freshName();
  const id = await arrived(name);
  s.registryConnection.cut();
  await s.advance(2 * day);
  assert.equal((await s.record(id)).active, true);
  await takenAway(name);
  s.registryConnection.restore();
  // The connection waits before it reconnects.
  for (let rounds = 0; rounds < 24 && lostOf(id).length === 0; rounds++)
    await s.advance(61 * minute);
  assert.equal(lostOf(id).length, 1);
});
