/** Every list of the pages is read from an index in its order, in both directions. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inDirection, newestFirst } from '@nameloan/persistence/reads/page';
import { buildRankFilter } from './dashboard/open-loans.ts';
import { escrows } from './escrow/escrow.model.ts';
import { listings } from './listing/listing.model.ts';
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

for (const [name, model, filter, order] of lists) {
  test(`${name}: an index gives the order in both directions`, async () => {
    for (const direction of ['DESC', 'ASC'] as const) {
      const stages = await stagesOf(model, filter, inDirection(order, direction));
      assert.match(stages, /IXSCAN/, stages);
      assert.doesNotMatch(stages, /SORT\b|COLLSCAN/, stages);
    }
  });
}

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
