/** The payment plans of listings and offers: what is stored and shown, and invalid ones with the field that is wrong. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { TestLending } from '../testing/start-lending.ts';
import { addDomain, createAccount, expectData, startLending } from '../testing/start-lending.ts';
import { listings } from './listing.model.ts';

let service: TestLending;
let ownerId: string;
let lenderId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  lenderId = await createAccount(service, 'Len Lender');
});
after(() => service.stop());

interface Terms {
  plan?: Record<string, unknown>;
  term?: number;
  amount?: number;
  rate?: number;
}

const planned = `plan period instalments balloonOf rows { day amount } early lateFee lateFeeCap defaultRate
  disclosure { repays termDays aprNominal aprEffective }`;
const named = ({ plan, term, amount = 1_000_000, rate = 1_200 }: Terms) => ({
  ...{ plan, term, amount, rate },
});

const list = (domainId: string, terms: Terms) =>
  service.as(ownerId)(
    `mutation ($domainId: ID!, $amount: Cents!, $term: Int, $rate: BasisPoints!, $plan: PlanInput) {
      openListing(domainId: $domainId, desiredAmount: $amount, desiredTerm: $term, desiredRate: $rate, plan: $plan) {
        id desiredTerm ${planned}
      }
    }`,
    { domainId, ...named(terms) },
  );
const offer = (domainId: string, terms: Terms) =>
  service.as(lenderId)(
    `mutation ($domainId: ID!, $amount: Cents!, $term: Int, $rate: BasisPoints!, $plan: PlanInput) {
      makeOffer(domainId: $domainId, amount: $amount, term: $term, rate: $rate, plan: $plan) { id term ${planned} }
    }`,
    { domainId, ...named(terms) },
  );

const months = (instalments: number) => ({ kind: 'INSTALMENTS', instalments });
const custom = (...rows: [day: number, amount: number | null][]) => ({
  kind: 'CUSTOM',
  rows: rows.map(([day, amount]) => ({ day, amount })),
});

test('a listing and an offer store and show their plan, with the totals of its payments', async () => {
  const domainId = addDomain(service, ownerId);
  const extras = { early: 'KEEP_DATES', lateFee: 500, lateFeeCap: 5_000, defaultRate: 300 };
  const wanted = { kind: 'BALLOON', period: '30D', instalments: 12, balloonOf: 36, ...extras };
  const { openListing: listing } = expectData(await list(domainId, { plan: wanted }));
  assert.equal(listing.desiredTerm, 360);
  const { plan, rows, disclosure, ...shown } = { ...listing, kind: listing.plan };
  assert.equal(rows, null);
  assert.deepEqual({ ...wanted, id: listing.id, desiredTerm: 360 }, shown);
  const stored = await listings.get(listing.id);
  assert.ok(stored.plan);
  const loan = { amountCents: 1_000_000, rateBps: 1_200, accrual: 'SIMPLE_365' } as const;
  const payments = buildPlan({ ...loan, start: new Date('2027-01-15'), plan: stored.plan });
  const total = payments.reduce((sum, { paymentCents }) => sum + paymentCents, 0);
  assert.deepEqual([disclosure.repays, disclosure.termDays], [total, 360]);
  assert.ok(disclosure.aprNominal > 12 && disclosure.aprEffective > disclosure.aprNominal);

  // The offer's plan counts, whatever the listing asks for.
  const rowsOf = custom([40, 300_000], [90, null]);
  const { makeOffer } = expectData(await offer(domainId, { plan: rowsOf }));
  assert.deepEqual([makeOffer.plan, makeOffer.term, makeOffer.period], ['CUSTOM', 90, null]);
  assert.deepEqual(makeOffer.rows, rowsOf.rows);
  const { acceptOffer } = expectData(
    await service.as(ownerId)(
      'mutation ($id: ID!) { acceptOffer(id: $id) { term plan rows { day amount } disclosure { repays } } }',
      { id: makeOffer.id },
    ),
  );
  assert.deepEqual([acceptOffer.plan, acceptOffer.term], ['CUSTOM', 90]);
  assert.deepEqual(acceptOffer.rows, rowsOf.rows);
  assert.equal(acceptOffer.disclosure.repays, makeOffer.disclosure.repays);
});

test('terms without a plan are one payment at the end of the term', async () => {
  const domainId = addDomain(service, ownerId);
  const { openListing: listing } = expectData(await list(domainId, { term: 90 }));
  assert.deepEqual([listing.plan, listing.instalments, listing.period], ['BULLET', null, null]);
  assert.equal((await listings.get(listing.id)).plan, null);
});

test('a plan is as long as the registration of its domain at most, with leap days', async () => {
  const domainId = addDomain(service, ownerId, { maxYears: 1 });
  const { code, fields } = await list(domainId, { plan: months(13) });
  assert.equal(code, 'INVALID_INPUT');
  assert.match(fields?.['plan.instalments'] ?? '', /at most 1 years ahead, .* at most 36[56] days/);
  expectData(await list(domainId, { plan: months(12) }));
});

test('listings are filtered by their plan; one payment with late terms is one payment', async () => {
  const ids = await listOnePerPlan();
  const find = async (plan: string | null) => {
    const query = `query ($plan: PlanKind) {
      listings(limit: 100, filter: { plan: $plan, suffix: "com" }) { total totalExact listings { id } }
    }`;
    const { listings: page } = expectData(await service.as(null)(query, { plan }));
    const found: string[] = page.listings.map(({ id }: { id: string }) => id);
    assert.equal(page.total, found.length);
    return Object.entries(ids).flatMap(([name, id]) => (found.includes(id) ? [name] : []));
  };
  assert.deepEqual(await find(null), ['once', 'late', 'monthly', 'chosen']);
  assert.deepEqual(await find('BULLET'), ['once', 'late']);
  assert.deepEqual(await find('INSTALMENTS'), ['monthly']);
  assert.deepEqual(await find('CUSTOM'), ['chosen']);
  assert.deepEqual(await find('BALLOON'), []);
});

async function listOnePerPlan() {
  const open = async (terms: Terms): Promise<string> =>
    expectData(await list(addDomain(service, ownerId), terms)).openListing.id;
  return {
    once: await open({ term: 90 }),
    late: await open({ term: 90, plan: { kind: 'BULLET', lateFee: 500 } }),
    monthly: await open({ plan: months(6) }),
    chosen: await open({ plan: custom([40, 300_000], [90, null]) }),
  };
}

test('a plan at its limits is accepted', async () => {
  for (const terms of [
    { plan: months(1) },
    { plan: months(120), amount: 1_000_000_000, rate: 3_600 },
    { plan: custom([3_652, 2_000_000], [3_653, null]), rate: 0, amount: 2_000_100 },
    // The interest of 30 days.
    { plan: custom([30, 9_863], [60, null]) },
    { plan: { ...months(12), lateFee: 10_000, lateFeeCap: 1, defaultRate: 10_000 } },
  ]) {
    // A chosen day can be the day after ten years.
    const maxYears = terms.plan.kind === 'CUSTOM' ? 20 : 10;
    const domainId = addDomain(service, ownerId, { maxYears });
    expectData(await list(domainId, terms));
    expectData(await offer(domainId, terms));
  }
});

const invalid: [field: string, terms: Terms][] = [
  ['term', {}],
  ['term', { plan: months(12), term: 364 }],
  ['plan.instalments', { plan: { kind: 'INTEREST_ONLY' } }],
  ['plan.instalments', { plan: months(0) }],
  ['plan.instalments', { plan: months(121) }],
  ['plan.instalments', { plan: months(2_147_483_647) }],
  ['plan.instalments', { plan: months(120), amount: 10_000, rate: 0 }],
  ['plan.instalments', { plan: { instalments: 3 }, term: 90 }],
  ['plan.balloonOf', { plan: { ...months(12), kind: 'BALLOON', balloonOf: 12 } }],
  ['plan.balloonOf', { plan: { ...months(12), balloonOf: 24 } }],
  ['plan.period', { plan: { ...months(12), period: '1D' } }],
  ['plan.rows', { plan: { kind: 'CUSTOM' } }],
  ['plan.rows', { plan: custom([60, 500_000], [30, null]) }],
  ['plan.rows', { plan: custom([30, 500_000], [30, null]) }],
  ['plan.rows', { plan: custom([3_654, null]) }],
  ['plan.rows', { plan: custom([30, 9_862], [60, null]) }],
  ['plan.rows', { plan: custom([30, null], [60, null]) }],
  ['plan.rows', { plan: custom([30, 500_000], [60, 600_000]) }],
  ['plan.rows', { plan: custom([30, 2_000_000], [60, null]) }],
  [
    'plan.rows',
    { plan: custom(...Array.from({ length: 121 }, (_, at): [number, null] => [at, null])) },
  ],
  ['plan.lateFee', { plan: { ...months(12), lateFee: 10_001 } }],
  ['plan.lateFeeCap', { plan: { ...months(12), lateFee: 500, lateFeeCap: 1_000_000_001 } }],
  ['plan.defaultRate', { plan: { ...months(12), defaultRate: 10_001 } }],
];
test('an invalid plan is rejected with the name of the field, for a listing and an offer alike', async () => {
  const domainId = addDomain(service, ownerId);
  const open = addDomain(service, ownerId);
  expectData(await list(open, { term: 90 }));
  for (const [field, terms] of invalid) {
    const listed = await list(domainId, terms);
    const offered = await offer(open, terms);
    const expected = field === 'term' ? 'desiredTerm' : field;
    const what = JSON.stringify(terms).slice(0, 200);
    assert.deepEqual(
      [listed.code, Object.keys(listed.fields ?? {})],
      ['INVALID_INPUT', [expected]],
      what,
    );
    assert.deepEqual(
      [offered.code, Object.keys(offered.fields ?? {})],
      ['INVALID_INPUT', [field]],
      what,
    );
  }
});

test('a plan that outlasts the registration names the payments, since the term follows from them', async () => {
  const domainId = addDomain(service, ownerId, { maxYears: 1 });
  const fields = async (terms: Terms) => Object.keys((await list(domainId, terms)).fields ?? {});
  assert.deepEqual(await fields({ plan: months(13) }), ['plan.instalments']);
  assert.deepEqual(await fields({ plan: custom([366, null]) }), ['plan.rows']);
  assert.deepEqual(await fields({ term: 366 }), ['desiredTerm']);
  expectData(await list(domainId, { plan: months(11) }));
  assert.deepEqual(Object.keys((await offer(domainId, { plan: months(13) })).fields ?? {}), [
    'plan.instalments',
  ]);
});

const bulk = (items: Record<string, unknown>[], plan: Record<string, unknown>) =>
  service.as(ownerId)(
    `mutation ($items: [ListingItem!]!, $plan: PlanInput) {
      openListings(items: $items, plan: $plan) { listingId error { message } }
    }`,
    { items, plan },
  );
const row = () => ({ domainId: addDomain(service, ownerId), desiredRate: 1_200 });

test('one plan is that of all rows of a bulk listing, and each row has the term that follows from it', async () => {
  const plan = { kind: 'INSTALMENTS', instalments: 6, period: '28D', defaultRate: 500 };
  const { openListings: results } = expectData(
    await bulk(
      [
        { ...row(), desiredAmount: 500_000 },
        { ...row(), desiredAmount: 500_000, desiredTerm: 90 },
        { ...row(), desiredAmount: 500 },
      ],
      plan,
    ),
  );
  assert.deepEqual(
    results.map(({ error }: { error: { message: string } | null }) => error?.message),
    [
      undefined,
      'The term of this plan is 168 days. Leave it out.',
      'The last payment would be less than $1. Choose fewer or smaller payments.',
    ],
  );
  const listing = await listings.get(results[0].listingId);
  assert.deepEqual([listing.termDays, listing.plan?.kind], [168, 'INSTALMENTS']);
  assert.deepEqual([listing.plan?.instalments, listing.plan?.defaultRateBps], [6, 500]);
});

test('a plan that no row can have is rejected as a whole', async () => {
  const reject = async (plan: Record<string, unknown>) =>
    Object.keys((await bulk([{ ...row(), desiredAmount: 500_000 }], plan)).fields ?? {});
  assert.deepEqual(await reject({ kind: 'INSTALMENTS' }), ['plan.instalments']);
  assert.deepEqual(await reject(months(121)), ['plan.instalments']);
  assert.deepEqual(await reject({ instalments: 3 }), ['plan.instalments']);
  assert.deepEqual(await reject({ kind: 'CUSTOM' }), ['plan.rows']);
  assert.deepEqual(await reject({ period: '9D' }), ['plan.period']);
  assert.deepEqual(await reject({ lateFee: 500, lateFeeCap: 2_000_000_000 }), ['plan.lateFeeCap']);
});
