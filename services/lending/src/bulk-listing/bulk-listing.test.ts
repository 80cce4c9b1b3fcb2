/** Bulk listings: each row by the rules of a single listing, with its result in the place of the row. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { listings } from '../listing/listing.model.ts';
import { serviceContext } from '../service-context.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  buildEvent,
  createAccount,
  createOfferedDomain,
  expectData,
  listEventsAbout,
  openListing,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let ownerId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
});
after(() => service.stop());

interface Item {
  domainId?: string | null;
  [field: string]: unknown;
}

const terms = { desiredAmount: 500_000, desiredTerm: 90, desiredRate: 1_200 };
const share = (percentOfValue: number) => ({ ...terms, desiredAmount: null, percentOfValue });

const list = (accountId: string | null, items: Item[]) =>
  service.as(accountId)(
    `mutation ($items: [ListingItem!]!) {
      openListings(items: $items) { domainId listingId error { code message } }
    }`,
    { items },
  );

interface Result {
  domainId: string | null;
  listingId: string | null;
  error: { code: string; message: string } | null;
}

const listed = async (items: Item[], accountId = ownerId): Promise<Result[]> =>
  expectData(await list(accountId, items)).openListings;

const run = (accountId: string | null, field: string, ids: string[]) =>
  service.as(accountId)(
    `mutation ($ids: [ID!]!) { ${field}(ids: $ids) { id error { code message } } }`,
    { ids },
  );

test('each row opens a listing, by an amount or a share of the estimate, with the event of a single one', async () => {
  const byAmount = addDomain(service, ownerId);
  const byShare = addDomain(service, ownerId, { midCents: 123_457 });
  const results = await listed([
    { domainId: byAmount, ...terms },
    { domainId: byShare, ...share(3_333) },
  ]);
  assert.deepEqual(
    results.map(({ domainId, error }) => ({ domainId, error })),
    [
      { domainId: byAmount, error: null },
      { domainId: byShare, error: null },
    ],
  );
  const [one, other] = await Promise.all(
    results.map(({ listingId }) => listings.get(listingId ?? '')),
  );
  assert.deepEqual([one?.amountCents, one?.termDays, one?.rateBps], [500_000, 90, 1_200]);
  assert.deepEqual([other?.amountCents, other?.ltvBps], [41_148, 3_333]);
  for (const { listingId } of results) {
    const opened = await service.event(
      'lending.listing.opened',
      (data) => data.listingId === listingId,
    );
    assert.equal(opened.data.borrowerId, ownerId);
  }
});

test('rows that cannot be listed fail alone, in the order of the rows, with the sentences of a single listing', async () => {
  const fit = () => addDomain(service, ownerId, { midCents: 100_000 });
  const unverified = addDomain(service, ownerId, { status: 'EXTERNAL_UNVERIFIED' });
  const unvalued = addDomain(service, ownerId);
  const foreign = addDomain(service, await createAccount(service, 'Otto Other'));
  const twice = fit();
  const rows: [Item, string | null, string?][] = [
    [{ domainId: fit(), ...terms }, null],
    [{ domainId: unverified, ...terms }, 'CONFLICT', 'Verify this domain before you list it.'],
    [{ domainId: foreign, ...terms }, 'NOT_FOUND', 'There is no such domain.'],
    [{ domainId: 'x'.repeat(10_000), ...terms }, 'NOT_FOUND', 'There is no such domain.'],
    [{ ...terms }, 'INVALID_INPUT', 'Required: domain_id.'],
    [
      { domainId: fit(), ...terms, percentOfValue: 5_000 },
      'INVALID_INPUT',
      'Enter an amount or a percentage of the value, not both.',
    ],
    [
      { domainId: fit(), ...terms, desiredAmount: null },
      'INVALID_INPUT',
      'Enter an amount or a percentage of the value.',
    ],
    [{ domainId: fit(), ...share(0) }, 'INVALID_INPUT', 'Choose a percentage above 0.'],
    [
      { domainId: unvalued, ...share(5_000) },
      'INVALID_INPUT',
      'There is no estimate of this domain’s value. Enter an amount instead.',
    ],
    [{ domainId: fit(), ...share(5) }, 'INVALID_INPUT', 'Choose an amount from $1 to $10,000,000.'],
    [
      { domainId: fit(), ...terms, desiredTerm: null },
      'INVALID_INPUT',
      'Choose a term from 1 to 3,650 whole days.',
    ],
    [
      { domainId: fit(), ...terms, unreadable: 'desired_term must be a whole number.' },
      'INVALID_INPUT',
      'desired_term must be a whole number.',
    ],
    [{ domainId: twice, ...terms }, null],
    [{ domainId: twice, ...terms }, 'INVALID_INPUT', 'This domain is already in an earlier row.'],
    [{ domainId: fit(), ...terms }, null],
  ];
  const results = await listed(rows.map(([item]) => item));
  assert.deepEqual(
    results.map(({ domainId, error }) => [domainId, error?.code ?? null, error?.message]),
    rows.map(([{ domainId = null }, code, message]) => [domainId, code, message]),
  );
  for (const { listingId, error } of results) assert.equal(listingId === null, error !== null);
});

test('the same call twice, and twice at once, opens each listing once', async () => {
  const items = Array.from({ length: 5 }, () => ({
    domainId: addDomain(service, ownerId),
    ...terms,
  }));
  const answers = await Promise.all([listed(items), listed(items)]);
  answers.push(await listed(items));
  for (const [index, { domainId }] of items.entries()) {
    const opened = answers.filter((results) => results[index]?.listingId);
    const rejected = answers.flatMap((results) => results[index]?.error?.message ?? []);
    assert.equal(opened.length, 1);
    assert.deepEqual(rejected, Array(2).fill('This domain is already listed.'));
    await service.settle();
    assert.equal(listEventsAbout(service, 'lending.listing.opened', { domainId }).length, 1);
  }
});

test('500 rows send one request per hundred domains, and more rows are rejected as a whole', async () => {
  const accountId = await createAccount(service, 'Pia Portfolio');
  const items = Array.from({ length: 500 }, () => ({
    domainId: addDomain(service, accountId),
    ...terms,
    desiredTerm: 0,
  }));
  const sizes: number[] = [];
  const stop = await service.bus.handleRequests('domains.listing-eligibilities', async (asked) => {
    sizes.push((asked as { domainIds: string[] }).domainIds.length);
    return { ok: true, data: { domains: [] } };
  });
  const results = await listed(items, accountId);
  await stop();
  await service.answerEligibility();
  assert.equal(results.length, 500);
  assert.deepEqual(sizes, [100, 100, 100, 100, 100]);
  const over = await list(accountId, [...items, ...items.slice(0, 1)]);
  assert.deepEqual(over.fields, { items: 'Send at most 500 at a time.' });
});

test('while domains is unreachable every row says so, and nothing is stored', async () => {
  const domainId = addDomain(service, ownerId);
  const stop = await service.bus.handleRequests('domains.listing-eligibilities', async () => ({
    ok: false,
    code: 'UNAVAILABLE',
    message: 'Try again.',
  }));
  const results = await listed([{ domainId, ...terms }]);
  await stop();
  await service.answerEligibility();
  assert.deepEqual(results, [
    { domainId, listingId: null, error: { code: 'UNAVAILABLE', message: 'Try again.' } },
  ]);
});

test('a row whose domain changes after the reply is decided by a new one', async () => {
  const domainId = addDomain(service, ownerId);
  const before = service.eligibilities.get(domainId);
  const reason = { code: 'RECORD_GONE', formerText: null } as const;
  const data = { domainId, accountId: ownerId, name: `${domainId}.com`, reason };
  const lost = buildEvent('domains.domain.proof-lost', data, { aggregateId: domainId, version: 7 });
  const stop = await service.bus.handleRequests('domains.listing-eligibilities', async () => {
    await service.bus.publish({ ...lost, at: new Date().toISOString() });
    return { ok: true, data: { domains: [before] } };
  });
  assert.ok(before);
  service.eligibilities.set(domainId, { ...before, status: 'EXTERNAL_UNVERIFIED' });
  const [result] = await listed([{ domainId, ...terms }]);
  await stop();
  await service.answerEligibility();
  assert.equal(result?.error?.message, 'Verify this domain before you list it.');
});

test('rows beyond the day’s quota of listings fail alone', async () => {
  const accountId = await createAccount(service, 'Quentin Quota');
  await spendQuota(serviceContext, 'listings', { key: accountId, left: 2 });
  const items = Array.from({ length: 3 }, () => ({
    domainId: addDomain(service, accountId),
    ...terms,
  }));
  const results = await listed(items, accountId);
  assert.deepEqual(
    results.map(({ error }) => error?.code),
    [undefined, undefined, 'TOO_MANY_REQUESTS'],
  );
  assert.match(results[2]?.error?.message ?? '', /^These were too many listings for one day\./);
});

test('rows that fail cost nothing of the quota', async () => {
  const accountId = await createAccount(service, 'Rita Rejected');
  await spendQuota(serviceContext, 'listings', { key: accountId, left: 2 });
  const unverified = () => addDomain(service, accountId, { status: 'EXTERNAL_UNVERIFIED' });
  const fit = () => addDomain(service, accountId);
  for (const domainIds of [[unverified(), unverified()], [fit(), unverified()], [fit()]]) {
    const items = domainIds.map((domainId) => ({ domainId, ...terms }));
    for (const { error } of await listed(items, accountId))
      assert.notEqual(error?.code, 'TOO_MANY_REQUESTS');
  }
  const [over] = await listed([{ domainId: fit(), ...terms }], accountId);
  assert.equal(over?.error?.code, 'TOO_MANY_REQUESTS');
});

test('listings are closed by their ids or their domains’, each id with its result', async () => {
  const lenderId = await createAccount(service, 'Len Lender');
  const [first, second] = [
    await createOfferedDomain(service, { ownerId, lenderId }),
    await createOfferedDomain(service, { ownerId, lenderId }),
  ];
  const otherId = await createAccount(service, 'Otto Other');
  const foreignId = addDomain(service, otherId);
  expectData(await openListing(service.as(otherId), foreignId));
  const ids = [first.listingId, foreignId, second.domainId, 'no-such-id', first.listingId];
  const { closeListings } = expectData(await run(ownerId, 'closeListings', ids));
  assert.deepEqual(
    closeListings.map(({ id, error }: { id: string; error: Result['error'] }) => [id, error?.code]),
    [
      [first.listingId, undefined],
      [foreignId, 'NOT_FOUND'],
      [second.domainId, undefined],
      ['no-such-id', 'NOT_FOUND'],
      [first.listingId, 'CONFLICT'],
    ],
  );
  assert.equal((await listings.get(first.listingId)).status, 'CLOSED');
  const denied = await service.event(
    'lending.offer.denied',
    (data) => data.offerId === second.offerId,
  );
  assert.equal(denied.data.reason, 'LISTING_CLOSED');
});

test('visitors get UNAUTHENTICATED as a whole', async () => {
  assert.equal((await list(null, [])).code, 'UNAUTHENTICATED');
  assert.equal((await run(null, 'closeListings', [])).code, 'UNAUTHENTICATED');
});
