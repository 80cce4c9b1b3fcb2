/** The order of listings by value and LTV, with and without estimates, and own listings last. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asTest } from '@nameloan/testkit/database/query-plans';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  createAccount,
  expectData,
  openListing,
  startLending,
} from '../testing/start-lending.ts';
import { clearCountCache } from './count-listings.ts';
import { listings } from './listing.model.ts';
import { watchListings } from './watch-listings.ts';

let service: TestLending;
let ownerId: string;
let otherId: string;
/** LTV 2,000%, none, 222.23% and 2,857.15% of the first owner; 50% and none of the other one. */
const rows = [
  { name: 'aa.com', amount: 100_000, term: 30, midCents: 5_000 },
  { name: 'harbor.com', amount: 300_000, term: 10, midCents: null },
  { name: 'boats.co.uk', amount: 200_000, term: 90, midCents: 90_000 },
  { name: 'mast.de', amount: 200_000, term: 60, midCents: 7_000 },
  { name: 'other.io', amount: 500_000, term: 20, midCents: 1_000_000 },
  { name: 'bare.io', amount: 500_000, term: 40, midCents: null },
];

before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  otherId = await createAccount(service, 'Otto Other');
  for (const { name, midCents, ...terms } of rows) {
    const accountId = name.endsWith('.io') ? otherId : ownerId;
    const domainId = addDomain(service, accountId, { name, midCents });
    expectData(await openListing(service.as(accountId), domainId, terms));
  }
});
after(() => service.stop());

const read = async (accountId: string | null, variables: Record<string, unknown>) => {
  const query = `query ($page: Int! = 1, $limit: Int! = 12, $filter: ListingFilter, $sort: ListingSort! = NEWEST, $direction: SortDirection! = DESC, $ownLast: Boolean! = false) {
    listings(page: $page, limit: $limit, filter: $filter, sort: $sort, direction: $direction, ownLast: $ownLast) {
      listings { domainName }
    }
  }`;
  const { listings: found } = expectData(await service.as(accountId)(query, variables));
  return found.listings.map((one: { domainName: string }) => one.domainName);
};

const ascending = { direction: 'ASC' };
const byValue = ['aa.com', 'mast.de', 'boats.co.uk', 'other.io'];
const byLtv = ['other.io', 'boats.co.uk', 'aa.com', 'mast.de'];
const unvalued = ['bare.io', 'harbor.com'];

test('listings without an estimate come last in both directions', async () => {
  for (const [sort, rising] of [
    ['VALUE', byValue],
    ['LTV', byLtv],
  ] as const) {
    assert.deepEqual(await read(null, { sort, direction: 'ASC' }), [...rising, ...unvalued]);
    assert.deepEqual(await read(null, { sort }), [...rising.toReversed(), ...unvalued]);
  }
});

test('the caller’s own listings come last on request, newest first', async () => {
  const mine = { ...ascending, sort: 'LTV', ownLast: true };
  const own = ['bare.io', 'other.io'];
  assert.deepEqual(await read(otherId, mine), [...byLtv.slice(1), 'harbor.com', ...own]);
  assert.deepEqual(await read(otherId, { ...mine, filter: { suffix: 'io' } }), own);
  assert.deepEqual(await read(otherId, { ...mine, ownLast: false }), [...byLtv, ...unvalued]);
  assert.deepEqual(await read(null, mine), [...byLtv, ...unvalued]);
});

test('pages contain each listing once in the order of the whole list', async () => {
  const orders = [
    ...['VALUE', 'LTV', 'NEWEST'].flatMap((sort) => [{ sort }, { sort, direction: 'ASC' }]),
    { ...ascending, sort: 'LTV', filter: { suffix: 'io' } },
    { ...ascending, sort: 'VALUE', filter: { text: 'co' } },
    { ...ascending, sort: 'LTV', filter: { maxLtv: 200_000 } },
  ];
  for (const order of orders)
    for (const ownLast of [false, true])
      for (const limit of [1, 2, 4]) {
        const whole = await read(otherId, { ...order, ownLast });
        const paged: string[] = [];
        for (let page = 1; page <= 7; page++)
          paged.push(...(await read(otherId, { ...order, ownLast, page, limit })));
        assert.deepEqual(paged, whole, JSON.stringify({ order, ownLast, limit }));
      }
});

test('listings of a former release match no bound on the LTV and come last, until the job fills it', async () => {
  const filter = { filter: { minLtv: 0 }, sort: 'LTV', direction: 'ASC' };
  await listings.raw.updateMany({}, { $unset: { ltvBps: '' } } as never, asTest);
  clearCountCache();
  assert.deepEqual(await read(null, filter), []);
  assert.equal((await read(null, { sort: 'LTV', direction: 'ASC' })).length, rows.length);
  await watchListings();
  clearCountCache();
  assert.deepEqual(await read(null, filter), byLtv);
});

test('the job repairs an LTV that an older release left behind after a new appraisal, and changes no other listing', async () => {
  const stored = async () => {
    const found = await listings.findMany({}, { sort: { _id: 1 } });
    return found.map(({ domainName, version, ltvBps }) => ({ domainName, version, ltvBps }));
  };
  const before = await stored();
  const appraise = (domainName: string, midCents: bigint | null) =>
    listings.raw.updateMany({ domainName }, { $set: { midCents } } as never, asTest);
  await appraise('mast.de', 100_000n);
  await appraise('boats.co.uk', null);
  await appraise('harbor.com', 100_000n);
  await watchListings();
  const repaired = { 'mast.de': 20_000, 'boats.co.uk': null, 'harbor.com': 30_000 };
  assert.deepEqual(
    await stored(),
    before.map((one) =>
      one.domainName in repaired
        ? {
            ...one,
            version: one.version + 1,
            ltvBps: repaired[one.domainName as keyof typeof repaired],
          }
        : one,
    ),
  );
  const after = await stored();
  await watchListings();
  assert.deepEqual(await stored(), after);
});
