/** Closing a listing: by its owner, or because its domain is no longer eligible. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  buildEvent,
  createAccount,
  createOfferedDomain,
  expectData,
  listEventsAbout,
  makeOffer,
  openListing,
  publishTwice,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let ownerId: string;
let lenderId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  lenderId = await createAccount(service, 'Len Lender');
});
after(() => service.stop());

const listed = () => createOfferedDomain(service, { ownerId, lenderId });

const close = (accountId: string | null, id: string) =>
  service.as(accountId)(`mutation ($id: ID!) { closeListing(id: $id) { id open } }`, { id });

const isOpen = async (id: string) =>
  expectData(await service.as(null)(`query ($id: ID!) { listing(id: $id) { open } }`, { id }))
    .listing.open;

const statusOf = async (id: string) =>
  expectData(await service.as(lenderId)(`query ($id: ID!) { offer(id: $id) { status } }`, { id }))
    .offer.status;

for (const by of ['listingId', 'domainId'] as const) {
  test(`an owner closes a listing by ${by}; pending offers are denied with an event`, async () => {
    const made = await listed();
    assert.deepEqual(expectData(await close(ownerId, made[by])).closeListing, {
      id: made.listingId,
      open: false,
    });
    assert.equal(await isOpen(made.listingId), false);
    assert.equal(await statusOf(made.offerId), 'DENIED');
    const { offerId } = made;
    const published = await service.event(
      'lending.offer.denied',
      (data) => data.offerId === offerId,
    );
    assert.deepEqual(
      [published.data.reason, published.data.lenderId],
      ['LISTING_CLOSED', lenderId],
    );
    await service.event(
      'lending.listing.closed',
      (data) => data.listingId === made.listingId && data.reason === 'REMOVED',
    );
  });
}

test('closing another user’s listing returns NOT_FOUND', async () => {
  const made = await listed();
  assert.equal((await close(null, made.listingId)).code, 'UNAUTHENTICATED');
  for (const id of [made.listingId, made.domainId, 'no-such-id']) {
    const answer = await close(lenderId, id);
    assert.deepEqual([answer.code, answer.message], ['NOT_FOUND', 'There is no such listing.']);
  }
  assert.equal(await isOpen(made.listingId), true);
});

test('eight concurrent closings close a listing once', async () => {
  const made = await listed();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => close(ownerId, made.listingId)),
  );
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  assert.equal(answers.filter(({ code }) => code === 'CONFLICT').length, 7);
  await service.settle();
  const { listingId } = made;
  assert.equal(listEventsAbout(service, 'lending.listing.closed', { listingId }).length, 1);
});

test('an offer made while the listing closes is denied or rejected, never left pending', async () => {
  for (let round = 0; round < 5; round++) {
    const domainId = addDomain(service, ownerId);
    const { openListing: listing } = expectData(await openListing(service.as(ownerId), domainId));
    const [offered] = await Promise.all([
      makeOffer(service.as(lenderId), domainId),
      close(ownerId, listing.id),
    ]);
    if (offered.code === undefined) {
      assert.equal(await statusOf(offered.data.makeOffer.id), 'DENIED');
    } else assert.equal(offered.code, 'NOT_FOUND');
  }
});

const lossOfProof = { reason: { code: 'RECORD_GONE', formerText: null } } as const;
const closing = [
  ['domains.domain.proof-lost', 'PROOF_LOST', lossOfProof],
  ['domains.domain.eligibility-lost', 'NOT_ELIGIBLE', { reasons: ['HOLD'], registrar: null }],
  ['domains.domain.removed', 'DOMAIN_GONE', {}],
  ['domains.domain.transferred-out', 'DOMAIN_GONE', {}],
  ['domains.domain.transfer-out-started', 'TRANSFER_OUT', { sealedAuthCode: 'sealed' }],
  [
    'domains.domain.push-offered',
    'TRANSFER_OUT',
    {
      ...{ pushId: 'p1', toAccountId: null },
      ...{ acceptableFrom: '2026-11-21T23:30:00.000Z', expiresAt: '2026-11-28T23:30:00.000Z' },
    },
  ],
  ['domains.domain.pushed', 'DOMAIN_GONE', { pushId: 'p1', fromAccountId: 'former' }],
  [
    'domains.domain.custody-lost',
    'DOMAIN_GONE',
    { reason: { code: 'DELETED', formerText: null }, escrowId: null },
  ],
] as const;
for (const [subject, reason, more] of closing) {
  test(`${subject} closes the listing once, even if delivered repeatedly`, async () => {
    const { domainId, listingId, offerId } = await listed();
    const data = { domainId, accountId: ownerId, name: `${domainId}.com`, ...more };
    await publishTwice(
      service,
      buildEvent(subject, data as never, { aggregateId: domainId, version: 2 }),
    );
    await service.bus.publish(
      buildEvent(subject, data as never, { aggregateId: domainId, version: 2 }),
    );
    assert.equal(await isOpen(listingId), false);
    assert.equal(await statusOf(offerId), 'DENIED');
    await service.settle();
    const closed = listEventsAbout(service, 'lending.listing.closed', { listingId });
    assert.deepEqual(
      closed.map((event) => (event.data as { reason: string }).reason),
      [reason],
    );
  });
}

test('a loss of proof older than the listing does not close it', async () => {
  const { domainId, listingId } = await listed();
  const data = { domainId, accountId: ownerId, name: `${domainId}.com`, ...lossOfProof };
  await publishTwice(service, buildEvent('domains.domain.proof-lost', data, { version: 1 }));
  assert.equal(await isOpen(listingId), true);
  expectData(await makeOffer(service.as(await createAccount(service, 'Lea Lender')), domainId));
});
