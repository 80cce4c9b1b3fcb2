/** Reading public listings: filters, sort orders, pages and privacy of owners. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { asTest } from '@nameloan/testkit/database/query-plans';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  buildEvent,
  createAccount,
  expectData,
  openListing,
  startLending,
} from '../testing/start-lending.ts';
import { clearCountCache } from './count-listings.ts';
import { listings } from './listing.model.ts';
import { repairOpenCount } from './open-count.ts';
import { listSearchWords } from './search-words.ts';
import { watchListings } from './watch-listings.ts';

let service: TestLending;
let ownerId: string;
const ids: Record<string, string> = {};
const rows = [
  { name: 'aa.com', amount: 100_000, term: 30, rate: 1_000, midCents: 5_000 },
  { name: 'harbor.com', amount: 300_000, term: 10, rate: 2_000, midCents: null },
  { name: 'boats.co.uk', amount: 200_000, term: 90, rate: 500, midCents: 90_000 },
  { name: 'xn--mnchen-3ya.de', amount: 200_000, term: 60, rate: 1_500, midCents: 7_000 },
];

before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  for (const { name, midCents, ...terms } of rows) {
    const unicodeName = name === 'xn--mnchen-3ya.de' ? 'münchen.de' : name;
    const domainId = addDomain(service, ownerId, { name, unicodeName, midCents });
    ids[name] = domainId;
    expectData(await openListing(service.as(ownerId), domainId, terms));
  }
});
after(() => service.stop());

const list = (variables: Record<string, unknown>, accountId: string | null = null) =>
  service.as(accountId)(
    `query ($page: Int! = 1, $limit: Int! = 12, $filter: ListingFilter, $sort: ListingSort! = NEWEST, $direction: SortDirection! = DESC) {
      listings(page: $page, limit: $limit, filter: $filter, sort: $sort, direction: $direction) {
        listings { domainName } pages total totalExact
      }
    }`,
    variables,
  );
const names = async (variables: Record<string, unknown>) =>
  expectData(await list(variables)).listings.listings.map(
    (one: { domainName: string }) => one.domainName,
  );
const newest = rows.map(({ name }) => name).reverse();

test('anyone reads open listings, newest first', async () => {
  assert.deepEqual(await names({}), newest);
});

test('pages start at one, there is at least one, and later pages are empty', async () => {
  const second = expectData(await list({ page: 2, limit: 3 })).listings;
  assert.deepEqual(second, {
    listings: [{ domainName: 'aa.com' }],
    pages: 2,
    total: 4,
    totalExact: true,
  });
  const past = expectData(await list({ page: 9, limit: 3 })).listings;
  assert.deepEqual(past, { listings: [], pages: 2, total: 4, totalExact: true });
  const far = expectData(await list({ page: 2 ** 31 - 1, limit: 100 })).listings;
  assert.deepEqual(far, { listings: [], pages: 1, total: 4, totalExact: true });
  const none = expectData(await list({ filter: { text: 'nothing has this' } })).listings;
  assert.deepEqual(none, { listings: [], pages: 1, total: 0, totalExact: true });
});

test('a page or limit out of range and too long texts are all named', async () => {
  const filter = { text: 'x'.repeat(300), suffix: 'y'.repeat(300) };
  const answer = await list({ page: 0, limit: 101, filter });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(Object.keys(answer.fields ?? {}).sort(), ['limit', 'page', 'suffix', 'text']);
  assert.equal((await list({ page: -1 })).code, 'INVALID_INPUT');
  assert.equal((await list({ filter: { text: { $ne: null } } })).code, 'INVALID_INPUT');
});

test('control characters in filters are rejected, since MongoDB rejects patterns with a null character', async () => {
  const answer = await list({ filter: { text: 'a\u0000b', suffix: 'c\u0000m' } });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(Object.keys(answer.fields ?? {}).sort(), ['suffix', 'text']);
});

test('more than eight search words are rejected', async () => {
  const words = (many: number) => Array.from({ length: many }, (_, at) => `w${at}`).join(' ');
  assert.equal((await list({ filter: { text: words(8) } })).code, undefined);
  assert.deepEqual((await list({ filter: { text: words(9) } })).fields, {
    text: 'Search for at most 8 words at a time.',
  });
});

const filters: [Record<string, unknown>, string[]][] = [
  [{ suffix: 'com' }, ['harbor.com', 'aa.com']],
  [{ suffix: '.CO.UK' }, ['boats.co.uk']],
  [{ text: 'BOA' }, ['boats.co.uk']],
  [{ text: 'MÜNCH' }, ['xn--mnchen-3ya.de']],
  [{ text: 'xn--mn' }, ['xn--mnchen-3ya.de']],
  [{ text: 'ünch' }, []],
  [{ text: 'arbor' }, []],
  [{ text: '.co' }, ['boats.co.uk', 'harbor.com', 'aa.com']],
  [{ text: 'co.uk' }, ['boats.co.uk']],
  [{ text: 'aa.' }, ['aa.com']],
  [{ text: '.*' }, []],
  [{ text: 'uk boa' }, ['boats.co.uk']],
  [{ text: 'co bo', minTerm: 31 }, ['boats.co.uk']],
  [{ text: 'harbor uk' }, []],
  [{ minAmount: 200_000, maxAmount: 200_000 }, ['xn--mnchen-3ya.de', 'boats.co.uk']],
  [{ minTerm: 31 }, ['xn--mnchen-3ya.de', 'boats.co.uk']],
  [{ maxRate: 1_000 }, ['boats.co.uk', 'aa.com']],
  [{ minLength: 7, maxLength: 7 }, ['xn--mnchen-3ya.de']],
  [{ suffix: 'com', maxLength: 2 }, ['aa.com']],
  [{ minValue: 7_000 }, ['xn--mnchen-3ya.de', 'boats.co.uk']],
  [{ maxValue: 7_000 }, ['xn--mnchen-3ya.de', 'aa.com']],
  [{ minLtv: 200_000 }, ['xn--mnchen-3ya.de', 'aa.com']],
  [{ maxLtv: 22_223 }, ['boats.co.uk']],
  [{ maxLtv: 22_222 }, []],
  [{ maxLtv: 1_000_000_000 }, ['xn--mnchen-3ya.de', 'boats.co.uk', 'aa.com']],
  [{ suffix: 'com', maxLtv: 200_000 }, ['aa.com']],
  [{ text: 'co', minLtv: 0 }, ['boats.co.uk', 'aa.com']],
  [{ suffix: '', text: ' ' }, newest],
];
for (const [filter, expected] of filters) {
  test(`the filter ${JSON.stringify(filter)} leaves ${expected.length}`, async () => {
    assert.deepEqual(await names({ filter }), expected);
    assert.equal(expectData(await list({ filter })).listings.total, expected.length);
  });
}

const errorsOf = async (filter: Record<string, number>) => {
  const reply = await list({ filter });
  return [reply.code, reply.fields];
};

for (const name of ['Amount', 'Term', 'Rate', 'Length', 'Value', 'Ltv']) {
  test(`a reversed range of the filter by ${name.toLowerCase()} is an error of both fields`, async () => {
    const [min, max] = [`min${name}`, `max${name}`];
    const sentence = 'The minimum is higher than the maximum.';
    const fields = { [min]: sentence, [max]: sentence };
    assert.deepEqual(await errorsOf({ [min]: 6, [max]: 5 }), ['INVALID_INPUT', fields]);
    assert.deepEqual(await errorsOf({ [min]: 0, [max]: 0 }), [undefined, undefined]);
  });
}

test('a value or an LTV below 0 is an error of its field', async () => {
  for (const bound of ['minValue', 'maxValue', 'minLtv', 'maxLtv']) {
    const fields = { [bound]: 'Enter a number of 0 or more.' };
    assert.deepEqual(await errorsOf({ [bound]: -1 }), ['INVALID_INPUT', fields]);
  }
});

const orders: [string, string[]][] = [
  ['AMOUNT', ['harbor.com', 'xn--mnchen-3ya.de', 'boats.co.uk', 'aa.com']],
  ['TERM', ['boats.co.uk', 'xn--mnchen-3ya.de', 'aa.com', 'harbor.com']],
  ['APY', ['harbor.com', 'xn--mnchen-3ya.de', 'aa.com', 'boats.co.uk']],
  ['VALUE', ['boats.co.uk', 'xn--mnchen-3ya.de', 'aa.com', 'harbor.com']],
  ['LTV', ['xn--mnchen-3ya.de', 'aa.com', 'boats.co.uk', 'harbor.com']],
];
for (const [sort, expected] of orders) {
  test(`the sort order ${sort} puts the largest first and equal values by age`, async () => {
    assert.deepEqual(await names({ sort }), expected);
  });
}

test('a listing is found and sorted by the newest appraisal, in any order of arrival', async () => {
  const appraisal = (midCents: number, version: number) =>
    buildEvent(
      'domains.domain.appraised',
      {
        domainId: ids['harbor.com'] ?? '',
        accountId: ownerId,
        name: 'harbor.com',
        lowCents: 1,
        midCents,
        highCents: 200_000,
        appraisedAt: '2026-01-01T00:00:00.000Z',
      },
      { version },
    );
  const older = appraisal(1, 2);
  const newer = appraisal(100_000, 3);
  for (const one of [newer, newer, older]) await service.bus.publish(one);
  assert.equal((await names({ sort: 'VALUE' }))[0], 'harbor.com');
  assert.equal((await names({ sort: 'LTV', direction: 'ASC' }))[1], 'harbor.com');
  const atLtv = { filter: { minLtv: 30_000, maxLtv: 30_000 } };
  assert.deepEqual(await names(atLtv), ['harbor.com']);
});

test('the total is exact without a filter and counted to ten thousand with one', async () => {
  const one = await listings.raw.findOne({ domainName: 'aa.com' }, null, asTest).lean();
  const before = expectData(await list({})).listings.total;
  const many = Array.from({ length: 10_001 }, (_, n) => {
    const domainName = `crowd${n}.com`;
    const named = { domainName, unicodeName: domainName };
    return { ...one, _id: newId(), domainId: newId(), ...named, words: listSearchWords(named) };
  });
  const made = many.map(({ _id }) => _id);
  await listings.raw.insertMany(many.slice(1), { lean: true });
  const counts = async (filter?: object) => {
    const { total, totalExact } = expectData(await list({ filter, limit: 100 })).listings;
    return [total, totalExact];
  };
  assert.equal(await repairOpenCount(), 10_000);
  clearCountCache();
  assert.deepEqual(await counts({ text: 'crowd' }), [10_000, true]);
  assert.deepEqual(await counts(), [before + 10_000, true]);
  await listings.raw.insertMany(many.slice(0, 1), { lean: true });
  await repairOpenCount();
  clearCountCache();
  const most = expectData(
    await list({ filter: { text: 'crowd' }, limit: 100, page: 101 }),
  ).listings;
  assert.deepEqual([most.total, most.totalExact, most.pages], [10_000, false, 100]);
  assert.equal(most.listings.length, 1, 'pages after the counted ones can be read');
  assert.deepEqual(await counts(), [before + 10_001, true]);
  await listings.raw.deleteMany({ _id: { $in: made } }, asTest);
  await repairOpenCount();
  clearCountCache();
});

test('opening and closing a listing changes the total at once', async () => {
  const before = expectData(await list({})).listings.total;
  const domainId = addDomain(service, ownerId);
  expectData(await openListing(service.as(ownerId), domainId));
  assert.equal(expectData(await list({})).listings.total, before + 1);
  expectData(
    await service.as(ownerId)(`mutation ($id: ID!) { closeListing(id: $id) { open } }`, {
      id: domainId,
    }),
  );
  assert.equal(expectData(await list({})).listings.total, before);
});

test('pages in both directions contain each listing once in one order, with and without a filter', async () => {
  const all = async (limit: number, more: object) => {
    const seen: string[] = [];
    for (let page = 1; page <= 30; page++) seen.push(...(await names({ ...more, page, limit })));
    return seen;
  };
  const domainId = addDomain(service, ownerId, { name: 'boathouse.com' });
  expectData(await openListing(service.as(ownerId), domainId));
  for (const direction of ['ASC', 'DESC'])
    for (const filter of [{}, { text: 'boat' }, { suffix: 'com' }, { minAmount: 200_000 }]) {
      const more = { filter, sort: 'TERM', direction };
      const whole = await names({ ...more, limit: 100 });
      assert.ok(whole.length > 1);
      for (const limit of [1, 2, 3]) assert.deepEqual(await all(limit, more), whole);
    }
});

test('the job backfills the search words of old listings', async () => {
  const before = await names({ filter: { text: 'harb' } });
  const unset = { $unset: { words: '' } } as never;
  await listings.raw.updateMany({ domainName: { $in: before } }, unset, asTest);
  clearCountCache();
  assert.deepEqual(await names({ filter: { text: 'harb' } }), []);
  await watchListings();
  clearCountCache();
  assert.deepEqual(await names({ filter: { text: 'harb' } }), before);
});

test('an unknown listing id returns NOT_FOUND', async () => {
  const read = (id: string) =>
    service.as(null)(`query ($id: ID!) { listing(id: $id) { domainName } }`, { id });
  assert.equal((await read('no-such-id')).code, 'NOT_FOUND');
});

test('a domain shows publicly whether it is listed, and its number of offers only to its owner', async () => {
  const entity = (accountId: string | null, id: string) =>
    service.as(accountId)(
      `query ($of: [_Any!]!) {
        _entities(representations: $of) { ... on Domain { listed offers listing { domainName } } }
      }`,
      { of: [{ __typename: 'Domain', id }] },
    );
  const id = ids['aa.com'] ?? '';
  const listing = { domainName: 'aa.com' };
  const mine = expectData(await entity(ownerId, id))._entities[0];
  assert.deepEqual(mine, { listed: true, offers: 0, listing });
  const others = expectData(await entity(await createAccount(service, 'Otto'), id))._entities[0];
  assert.deepEqual(others, { listed: true, offers: null, listing });
  assert.equal(expectData(await entity(null, id))._entities[0].offers, null);
  const unknownDomain = expectData(await entity(ownerId, 'unknown-domain'))._entities[0];
  assert.deepEqual(unknownDomain, { listed: false, offers: 0, listing: null });
});
