/** The maintained count of open listings: its transactions and its repair. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callReconcile } from '@nameloan/testkit/service/call-reconcile';
import { endListing } from '../market/end-listing.ts';
import { commit, serviceContext } from '../service-context.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAccount,
  createListedDomain,
  createOfferedDomain,
  expectData,
  openListing,
  startLending,
} from '../testing/start-lending.ts';
import { listings } from './listing.model.ts';
import {
  adjustOpenCount,
  compareOpenCount,
  openCounts,
  readOpenCount,
  repairOpenCount,
} from './open-count.ts';

let service: TestLending;
let ownerId: string;
before(async () => {
  service = await startLending({ settings: { RATE_LIMITS: 'off' } });
  ownerId = await createAccount(service, 'Bea');
});
after(() => service.stop());

async function right(expected: number): Promise<void> {
  assert.equal(await readOpenCount(), expected);
  assert.deepEqual(await compareOpenCount(), { stored: expected, actual: expected });
}

test('concurrent openings and closings are all counted', async () => {
  const made = await Promise.all(
    Array.from({ length: 30 }, () => createListedDomain(service, ownerId)),
  );
  await right(30);
  const close = (domainId: string) =>
    service.as(ownerId)(`mutation ($id: ID!) { closeListing(id: $id) { open } }`, { id: domainId });
  const half = made.slice(0, 15);
  // Each twice concurrently: the second finds it closed.
  await Promise.all(half.flatMap(({ domainId }) => [close(domainId), close(domainId)]));
  await right(15);
});

test('an accepted offer removes its listing from the count, and a listing opened twice counts once', async () => {
  const lenderId = await createAccount(service, 'Len');
  const { offerId } = await createOfferedDomain(service, { ownerId, lenderId });
  await right(16);
  expectData(await acceptOffer(service.as(ownerId), offerId));
  await right(15);
  const domainId = addDomain(service, ownerId);
  await Promise.all([1, 2, 3].map(() => openListing(service.as(ownerId), domainId)));
  await right(16);
});

test('a rolled-back transaction does not change the count', async () => {
  const { listingId } = await createListedDomain(service, ownerId);
  const broken = commit(async (tx) => {
    await endListing(await listings.get(listingId, tx), { reason: 'REMOVED' }, tx);
    throw new Error('a crash');
  });
  await assert.rejects(broken, /a crash/);
  await right(17);
});

test('a start corrects the count once, even with several replicas', async () => {
  await listings.raw.updateOne({ status: 'OPEN' }, { $set: { status: 'CLOSED' } });
  assert.deepEqual(await compareOpenCount(), { stored: 17, actual: 16 });
  const differences = await Promise.all([repairOpenCount(), repairOpenCount(), repairOpenCount()]);
  assert.deepEqual(differences.sort(), [-1, 0, 0].sort());
  await right(16);
});

test('a repair loses no concurrent openings', async () => {
  await openCounts.raw.deleteMany({});
  const work = Array.from({ length: 20 }, () => createListedDomain(service, ownerId));
  await Promise.all([repairOpenCount(), ...work, repairOpenCount()]);
  await right(36);
});

test('the operator reads the difference and repairs it idempotently', async () => {
  await serviceContext.commit((tx) => adjustOpenCount('no-listing', 1, tx));
  const read = await callReconcile(service.url, 'read', { name: 'counts' });
  assert.deepEqual(read.body.rows, [{ id: 'open-listings', stored: 37, actual: 36 }]);
  const repair = () => callReconcile(service.url, 'repair', { name: 'repair-count', input: {} });
  assert.match((await repair()).body.done, /changed by -1/);
  assert.equal((await repair()).body.done, null);
  await right(36);
});

test('the count is never negative', async () => {
  await openCounts.raw.updateOne({}, { $inc: { count: -100 } });
  assert.equal(await readOpenCount(), 0);
  await repairOpenCount();
  await right(36);
});
