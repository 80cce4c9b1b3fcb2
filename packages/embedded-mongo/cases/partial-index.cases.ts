/** Cases where an index holds less than the query may match: the answer has to be whole all the same. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import { Double, Long } from 'mongodb';
import type { Case } from './case.ts';
import { checks } from './case.ts';

const noCase = { locale: 'en', strength: 2 };

/** Counts with a partial index on `a` what the same query counts without. */
function counts(
  name: string,
  given: { partial: Document; docs: readonly Document[]; filter: Document; count: number },
): Case {
  return checks(`partial index: ${name}`, async ({ collection }) => {
    await collection.insertMany(given.docs.map((each) => ({ ...each })));
    assert.equal(await collection.countDocuments(given.filter), given.count, 'without an index');
    await collection.createIndex({ a: 1 }, { partialFilterExpression: given.partial });
    assert.equal(await collection.countDocuments(given.filter), given.count, 'with the index');
  });
}

export const partialIndexCases: Case[] = [
  counts('of type null, and a query for null finds missing fields too', {
    partial: { a: { $type: 'null' } },
    docs: [{ a: null }, {}],
    filter: { a: null },
    count: 2,
  }),
  counts('of one number type, and equality looks through the types', {
    partial: { a: { $type: 'int' } },
    docs: [{ a: 1 }, { a: new Double(1) }, { a: Long.fromNumber(1) }],
    filter: { a: 1 },
    count: 3,
  }),
  counts('of numbers, and equality', {
    partial: { a: { $type: 'number' } },
    docs: [{ a: 1 }, { a: new Double(1) }, { a: 'x' }],
    filter: { a: 1 },
    count: 2,
  }),
  counts('of text, and equality', {
    partial: { a: { $type: 'string' } },
    docs: [{ a: 'x' }, { a: 'x' }, { a: 1 }],
    filter: { a: 'x' },
    count: 2,
  }),
  counts('of a value, and a list with null', {
    partial: { a: { $in: [1, null] } },
    docs: [{ a: 1 }, {}, { a: null }, { a: 2 }],
    filter: { a: { $in: [null, 1] } },
    count: 3,
  }),
  checks(
    'partial index: its filter reads text by the index’s collation',
    async ({ collection }) => {
      await collection.insertMany([{ a: 'X' }, { a: 'x' }]);
      await collection.createIndex(
        { a: 1 },
        { collation: noCase, partialFilterExpression: { a: 'X' } },
      );
      const found = await collection.find({ a: 'X' }, { collation: noCase }).toArray();
      assert.equal(found.length, 2);
    },
  ),
];
