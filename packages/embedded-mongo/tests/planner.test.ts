/** The planner against a full scan: random documents, indexes, filters and sorts give the same answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal128, Double, Long } from 'bson';
import { parseSort } from '../src/bson/sort.ts';
import type { Document, Value } from '../src/bson/values.ts';
import { newDocument } from '../src/bson/values.ts';
import { countMatches } from '../src/plan/count.ts';
import type { Query } from '../src/plan/scan.ts';
import { runQuery } from '../src/plan/scan.ts';
import { compileFilter } from '../src/query/matcher.ts';
import { Collection } from '../src/store/collection.ts';
import { parseIndexSpec } from '../src/store/index-spec.ts';
import type { Random } from './random.ts';
import { randomSource } from './random.ts';

const fieldNames = ['x', 'y', 'n.k', 'n.v'];

function randomDocument(random: Random, id: number): Document {
  const document = newDocument();
  document._id = id;
  const some = (): Value =>
    random.integer(5) === 0
      ? [random.small(), random.small()].slice(random.integer(3))
      : random.small();
  if (random.integer(6) > 0) document.x = some();
  // Parallel arrays cannot be indexed together, so only one field may hold an array.
  if (random.integer(6) > 0) document.y = random.small();
  const inner = (): Document => ({
    k: random.small(),
    ...(random.integer(2) ? { v: random.small() } : {}),
  });
  const shape = random.integer(4);
  if (shape === 0) document.n = inner();
  else if (shape === 1 && !Array.isArray(document.x)) document.n = [inner(), inner()];
  else if (shape === 2) document.n = random.small();
  return document;
}

function randomCondition(random: Random): Value {
  const value = random.small();
  switch (random.integer(10)) {
    case 0:
      return { $in: [random.small(), random.small()] };
    case 1:
      return { $gt: value };
    case 2:
      return { $gte: value, $lt: random.small() };
    case 3:
      return { $lte: value };
    case 4:
      return { $ne: value };
    case 5:
      return { $exists: random.integer(2) === 0 };
    case 6:
      return { $elemMatch: { $gte: value, ...(random.integer(2) ? { $lt: random.small() } : {}) } };
    case 7:
      return { $type: 'string' };
    default:
      return value;
  }
}

function randomFilter(random: Random, depth = 1): Document {
  const filter = newDocument();
  for (let count = random.integer(3); count >= 0; count--)
    filter[random.pick(fieldNames)] = randomCondition(random);
  if (depth > 0 && random.integer(4) === 0)
    filter[random.pick(['$or', '$and', '$nor'])] = [
      randomFilter(random, 0),
      randomFilter(random, 0),
    ];
  if (random.integer(8) === 0)
    filter.n = { $elemMatch: { k: random.small(), v: { $lte: random.small() } } };
  return filter;
}

function randomIndex(random: Random): Document {
  const fields = [
    ...new Set([random.pick(fieldNames), random.pick(fieldNames), random.pick(fieldNames)]),
  ].slice(0, 1 + random.integer(3));
  // With _id at the end an index can give the order of the sorts below.
  if (random.integer(2)) fields.push('_id');
  const key = Object.fromEntries(fields.map((field) => [field, random.pick([1, -1])]));
  const options: Document = {};
  const kind = random.integer(4);
  if (kind === 0) options.sparse = true;
  if (kind === 1)
    options.partialFilterExpression = {
      [random.pick(fieldNames)]: random.pick<Value>([{ $gte: 1 }, { $exists: true }, 1]),
    };
  return { v: 2, key, name: JSON.stringify([key, options]), ...options };
}

function build(documents: Document[], indexes: Document[]): Collection {
  const collection = new Collection({ ns: 'db.c', version: 1, epoch: 0 });
  for (const [rid, document] of documents.entries()) collection.force(rid, document);
  for (const index of indexes)
    if (!collection.index(String(index.name)))
      collection.indexes.push(collection.build(parseIndexSpec(index)).index);
  return collection;
}

function ask(collection: Collection, query: Query): unknown[] {
  return Array.from(runQuery(collection, query), ({ document }) => document._id);
}

function compareOne(random: Random, collections: { plain: Collection; indexed: Collection }): void {
  const filter = randomFilter(random);
  const tie = random.pick([1, -1]);
  const sort =
    random.integer(3) > 0
      ? { [random.pick(fieldNames)]: random.pick([1, -1]), _id: tie }
      : { _id: tie };
  const limit = random.integer(3) * 5;
  const query: Query = {
    filter,
    sort: parseSort(sort),
    limited: limit > 0,
    limit,
    skip: random.integer(2) * random.integer(12),
    matches: compileFilter(filter),
  };
  const expected = ask(collections.plain, { ...query, hint: { $natural: 1 } });
  assert.deepEqual(
    ask(collections.indexed, query),
    expected,
    `${JSON.stringify(filter)} sorted by ${JSON.stringify(sort)}`,
  );
  assert.equal(
    countMatches(collections.indexed, { ...query, sort: [] }),
    expected.length,
    `${JSON.stringify(filter)} counted`,
  );
}

test('20,000 random queries answer the same with random indexes as by a full scan', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomSource(seed);
    const documents = Array.from({ length: 40 }, (_, id) => randomDocument(random, id));
    const indexes = Array.from({ length: 1 + random.integer(3) }, () => randomIndex(random));
    const collections = { plain: build(documents, []), indexed: build(documents, indexes) };
    for (let turn = 0; turn < 200; turn++) compareOne(random, collections);
  }
});

test('an index kept up through random writes equals one built afresh', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomSource(1000 + seed);
    const index = randomIndex(random);
    const kept = build([], [index]);
    for (let turn = 0; turn < 300; turn++) {
      const rid = random.integer(40);
      kept.force(rid, random.integer(3) === 0 ? undefined : randomDocument(random, rid));
    }
    const fresh = kept.build(parseIndexSpec(index)).index;
    assert.deepEqual(kept.index(String(index.name))?.tree.keysArray(), fresh.tree.keysArray());
  }
});

test('a count by an index that decides it is that of a full scan, for every kind of number and bound', () => {
  const kinds: Value[] = [
    ...[Number.NaN, -Infinity, Infinity, -1, 0, -0, 1, 1.5, 2, 2 ** 53],
    ...[Long.fromString('9007199254740993'), Long.fromNumber(1), new Double(2)],
    ...['1', '1.0000000000000000001', 'NaN', '-Infinity'].map((one) => Decimal128.fromString(one)),
    ...['', 'a', 'b', true, false, null, new Date(0), new Date(1)],
  ];
  const documents: Document[] = [...kinds, undefined].map((x, at) => ({
    _id: at,
    y: at % 2,
    ...(x === undefined ? {} : { x }),
  }));
  const index = (way: number) => ({ v: 2, key: { y: 1, x: way }, name: `x_${way}` });
  const plain = build(documents, []);
  const bounds: Document[] = kinds.flatMap((low) => [
    ...['$gt', '$gte', '$lt', '$lte', '$eq'].map((operator) => ({ [operator]: low })),
    ...kinds.flatMap((high): Document[] => [
      { $gte: low, $lt: high },
      { $gt: low, $lte: high },
    ]),
  ]);
  for (const way of [1, -1]) {
    const indexed = build(documents, [index(way)]);
    for (const x of bounds) {
      const filter = { y: 1, x } as Document;
      const query: Query = { filter, sort: [], limited: false, matches: compileFilter(filter) };
      const label = `${JSON.stringify(x)} on ${way}`;
      assert.equal(countMatches(indexed, query), countMatches(plain, query), label);
      const late: Query = { ...query, skip: 1, limit: 5 };
      assert.equal(ask(indexed, late).length, ask(plain, late).length, label);
    }
  }
});

test('a count that ends at a number passes no more and no fewer of many, wherever the range ends', () => {
  const documents: Document[] = Array.from({ length: 700 }, (_, at) => ({ _id: at, y: 1, x: at }));
  const indexed = build(documents, [{ v: 2, key: { y: 1, x: 1 }, name: 'x' }]);
  for (const last of [0, 1, 63, 64, 65, 127, 128, 300, 699, 900])
    for (const limit of [0, 1, 63, 64, 65, 128, 299, 300, 301, 698])
      for (const skip of [0, 1, 64]) {
        const filter = { y: 1, x: { $gte: 0, $lt: last } } as Document;
        const matches = compileFilter(filter);
        const query: Query = { filter, sort: [], limited: limit > 0, limit, skip, matches };
        const left = Math.max(0, Math.min(last, 700) - skip);
        const expected = limit === 0 ? left : Math.min(left, limit);
        assert.equal(countMatches(indexed, query), expected, `${last} ${limit} ${skip}`);
      }
});

test('of several elements that a list must have, the index is walked where the fewest records have one', () => {
  const documents: Document[] = Array.from({ length: 3000 }, (_, at) => ({
    _id: at,
    words: ['com', `n${at}`, ...(at % 1000 === 7 ? ['q'] : [])],
  }));
  const indexed = build(documents, [{ v: 2, key: { words: 1 }, name: 'words' }]);
  const has = (word: string): Document => ({
    words: { $elemMatch: { $gte: word, $lt: `${word}\uffff` } },
  });
  for (const words of [
    ['com', 'q'],
    ['q', 'com'],
    ['com', 'n', 'q'],
  ]) {
    const filter = { $and: words.map(has) } as Document;
    const query: Query = { filter, sort: [], limited: false, matches: compileFilter(filter) };
    const counters = { keys: 0, documents: 0 };
    const found = Array.from(runQuery(indexed, query, counters), ({ document }) => document._id);
    assert.deepEqual(found, [7, 1007, 2007]);
    assert.equal(counters.documents, 3, words.join(' '));
  }
});

test('null at an array position is found with and without an index', () => {
  const documents: Document[] = [
    { _id: 0, n: [7, { k: 1 }] },
    { _id: 1, n: [null] },
    { _id: 2, n: [7] },
    { _id: 3 },
  ];
  const index = { v: 2, key: { 'n.0': 1 }, name: 'n.0_1' };
  const filters: Document[] = [
    { 'n.0': null },
    { 'n.0': { $in: [null, 5] } },
    { 'n.0': { $lte: null } },
  ];
  for (const filter of filters) {
    const query: Query = { filter, sort: [], limited: false, matches: compileFilter(filter) };
    assert.deepEqual(ask(build(documents, [index]), query), ask(build(documents, []), query));
  }
});
