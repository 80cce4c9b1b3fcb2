/** Cases of stages that gather documents. */
import { Decimal128, Long } from 'mongodb';
import type { Case } from './case.ts';
import { aggregates } from './case.ts';
import { sales } from './samples.ts';

export const groupCases: Case[] = [
  aggregates(
    '$group sums per key',
    sales,
    [
      { $match: { shop: { $ne: null } } },
      { $group: { _id: '$shop', total: { $sum: '$cents' } } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'n', total: 350 },
      { _id: 's', total: 50 },
    ],
  ),
  aggregates(
    'null and missing are one group',
    sales,
    [{ $match: { shop: null } }, { $group: { _id: '$shop', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ),
  aggregates(
    '1 and 1.0 are one group',
    [
      { _id: 1, k: 1 },
      { _id: 2, k: Long.fromNumber(1) },
    ],
    [{ $group: { _id: '$k', n: { $sum: 1 } } }],
    [{ _id: 1, n: 2 }],
  ),
  aggregates(
    '$avg, $min and $max pass over what is no number',
    [{ _id: 1, v: 1 }, { _id: 2, v: 4 }, { _id: 3 }, { _id: 4, v: null }],
    [{ $group: { _id: null, avg: { $avg: '$v' }, min: { $min: '$v' }, max: { $max: '$v' } } }],
    [{ _id: null, avg: 2.5, min: 1, max: 4 }],
  ),
  aggregates(
    '$avg of nothing is null',
    [{ _id: 1 }],
    [{ $group: { _id: null, avg: { $avg: '$v' } } }],
    [{ _id: null, avg: null }],
  ),
  aggregates(
    '$first and $last follow the sort',
    sales,
    [
      { $sort: { cents: -1 } },
      { $group: { _id: null, f: { $first: '$_id' }, l: { $last: '$_id' } } },
    ],
    [{ _id: null, f: 2, l: 4 }],
  ),
  aggregates(
    '$push of documents',
    sales,
    [
      { $match: { shop: 'n' } },
      { $sort: { _id: 1 } },
      { $group: { _id: '$shop', all: { $push: { c: '$cents' } } } },
    ],
    [{ _id: 'n', all: [{ c: 100 }, { c: 250 }] }],
  ),
  aggregates(
    '$addToSet',
    [
      { _id: 1, v: 2 },
      { _id: 2, v: 2 },
    ],
    [{ $group: { _id: null, s: { $addToSet: '$v' } } }],
    [{ _id: null, s: [2] }],
  ),
  aggregates(
    'a sum of int64 beyond doubles is exact',
    [
      { _id: 1, v: Long.fromString('9007199254740993') },
      { _id: 2, v: 0 },
    ],
    [{ $group: { _id: null, s: { $sum: '$v' } } }, { $project: { s: { $toString: '$s' } } }],
    [{ _id: null, s: '9007199254740993' }],
  ),
  aggregates(
    'a sum of doubles does not gather rounding',
    [0.1, 0.2, 0.3].map((v, _id) => ({ _id, v })),
    [{ $group: { _id: null, s: { $sum: '$v' } } }],
    [{ _id: null, s: 0.6 }],
  ),
  aggregates(
    'a sum of decimals is exact',
    [
      { _id: 1, v: Decimal128.fromString('0.1') },
      { _id: 2, v: Decimal128.fromString('0.2') },
    ],
    [{ $group: { _id: null, s: { $sum: '$v' } } }],
    [{ _id: null, s: Decimal128.fromString('0.3') }],
  ),
  aggregates('$count', sales, [{ $match: { cents: { $gte: 50 } } }, { $count: 'n' }], [{ n: 3 }]),
  aggregates(
    '$count of nothing gives no document',
    sales,
    [{ $match: { cents: 1e9 } }, { $count: 'n' }],
    [],
  ),
  aggregates(
    '$sortByCount',
    [
      { _id: 1, k: 'a' },
      { _id: 2, k: 'b' },
      { _id: 3, k: 'b' },
    ],
    [{ $sortByCount: '$k' }],
    [
      { _id: 'b', count: 2 },
      { _id: 'a', count: 1 },
    ],
  ),
  aggregates(
    '$bucket with a default',
    sales,
    [{ $bucket: { groupBy: '$cents', boundaries: [0, 10, 100], default: 'more' } }],
    [
      { _id: 0, count: 2 },
      { _id: 10, count: 1 },
      { _id: 'more', count: 2 },
    ],
  ),
  aggregates(
    '$top and $bottomN',
    sales,
    [
      {
        $group: {
          _id: null,
          top: { $top: { sortBy: { cents: -1 }, output: '$_id' } },
          low: { $bottomN: { n: 2, sortBy: { cents: -1 }, output: '$_id' } },
        },
      },
    ],
    [{ _id: null, top: 2, low: [5, 4] }],
  ),
  aggregates(
    '$maxN and $firstN',
    sales,
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: null,
          m: { $maxN: { n: 2, input: '$cents' } },
          f: { $firstN: { n: 2, input: '$_id' } },
        },
      },
    ],
    [{ _id: null, m: [250, 100], f: [1, 2] }],
  ),
  aggregates(
    '$mergeObjects as accumulator',
    [
      { _id: 1, o: { a: 1 } },
      { _id: 2, o: { b: 2, a: 3 } },
    ],
    [{ $sort: { _id: 1 } }, { $group: { _id: null, o: { $mergeObjects: '$o' } } }],
    [{ _id: null, o: { a: 3, b: 2 } }],
  ),
];
