/** Events with skewed clocks and in any order of commits: versions decide, never times. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { asTest } from '@nameloan/testkit/database/query-plans';
import { collaterals } from '../collateral/collateral.model.ts';
import { listings } from '../listing/listing.model.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  buildEvent,
  createAccount,
  createListedDomain,
  expectData,
  listEventsAbout,
  openListing,
  publishTwice,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let ownerId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
});
after(() => service.stop());

/** A time with three seconds of clock skew. */
const skewed = (seconds: -3 | 3) => new Date(Date.now() + seconds * 1_000);

/** Listed on a reply with version 5 of the domain. */
const listed = () => createListedDomain(service, ownerId, { version: 5 });

const closing = [
  ['domains.domain.proof-lost', { reason: { code: 'RECORD_GONE', formerText: null } }],
  ['domains.domain.removed', {}],
  ['domains.domain.transferred-out', {}],
  ['domains.domain.transfer-out-started', { sealedAuthCode: 'sealed' }],
  [
    'domains.domain.custody-lost',
    { reason: { code: 'DELETED', formerText: null }, escrowId: null },
  ],
] as const;

function closingEvent(
  [subject, more]: (typeof closing)[number],
  { domainId, version, at }: { domainId: string; version: number; at: Date },
) {
  const data = { domainId, accountId: ownerId, name: `${domainId}.com`, ...more };
  return buildEvent(subject, data as never, { aggregateId: domainId, version, at });
}

for (const which of closing) {
  for (const seconds of [-3, 3] as const) {
    test(`${which[0]} after the reply closes the listing, with ${seconds} s of clock skew`, async () => {
      const { domainId, listingId } = await listed();
      const late = closingEvent(which, { domainId, version: 6, at: skewed(seconds) });
      await publishTwice(service, late);
      assert.equal((await listings.get(listingId)).status, 'CLOSED');
      await service.settle();
      assert.equal(listEventsAbout(service, 'lending.listing.closed', { listingId }).length, 1);
    });

    test(`${which[0]} before the reply closes nothing, with ${seconds} s of clock skew`, async () => {
      const { domainId, listingId } = await listed();
      for (const version of [4, 5]) {
        await publishTwice(
          service,
          closingEvent(which, { domainId, version, at: skewed(seconds) }),
        );
      }
      assert.equal((await listings.get(listingId)).status, 'OPEN');
    });
  }
}

test('a loss that arrives before the commit, with a slow clock, makes the request repeat', async () => {
  const domainId = addDomain(service, ownerId, { version: 5 });
  const proven = service.eligibilities.get(domainId);
  assert.ok(proven);
  service.eligibilities.set(domainId, { ...proven, version: 6, status: 'EXTERNAL_UNVERIFIED' });
  let requestCount = 0;
  const stop = await service.bus.handleRequests('domains.listing-eligibility', async () => {
    requestCount += 1;
    if (requestCount > 1) return { ok: true, data: service.eligibilities.get(domainId) };
    const at = skewed(-3);
    await publishTwice(service, closingEvent(closing[0], { domainId, version: 6, at }));
    return { ok: true, data: proven };
  });
  const answer = await openListing(service.as(ownerId), domainId);
  await stop();
  await service.answerEligibility();
  assert.deepEqual([requestCount, answer.message], [2, 'Verify this domain before you list it.']);
  assert.equal(await listings.raw.countDocuments({ domainId }, asTest), 0);
});

test('a reply without a version opens a listing that any loss closes', async () => {
  const domainId = addDomain(service, ownerId);
  const { version: _, ...former } = service.eligibilities.get(
    domainId,
  ) as ReplyPayload<'domains.listing-eligibility'>;
  const stop = await service.bus.handleRequests('domains.listing-eligibility', async () => ({
    ok: true,
    data: former,
  }));
  const answer = await openListing(service.as(ownerId), domainId);
  await stop();
  await service.answerEligibility();
  const { id } = expectData(answer).openListing;
  await publishTwice(service, closingEvent(closing[0], { domainId, version: 2, at: skewed(-3) }));
  assert.equal((await listings.get(id)).status, 'CLOSED');
});

test('a domain proven again after a loss can be listed at once, even if the loss has a later time', async () => {
  const domainId = addDomain(service, ownerId, { version: 7 });
  await publishTwice(service, closingEvent(closing[0], { domainId, version: 6, at: skewed(3) }));
  expectData(await openListing(service.as(ownerId), domainId));
});

test('the appraisal with the higher version wins, whatever its date', async () => {
  const { domainId, listingId } = await listed();
  const appraisal = (midCents: number, { version, on }: { version: number; on: string }) =>
    buildEvent(
      'domains.domain.appraised',
      {
        ...{ domainId, accountId: ownerId, name: `${domainId}.com` },
        ...{ lowCents: 1, midCents, highCents: 200_000, appraisedAt: on },
      },
      { aggregateId: domainId, version },
    );
  const older = appraisal(1, { version: 6, on: '2026-02-01T00:00:03.000Z' });
  const newer = appraisal(100_000, { version: 7, on: '2026-02-01T00:00:00.000Z' });
  await publishTwice(service, older, newer, { ...older, id: `${older.id.slice(0, -3)}new` });
  assert.equal((await listings.get(listingId)).midCents, 100_000);
});

test('in old records without versions any loss closes the listing, and a new one can be opened', async () => {
  const { domainId, listingId } = await listed();
  const lost = closingEvent(closing[0], { domainId, version: 2, at: skewed(-3) });
  await listings.raw.collection.updateOne(
    { _id: listingId as never },
    { $unset: { domainVersion: '' }, $set: { askedAt: new Date() } },
  );
  await collaterals.raw.collection.updateOne(
    { _id: domainId as never },
    { $unset: { unfitVersion: '', appraisalVersion: '' }, $set: { unfitAt: new Date() } },
  );
  await publishTwice(service, lost);
  assert.equal((await listings.get(listingId)).status, 'CLOSED');
  expectData(await openListing(service.as(ownerId), domainId));
});
