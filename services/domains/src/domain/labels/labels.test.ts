/** Labels of domains: one spelling per account, limits, all or nothing, filters, and privacy. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reserveFor } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  expectData,
  startDomains,
} from '../../testing/start-domains.ts';
import { changeLabels, readLabel } from './label.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

interface Change {
  ids: string[];
  add?: string[];
  remove?: string[];
}

const label = (accountId: string, change: Change) =>
  s.as(accountId)(
    `mutation ($ids: [ID!]!, $add: [String!]! = [], $remove: [String!]! = []) {
      labelDomains(ids: $ids, add: $add, remove: $remove) { id labels }
    }`,
    { ...change },
  );
const labelsAfter = async (accountId: string, change: Change): Promise<string[][]> =>
  expectData(await label(accountId, change)).labelDomains.map(
    (one: { labels: string[] }) => one.labels,
  );
const allLabels = async (accountId: string) =>
  expectData(await s.as(accountId)('{ domainLabels }')).domainLabels;
const findBy = async (accountId: string, filter: string) =>
  expectData(
    await s.as(accountId)(
      `{ domains(${filter}, sort: NAME, direction: ASC) { total domains { name labels } } }`,
    ),
  ).domains.domains.map(({ name }: { name: string }) => name);

test('a label is trimmed, and is valid with 1 to 30 visible characters', () => {
  assert.equal(readLabel('  To   sell '), 'To sell');
  assert.equal(readLabel('😀'.repeat(30)), '😀'.repeat(30));
  for (const text of [
    '',
    '  ',
    'a, b',
    'a;b',
    'x'.repeat(31),
    'a\u0000b',
    '\u3164',
    'x'.repeat(100_000),
  ])
    assert.equal(readLabel(text), undefined);
  assert.deepEqual(changeLabels(['a', 'B'], { add: ['b', 'c', 'C', 'd'], remove: ['A', 'D'] }), [
    'B',
    'c',
  ]);
});

test('labels that differ in case are one, are listed while a domain has them, and filter the list', async () => {
  const [one, two] = [
    await addTestDomain(s, 'ann', 'one-label.com'),
    await addTestDomain(s, 'ann', 'two-label.com'),
  ];
  await addTestDomain(s, 'ann', 'third-label.com');
  assert.deepEqual(
    await labelsAfter('ann', { ids: [two, one, two], add: [' To  Sell', 'Größe'] }),
    [
      ['To Sell', 'Größe'],
      ['To Sell', 'Größe'],
    ],
  );
  assert.deepEqual(
    await labelsAfter('ann', { ids: [one], add: ['TO SELL', 'new'], remove: ['GRÖSSE', 'GRÖßE'] }),
    [['To Sell', 'new']],
  );
  assert.deepEqual(await allLabels('ann'), ['Größe', 'new', 'To Sell']);
  assert.deepEqual(await findBy('ann', 'label: "to sell"'), ['one-label.com', 'two-label.com']);
  assert.deepEqual(await findBy('ann', 'label: "to sell", query: "TWO"'), ['two-label.com']);
  assert.deepEqual(await findBy('ann', 'label: "new", status: CUSTODY_PAID'), []);
  assert.deepEqual(await findBy('ann', 'label: "unknown"'), []);
  assert.deepEqual(await labelsAfter('ann', { ids: [one, two], remove: ['to sell'] }), [
    ['new'],
    ['Größe'],
  ]);
  assert.deepEqual(await allLabels('ann'), ['Größe', 'new']);
  assert.equal(
    (await s.as('ann')(`{ domains(label: "${'x'.repeat(31)}") { total } }`)).code,
    'INVALID_INPUT',
  );
});

test('too many labels, an invalid one and another account’s domain change nothing', async () => {
  const [own, full] = [await addTestDomain(s, 'bob'), await addTestDomain(s, 'bob')];
  const foreign = await addTestDomain(s, 'eve');
  const twenty = Array.from({ length: 20 }, (_, i) => `label ${i}`);
  await labelsAfter('bob', { ids: [full], add: twenty });
  for (const [change, code] of [
    [{ ids: [own, full], add: ['one more'] }, 'INVALID_INPUT'],
    [{ ids: [own], add: [...twenty, 'x'] }, 'INVALID_INPUT'],
    [{ ids: [own], add: ['x'.repeat(31)] }, 'INVALID_INPUT'],
    [{ ids: [own], remove: [' '] }, 'INVALID_INPUT'],
    [{ ids: [] }, 'INVALID_INPUT'],
    [{ ids: Array.from({ length: 501 }, (_, i) => `id ${i}`) }, 'INVALID_INPUT'],
    [{ ids: [own, foreign], add: ['mine'] }, 'NOT_FOUND'],
    [{ ids: [own, 'none'], add: ['mine'] }, 'NOT_FOUND'],
  ] as const)
    assert.equal((await label('bob', change as unknown as Change)).code, code);
  assert.deepEqual((await s.record(own)).labels ?? [], []);
  assert.deepEqual((await s.record(foreign)).labels ?? [], []);
  assert.deepEqual(
    await allLabels('bob'),
    twenty.toSorted((a, b) => a.localeCompare(b, 'en')),
  );
});

test('the first labels of an account at once are all kept', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => addTestDomain(s, 'kim')));
  await Promise.all(
    ids.map((id, at) => labelsAfter('kim', { ids: [id], add: [`set ${at}`, 'All'] })),
  );
  assert.deepEqual(await allLabels('kim'), ['All', 'set 0', 'set 1', 'set 2', 'set 3']);
  assert.equal((await findBy('kim', 'label: "all"')).length, 4);
});

test('a label whose last use ends while another domain gets it stays in the list', async () => {
  const [one = '', other = ''] = await Promise.all([1, 2].map(() => addTestDomain(s, 'lea')));
  for (let round = 0; round < 10; round++) {
    await labelsAfter('lea', { ids: [one], add: ['shared'] });
    await Promise.all([
      labelsAfter('lea', { ids: [one], remove: ['shared'] }),
      labelsAfter('lea', { ids: [other], add: ['shared'] }),
    ]);
    assert.deepEqual(await allLabels('lea'), ['shared']);
    await labelsAfter('lea', { ids: [other], remove: ['shared'] });
    assert.deepEqual(await allLabels('lea'), []);
  }
});

test('the lender of a loan sees no labels, and a seized domain keeps none', async () => {
  const id = await addDomainInCustody(s, 'gus');
  await labelsAfter('gus', { ids: [id], add: ['private'] });
  const loan = await reserveFor(s, id);
  const seen = await s.as('len')(`{ domain(id: "${id}") { id labels } }`);
  assert.deepEqual(expectData(seen).domain, { id, labels: null });
  await s.deliver('lending.escrow.collateral-held', loan);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  assert.deepEqual(await findBy('len', 'limit: 100'), [(await s.record(id)).name]);
  const seized = await s.as('len')(`{ domain(id: "${id}") { labels } }`);
  assert.deepEqual(expectData(seized).domain.labels, []);
});
