/** Opening a listing: the reply from domains decides, and so do events that arrive before the commit. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asTest } from '@nameloan/testkit/database/query-plans';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  buildEvent,
  createAcceptedLoan,
  createAccount,
  expectData,
  listEventsAbout,
  openListing,
  startLending,
} from '../testing/start-lending.ts';
import { listings } from './listing.model.ts';

let service: TestLending;
let ownerId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
});
after(() => service.stop());

test('an owner lists a proven domain, and the listing does not reveal the owner', async () => {
  const names = { name: 'xn--mnchen-3ya.de', unicodeName: 'münchen.de', midCents: 80_000 };
  const domainId = addDomain(service, ownerId, names);
  const { openListing: listing } = expectData(await openListing(service.as(ownerId), domainId));
  assert.equal(listing.domainName, 'xn--mnchen-3ya.de');
  assert.equal(listing.unicodeName, 'münchen.de');
  assert.deepEqual(listing.domain, { id: domainId });
  assert.equal(listing.desiredAmount, 500_000);
  assert.equal(listing.disclosure.repays, 514_795);
  assert.equal(listing.open, true);
  const stored = await listings.get(listing.id);
  assert.deepEqual([stored.suffix, stored.labelLength], ['de', 7]);
  assert.deepEqual([stored.midCents, stored.ltvBps], [80_000, 62_500]);
  const opened = await service.event(
    'lending.listing.opened',
    (data) => data.listingId === listing.id,
  );
  assert.equal(opened.data.borrowerId, ownerId);
});

test('a domain in custody can be listed as well', async () => {
  const domainId = addDomain(service, ownerId, { status: 'CUSTODY_PAID' });
  expectData(await openListing(service.as(ownerId), domainId));
});

test('all terms out of bounds are named, and nothing is listed', async () => {
  const domainId = addDomain(service, ownerId);
  const terms = { amount: 99, term: 3_651, rate: 10_001 };
  const answer = await openListing(service.as(ownerId), domainId, terms);
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(answer.fields, {
    desiredAmount: 'Choose an amount from $1 to $10,000,000.',
    desiredTerm: 'Choose a term from 1 to 3,650 whole days.',
    desiredRate: 'Choose a rate from 0% to 100%.',
  });
  assert.equal(await listings.raw.countDocuments({ domainId }, asTest), 0);
});

test('terms of the wrong type are rejected', async () => {
  const domainId = addDomain(service, ownerId);
  for (const terms of [
    { amount: '500' },
    { amount: 1.5 },
    { term: 1e12 },
    { rate: { $ne: null } },
  ]) {
    const answer = await openListing(service.as(ownerId), domainId, terms);
    assert.equal(answer.code, 'INVALID_INPUT');
  }
});

test('visitors cannot list, and users can list only their own domains', async () => {
  const domainId = addDomain(service, ownerId);
  assert.equal((await openListing(service.as(null), domainId)).code, 'UNAUTHENTICATED');
  const other = await createAccount(service, 'Otto Other');
  assert.equal((await openListing(service.as(other), domainId)).code, 'NOT_FOUND');
  for (const id of ['no-such-id', '', 'x'.repeat(10_000)]) {
    assert.equal((await openListing(service.as(ownerId), id)).code, 'NOT_FOUND');
  }
});

const unfit: [Parameters<typeof addDomain>[2], string][] = [
  [{ status: 'EXTERNAL_UNVERIFIED' }, 'Verify this domain before you list it.'],
  [{ status: 'IN_ESCROW' }, 'This domain is in escrow and cannot be listed.'],
  [{ reservedFor: 'some-loan' }, 'This domain is reserved for a loan.'],
  [{ status: 'CUSTODY_PAID', pendingTransfer: 'OUT' }, 'This domain is being transferred out.'],
  [
    { holdable: false, unicodeName: 'a.xyz' },
    'Nameloan cannot hold .xyz domains yet, so this one cannot secure a loan.',
  ],
  [
    { diligence: ['TRANSFER_LOCK'], lockedUntil: '2027-04-20T00:00:00.000Z' },
    'This domain was transferred recently. Its lock ends after the 30 days in which it must reach us. The lock ends on April 20, 2027.',
  ],
];
for (const [eligibility, sentence] of unfit) {
  test(`it is a conflict to list a domain of which domains says ${JSON.stringify(eligibility)}`, async () => {
    const domainId = addDomain(service, ownerId, eligibility);
    const answer = await openListing(service.as(ownerId), domainId);
    assert.deepEqual([answer.code, answer.message], ['CONFLICT', sentence]);
  });
}

test('eight concurrent openings of one domain give one listing and seven conflicts', async () => {
  const domainId = addDomain(service, ownerId);
  const call = service.as(ownerId);
  const answers = await Promise.all(Array.from({ length: 8 }, () => openListing(call, domainId)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  for (const { code, message } of answers.filter((one) => one.code !== undefined)) {
    assert.deepEqual([code, message], ['CONFLICT', 'This domain is already listed.']);
  }
  await service.settle();
  assert.equal(listEventsAbout(service, 'lending.listing.opened', { domainId }).length, 1);
});

test('a domain that secures an open loan cannot be listed, even before domains knows the loan', async () => {
  const loan = await createAcceptedLoan(service);
  const answer = await openListing(loan.borrower, loan.domainId);
  assert.deepEqual(
    [answer.code, answer.message],
    ['CONFLICT', 'This domain is reserved for a loan.'],
  );
});

test('a proof lost between the reply and the commit makes the request repeat', async () => {
  const domainId = addDomain(service, ownerId);
  const reason = { code: 'RECORD_GONE', formerText: null } as const;
  const eventData = { domainId, accountId: ownerId, name: `${domainId}.com`, reason };
  const lost = buildEvent('domains.domain.proof-lost', eventData, {
    aggregateId: domainId,
    version: 7,
  });
  const stop = await service.bus.handleRequests('domains.listing-eligibility', async () => {
    const before = service.eligibilities.get(domainId);
    service.eligibilities.set(domainId, domainAfterLoss(domainId));
    const isFirstRequest = before?.status === 'EXTERNAL_VERIFIED';
    // The loss arrives after the reply from domains and before the commit.
    if (isFirstRequest) await service.bus.publish({ ...lost, at: new Date().toISOString() });
    return { ok: true, data: before };
  });
  const answer = await openListing(service.as(ownerId), domainId);
  await stop();
  await service.answerEligibility();
  assert.deepEqual(
    [answer.code, answer.message],
    ['CONFLICT', 'Verify this domain before you list it.'],
  );
  assert.equal(await listings.raw.countDocuments({ domainId }, asTest), 0);
});

test('an estimate between the reply and the commit is the one by which the listing is found', async () => {
  const domainId = addDomain(service, ownerId, { midCents: 80_000 });
  const estimate = buildEvent(
    'domains.domain.appraised',
    {
      ...{ domainId, accountId: ownerId, name: `${domainId}.com` },
      ...{ lowCents: 500_000, midCents: 1_000_000, highCents: 2_000_000 },
      appraisedAt: '2026-01-01T00:00:00.000Z',
    },
    { aggregateId: domainId, version: 7 },
  );
  const stop = await service.bus.handleRequests('domains.listing-eligibility', async () => {
    await service.bus.publish(estimate);
    return { ok: true, data: service.eligibilities.get(domainId) };
  });
  const { openListing: listing } = expectData(await openListing(service.as(ownerId), domainId));
  await stop();
  await service.answerEligibility();
  const { midCents, ltvBps } = await listings.get(listing.id);
  assert.deepEqual([midCents, ltvBps], [1_000_000, 5_000]);
});

function domainAfterLoss(domainId: string) {
  const known = service.eligibilities.get(domainId);
  assert.ok(known);
  return { ...known, status: 'EXTERNAL_UNVERIFIED' as const };
}
