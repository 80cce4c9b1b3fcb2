import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { startSandbox } from '@nameloan/sandbox/server';
import { domains } from '../domain/domain.model.ts';
import { serviceContext } from '../service-context.ts';
import type { DnsProxy } from '../testing/dns-proxy.ts';
import { startDnsProxy } from '../testing/dns-proxy.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addVerifiedDomain,
  call,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  hour,
  minute,
  startDomains,
  transferIn,
} from '../testing/start-domains.ts';
import { scheduleMissingRechecks } from './recheck-proof.ts';

let s: TestDomains;
let relay: DnsProxy;
before(async () => {
  const sandbox = await startSandbox();
  relay = await startDnsProxy(sandbox.dns);
  const { host, port } = sandbox.dns;
  const environment = {
    DNS_RESOLVERS: `${host}:${port},${relay.resolver}`,
    DNS_TIMEOUT_MS: '1000',
  };
  s = await startDomains({ sandbox, environment });
});
after(async () => {
  await s.stop();
  relay.close();
});

const verify = (id: string) => call(s, 'ann', { field: 'verifyDomain', id });
const lost = (id: string) => s.eventsOf('domains.domain.proof-lost', id).length;
const outcomes = async (id: string) =>
  (await s.record(id)).verificationAttempts.map(({ outcome }) => outcome);

async function listed(name: string): Promise<{ id: string; listingId: string }> {
  const id = await addVerifiedDomain(s, 'ann', name);
  return { id, listingId: await listAgain(id, name) };
}

/** A listed name whose record was missing at one check; it is not lost yet. */
async function startMissing() {
  const name = freshName();
  const { id } = await listed(name);
  const { verificationRecord } = await s.record(id);
  const place = `_nameloan-challenge.${name}`;
  await s.txt(place, []);
  await s.advance(day + minute);
  assert.ok((await s.record(id)).proofMissingSince);
  return { id, name, place, verificationRecord };
}

async function listAgain(domainId: string, domainName: string): Promise<string> {
  const listing = { listingId: newId(), domainId, borrowerId: 'ann', domainName };
  const terms = { amountCents: 100_000, termDays: 90, rateBps: 1000 };
  await s.deliver('lending.listing.opened', { ...listing, ...terms });
  await s.settle();
  return listing.listingId;
}

test('a listed name is checked daily, and a record missing for an hour is lost', async () => {
  const name = freshName();
  const { id } = await listed(name);
  const before = (await outcomes(id)).length;
  for (let days = 1; days <= 3; days++) await s.advance(day + minute);
  assert.deepEqual((await outcomes(id)).slice(0, -before), ['FOUND', 'FOUND', 'FOUND']);
  await s.txt(`_nameloan-challenge.${name}`, ['v=spf1 -all']);
  await s.advance(day + minute);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED', 'one check is not enough');
  await s.advance(50 * minute);
  assert.equal(lost(id), 0);
  await s.advance(11 * minute);
  const lostDomain = await s.record(id);
  assert.deepEqual([lostDomain.status, lostDomain.titleName], ['EXTERNAL_UNVERIFIED', null]);
  assert.deepEqual([lostDomain.nextCheckAt, lostDomain.proofMissingSince], [null, null]);
  assert.equal(lost(id), 1);
  await s.advance(2 * day);
  assert.equal(lost(id), 1);
});

test('a record that returns within the hour keeps the proof, and the hour starts again', async () => {
  const { id, place, verificationRecord } = await startMissing();
  await s.txt(place, [verificationRecord]);
  await s.advance(hour + minute);
  assert.equal((await s.record(id)).proofMissingSince, null);
  await s.txt(place, []);
  await s.advance(day + minute);
  assert.equal(lost(id), 0);
  await s.txt(place, [verificationRecord]);
  await s.advance(hour + minute);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
});

test('an owner’s request rechecks a verified name immediately, and an unlisted one only once', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  expectData(await verify(id));
  await s.settle();
  assert.deepEqual((await outcomes(id)).slice(0, 2), ['FOUND', 'FOUND']);
  await s.advance(3 * day);
  assert.equal((await outcomes(id)).length, 2, 'no further check was requested');
  await s.txt(`_nameloan-challenge.${name}`, []);
  expectData(await verify(id));
  expectData(await verify(id));
  await s.settle();
  assert.equal(lost(id), 0, 'however often it is requested within the hour');
  await s.advance(hour + minute);
  assert.equal((await s.record(id)).status, 'EXTERNAL_UNVERIFIED');
});

