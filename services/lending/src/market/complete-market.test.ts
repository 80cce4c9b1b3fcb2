/** The backfill of old listings and offers at the next start. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clockOffsetMs, moveClock, resetClock } from '@nameloan/runtime/clock';
import { jobs } from '../jobs.ts';
import { listings } from '../listing/listing.model.ts';
import { offers } from '../offer/offer.model.ts';
import { serviceContext } from '../service-context.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createOfferedDomain,
  expectData,
  listEventsAbout,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(async () => {
  resetClock();
  await service.stop();
});

/** Runs the recurring jobs as a start does. */
async function startAgain(): Promise<void> {
  for (const kind of jobs.recurring) await serviceContext.store.jobs.addRecurring(kind);
  await service.settle();
}

async function fromBefore() {
  const [ownerId, lenderId] = [
    await createAccount(service, 'Bea'),
    await createAccount(service, 'Len'),
  ];
  const { listingId, offerId } = await createOfferedDomain(service, { ownerId, lenderId });
  const unset = { $unset: { transferFeeCents: '', maxYears: '' } };
  await listings.raw.collection.updateOne({ _id: listingId as never }, unset);
  await offers.raw.collection.updateOne({ _id: offerId as never }, unset);
  const jobs = serviceContext.store.connection.collection<{ _id: string }>('jobs');
  await jobs.deleteOne({ _id: `expire-offer:${offerId}` });
  return { listingId, offerId, lenderId };
}

test('an old open listing gets its fee and its maximum registration period, and its offer the fee', async () => {
  const { listingId, offerId, lenderId } = await fromBefore();
  const shown = async () =>
    expectData(
      await service.as(lenderId)(`{ listing(id: "${listingId}") { disclosure { transferFee } } }`),
    ).listing.disclosure.transferFee;
  assert.equal(await shown(), 0);
  await startAgain();
  assert.equal(await shown(), 1_200);
  assert.equal((await listings.get(listingId)).maxYears, 10);
  assert.equal((await offers.get(offerId)).transferFeeCents, 1_200);
});

test('an old unanswered offer expires with one event', async () => {
  const { offerId } = await fromBefore();
  await startAgain();
  assert.equal(listEventsAbout(service, 'lending.offer.expired', { offerId }).length, 0);
  moveClock(clockOffsetMs() + 8 * 86_400_000);
  await service.settle();
  await startAgain();
  assert.equal(listEventsAbout(service, 'lending.offer.expired', { offerId }).length, 1);
  assert.equal((await offers.get(offerId)).status, 'EXPIRED');
});
