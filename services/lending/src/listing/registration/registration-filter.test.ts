/** Listings are found by the registration of their domains, which domains reports. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Event, EventData } from '@nameloan/contracts/events';
import { now } from '@nameloan/runtime/clock';
import { asTest } from '@nameloan/testkit/database/query-plans';
import type { TestLending } from '../../testing/start-lending.ts';
import {
  addDomain,
  buildEvent,
  createAccount,
  expectData,
  openListing,
  startLending,
} from '../../testing/start-lending.ts';
import { clearCountCache } from '../count-listings.ts';
import { listings } from '../listing.model.ts';

type Subject = 'domains.domain.registration-reported';
type Registration = EventData<Subject>['registration'];

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();

let service: TestLending;
let ownerId: string;
const ids: Record<string, string> = {};

before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  const registrations: Record<string, Registration> = {
    'old.com': {
      registrar: { name: 'GoDaddy.com, LLC', ianaId: 146 },
      registeredAt: daysAgo(4000),
      expiresAt: '2031-05-06T07:00:00.000Z',
      dnssec: 'SIGNED',
    },
    'young.com': {
      registrar: { name: 'Key-Systems GmbH', ianaId: 269 },
      registeredAt: daysAgo(10.1),
      expiresAt: '2030-05-06T23:59:59.000Z',
      dnssec: 'UNSIGNED',
    },
    'hidden.com': { registrar: null, registeredAt: null, expiresAt: null, dnssec: 'UNKNOWN' },
  };
  for (const [name, registration] of Object.entries(registrations))
    await addListing(name, registration);
  await addListing('unreported.com', null);
});
after(() => service.stop());

async function addListing(name: string, registration: Registration | null): Promise<string> {
  const domainId = addDomain(service, ownerId, { name, unicodeName: name, registration });
  ids[name] = domainId;
  expectData(await openListing(service.as(ownerId), domainId));
  return domainId;
}

const list = (filter: Record<string, unknown>) =>
  service.as(null)(
    `query ($filter: ListingFilter) {
      listings(filter: $filter) { total listings { domainName } }
    }`,
    { filter },
  );
async function find(filter: Record<string, unknown>): Promise<string[]> {
  clearCountCache();
  const page = expectData(await list(filter)).listings;
  assert.equal(page.total, page.listings.length);
  return page.listings.map((one: { domainName: string }) => one.domainName.split('.')[0]);
}

const filters: [Record<string, unknown>, string[]][] = [
  [{ registrar: 'godaddy' }, ['old']],
  [{ registrar: ' GoDaddy.com, LLC ' }, ['old']],
  [{ registrar: 'llc go' }, ['old']],
  [{ registrar: 'daddy' }, []],
  [{ registrar: '146' }, ['old']],
  [{ registrar: 'IANA 269' }, ['young']],
  [{ registrar: '14' }, []],
  [{ registrar: 'key-systems', text: 'you com' }, ['young']],
  [{ registrar: '.*' }, []],
  [{ minAgeDays: 10 }, ['young', 'old']],
  [{ minAgeDays: 11 }, ['old']],
  [{ minAgeDays: 36_500 }, []],
  [{ expiresAfter: '2030-05-05' }, ['young', 'old']],
  [{ expiresAfter: '2030-05-06' }, ['old']],
  [{ expiresAfter: '9999-12-31' }, []],
  [{ dnssec: 'SIGNED' }, ['old']],
  [{ dnssec: 'UNSIGNED' }, ['young']],
  [{ dnssec: 'UNSIGNED', minAgeDays: 100 }, []],
  [{ registrar: '', minAgeDays: null }, ['unreported', 'hidden', 'young', 'old']],
];
for (const [filter, expected] of filters) {
  test(`the filter ${JSON.stringify(filter)} finds ${expected.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual(await find(filter), expected);
  });
}

test('invalid values are errors of their fields', async () => {
  const errorsOf = async (filter: Record<string, unknown>) => {
    const { code, fields } = await list(filter);
    return [code, Object.keys(fields ?? {})];
  };
  const registrars = ['x'.repeat(254), 'a\u0000b', 'a b c d e f g h i'];
  for (const registrar of registrars)
    assert.deepEqual(await errorsOf({ registrar }), ['INVALID_INPUT', ['registrar']]);
  for (const minAgeDays of [-1, 36_501, 2 ** 31 - 1])
    assert.deepEqual(await errorsOf({ minAgeDays }), ['INVALID_INPUT', ['minAgeDays']]);
  for (const wrong of [{ dnssec: 'UNKNOWN' }, { expiresAfter: '2030-02-30' }, { minAgeDays: 0.5 }])
    assert.equal((await list(wrong)).code, 'INVALID_INPUT');
});

const report = (domainId: string, ianaId: number, version: number): Event<Subject> =>
  buildEvent(
    'domains.domain.registration-reported',
    {
      ...{ domainId, accountId: ownerId, name: 'later.com' },
      registration: {
        registrar: { name: `Registrar ${ianaId}`, ianaId },
        registeredAt: daysAgo(100),
        expiresAt: null,
        dnssec: 'SIGNED',
      },
    },
    { version },
  );

test('the newest report counts, in any order of arrival and twice', async () => {
  const domainId = await addListing('later.com', null);
  const [older, newer] = [report(domainId, 7001, 5), report(domainId, 7002, 6)];
  for (const one of [newer, older, newer]) await service.bus.publish(one);
  assert.deepEqual(await find({ registrar: '7002' }), ['later']);
  assert.deepEqual(await find({ registrar: '7001' }), []);
  await service.bus.publish(report(domainId, 7001, 7));
  assert.deepEqual(await find({ registrar: '7001' }), ['later']);
});

test('an event of before the reply on which the listing opened changes nothing', async () => {
  const registration = report('', 7100, 0).data.registration;
  const domainId = addDomain(service, ownerId, { name: 'reply.com', version: 4, registration });
  expectData(await openListing(service.as(ownerId), domainId));
  await service.bus.publish(report(domainId, 7101, 4));
  assert.deepEqual(await find({ registrar: '7101' }), []);
  assert.deepEqual(await find({ registrar: '7100' }), ['reply']);
});

test('a report about a listing that has closed changes nothing', async () => {
  const domainId = await addListing('closed.com', null);
  const close = 'mutation ($id: ID!) { closeListing(id: $id) { open } }';
  expectData(await service.as(ownerId)(close, { id: domainId }));
  await service.bus.publish(report(domainId, 7200, 9));
  const closed = await listings.raw.findOne({ domainId }, null, asTest).lean();
  assert.equal(closed?.registration ?? null, null);
});

test('a listing of an earlier release is found by its next report', async () => {
  const domainId = await addListing('former.com', null);
  await listings.raw.updateOne({ domainId }, { $unset: { registration: '' } } as never, asTest);
  assert.deepEqual(await find({ registrar: '7300' }), []);
  await service.bus.publish(report(domainId, 7300, 2));
  assert.deepEqual(await find({ registrar: '7300' }), ['former']);
});