test('a closed listing ends the daily checks; a name that backs a loan is not checked', async () => {
  const { id, listingId } = await listed(freshName());
  const { name } = await s.record(id);
  const closed = { listingId, domainId: id, borrowerId: 'ann', domainName: name };
  await s.deliver('lending.listing.closed', { ...closed, reason: 'REMOVED' });
  await s.advance(day + minute);
  const attempts = (await outcomes(id)).length;
  await s.advance(3 * day);
  assert.equal((await outcomes(id)).length, attempts);
  await reserveFor(s, id);
  const refused = await verify(id);
  assert.equal(refused.code, 'CONFLICT');
  assert.match(refused.message ?? '', /backs a loan/);
});

test('listing a name again every day does not postpone its check', async () => {
  const name = freshName();
  const first = await listed(name);
  const { id } = first;
  await s.txt(`_nameloan-challenge.${name}`, []);
  for (let { listingId } = first, hours = 0; hours <= 44; hours += 20) {
    await s.advance(20 * hour);
    const closed = { listingId, domainId: id, borrowerId: 'ann', domainName: name };
    await s.deliver('lending.listing.closed', { ...closed, reason: 'REMOVED' });
    listingId = await listAgain(id, name);
  }
  assert.equal(lost(id), 1);
});

test('a failed transfer leaves the daily checks of a listed name in place', async () => {
  const name = freshName();
  const { id } = await listed(name);
  expectData(await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name) }));
  await s.advance(2 * day);
  const before = (await outcomes(id)).length;
  await s.control('POST', `/registry/domains/${name}/reject`);
  await s.event('domains.domain.transfer-failed', ({ domainId }) => domainId === id);
  await s.txt(`_nameloan-challenge.${name}`, []);
  await s.advance(day + minute);
  assert.equal((await outcomes(id)).length, before + 1);
  await s.advance(hour + minute);
  assert.equal(lost(id), 1);
});

test('resolvers that disagree or do not respond never lose a proof', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  relay.silent = true;
  await s.txt(`_nameloan-challenge.${name}`, []);
  expectData(await verify(id));
  await s.settle();
  for (let hours = 0; hours < 3; hours++) await s.advance(hour + minute);
  relay.silent = false;
  const domain = await s.record(id);
  assert.deepEqual([domain.status, domain.proofMissingSince], ['EXTERNAL_VERIFIED', null]);
  assert.deepEqual((await outcomes(id)).slice(0, 4), Array(4).fill('UNKNOWN'));
});

test('a listing queues a check at once: a record that is gone closes it after the second check', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await s.txt(`_nameloan-challenge.${name}`, []);
  await listAgain(id, name);
  assert.deepEqual((await outcomes(id)).slice(0, 1), ['MISSING']);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED', 'one check is not enough');
  await s.advance(hour + minute);
  assert.equal(lost(id), 1);
});

test('a name that was listed before daily checks existed is checked from the next start on', async () => {
  const name = freshName();
  const { id } = await listed(name);
  const attempts = (await outcomes(id)).length;
  const rows = serviceContext.store.connection.collection<{ _id: string }>('jobs');
  await rows.deleteOne({ _id: `recheck-proof:${id}` });
  const oldRecord = { $set: { nextCheckAt: null }, $unset: { proofMissingSince: '' } };
  await domains.raw.collection.updateOne({ _id: id as never }, oldRecord);
  await s.advance(2 * day);
  assert.equal((await outcomes(id)).length, attempts);
  await Promise.all([scheduleMissingRechecks(), scheduleMissingRechecks()]);
  await s.txt(`_nameloan-challenge.${name}`, []);
  await s.advance(day + minute);
  await s.advance(hour + minute);
  assert.equal(lost(id), 1);
});

test('a record that was confirmed for a loan in between is not lost by one later check', async () => {
  const { id, name, place, verificationRecord } = await startMissing();
  await s.txt(place, [verificationRecord]);
  const { escrowId, domainId, borrowerId, lenderId } = await reserveFor(s, id);
  await s.advance(2 * hour);
  await s.deliver('lending.escrow.collateral-released', {
    ...{ escrowId, domainId, borrowerId, lenderId, domainName: name },
  });
  await s.txt(place, []);
  expectData(await verify(id));
  await s.settle();
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED', 'one check is not enough');
});
