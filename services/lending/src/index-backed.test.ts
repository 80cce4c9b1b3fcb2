/** Every list of the pages is read from an index in its order, in both directions. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inDirection, newestFirst } from '@nameloan/persistence/reads/page';
import { buildRankFilter } from './dashboard/open-loans.ts';
import { escrows } from './escrow/escrow.model.ts';
import { listings, registrarIndex } from './listing/listing.model.ts';
import { offers } from './offer/offer.model.ts';
import { byListing } from './offer/read-offers.ts';
import type { TestLending } from './testing/start-lending.ts';
import { startLending } from './testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

type Order = Record<string, 1 | -1>;
interface ExplainableModel {
  find(filter: object): {
    sort(order: Order): { limit(most: number): { explain(): Promise<unknown> } };
    hint(index: object): { explain(): Promise<unknown> };
  };
}

/** The names of all stages of the winning plan. */
async function stagesOf(model: { raw: unknown }, filter: object, order: Order): Promise<string> {
  const planned = (model.raw as ExplainableModel).find(filter).sort(order).limit(12);
  const [plan] = [await planned.explain()].flat();
  const winning = JSON.stringify(plan).match(/"winningPlan":.*/)?.[0] ?? '';
  return [...winning.matchAll(/"stage":"(\w+)"/g)].map(([, stage]) => stage).join(' ');
}

const newest: Order = newestFirst;
const person = ['borrowerId', 'lenderId'] as const;
const lists: [string, { raw: unknown }, object, Order][] = [
  ...(['amountCents', 'termDays', 'rateBps', 'midCents', 'ltvBps'] as const).map(
    (key): [string, { raw: unknown }, object, Order] => [
      `listings by ${key}`,
      listings,
      { status: 'OPEN' },
      { [key]: -1, ...newest },
    ],
  ),
  ['listings by age', listings, { status: 'OPEN' }, newest],
  ['listings without an estimate', listings, { status: 'OPEN', midCents: null }, newest],
  ['listings of an account', listings, { status: 'OPEN', borrowerId: 'a' }, newest],
  ...person.flatMap((who): [string, { raw: unknown }, object, Order][] => [
    [`offers of ${who}`, offers, { [who]: 'a' }, newest],
    [`pending offers of ${who}`, offers, { [who]: 'a', status: 'PENDING' }, newest],
    [`loans of ${who}`, escrows, { [who]: 'a' }, newest],
    [
      `loans of ${who} by rank`,
      escrows,
      { [who]: 'a' },
      { [who.replace('Id', 'Rank')]: 1, _id: 1 },
    ],
    [
      `open loans of ${who} by rank`,
      escrows,
      buildRankFilter('a', who, 'CLOSED'),
      { [who.replace('Id', 'Rank')]: 1, _id: 1 },
    ],
    [`loans of ${who} in one status`, escrows, { [who]: 'a', status: 'NEW' }, newest],
  ]),
  [
    'pending offers by listing',
    offers,
    { borrowerId: 'a', status: 'PENDING', expiresAt: { $gt: new Date() } },
    byListing,
  ],
  [
    'loans of a lender whose money was received',
    escrows,
    { lenderId: 'a', status: { $in: ['LOAN_POSTED'] }, 'receipt.at': { $exists: true } },
    newest,
  ],
  [
    'disputes',
    escrows,
    { status: 'ESCALATED', 'escalation.at': { $exists: true } },
    { 'escalation.at': 1, _id: 1 },
  ],
];

const registrations: [string, object][] = [
  ['plan', { 'plan.kind': 'INSTALMENTS' }],
  ['IANA id', { 'registration.registrarId': 146 }],
  ['DNSSEC', { 'registration.dnssec': 'SIGNED' }],
];
for (const [name, filter] of registrations)
  lists.push([`listings by ${name}`, listings, { status: 'OPEN', ...filter }, newest]);

for (const [name, model, filter, order] of lists) {
  test(`${name}: an index gives the order in both directions`, async () => {
    for (const direction of ['DESC', 'ASC'] as const) {
      const stages = await stagesOf(model, filter, inDirection(order, direction));
      assert.match(stages, /IXSCAN/, stages);
      assert.doesNotMatch(stages, /SORT\b|COLLSCAN/, stages);
    }
  });
}

test('counts of listings by one filter on the registration or the plan read its index', async () => {
  const filters: [object, string][] = [
    [{ 'registration.registrarId': 146 }, 'status_1_registration.registrarId_-1'],
    [
      { 'registration.registeredAt': { $lte: new Date() } },
      'status_1_registration.registeredAt_-1',
    ],
    [{ 'registration.expiresAt': { $gte: new Date() } }, 'status_1_registration.expiresAt_-1'],
    [{ 'registration.dnssec': 'SIGNED' }, 'status_1_registration.dnssec_-1'],
    [{ 'plan.kind': 'INSTALMENTS' }, 'status_1_plan.kind_1'],
    [{ 'plan.kind': { $in: [null, 'BULLET'] } }, 'status_1_plan.kind_1'],
  ];
  for (const [filter, index] of filters) {
    const planned = (listings.raw as never as ExplainableModel).find({ status: 'OPEN', ...filter });
    const plan = JSON.stringify(await planned.sort({}).limit(10_001).explain());
    const used = /"winningPlan":.*"indexName":"([^"]+)"/.exec(plan)?.[1] ?? plan;
    assert.ok(used.startsWith(index), used);
  }
});

test('a word of a registrar’s name is found by the index of such words', async () => {
  const word = { $elemMatch: { $gte: 'go', $lt: 'gp' } };
  const filter = { status: 'OPEN', 'registration.registrarWords': word } as const;
  assert.equal(await listings.countUpTo(filter, 10, registrarIndex), 0);
  const find = (listings.raw as never as ExplainableModel).find(filter);
  const plan = JSON.stringify(await find.hint(registrarIndex).explain());
  assert.match(plan, /"winningPlan":.*"indexName":"registration.registrarWords_1"/);
});

test('the hourly job reads open listings by an index of theirs', async () => {
  const find = (listings.raw as never as ExplainableModel).find({
    status: 'OPEN',
    _id: { $gt: '' },
  });
  const plan = JSON.stringify(await find.sort({ _id: 1 }).limit(100).explain());
  assert.match(plan, /"winningPlan":.*"indexName":"status_1__id_1"/);
});

test('the first steps of an account are found by an index', async () => {
  assert.match(await stagesOf(listings, { borrowerId: 'a' }, { _id: 1 }), /IXSCAN/);
});

test('open and finished loans and offers of an account are found by an index', async () => {
  for (const who of person) {
    const open = { [who]: 'a', status: { $in: ['NEW', 'LOAN_POSTED'] } };
    assert.match(await stagesOf(escrows, open, newest), /IXSCAN/);
    const over = [
      { status: { $in: ['DENIED'] } },
      { status: 'PENDING', expiresAt: { $lte: new Date() } },
    ];
    assert.match(await stagesOf(offers, { [who]: 'a', $or: over }, newest), /IXSCAN/);
  }
});
