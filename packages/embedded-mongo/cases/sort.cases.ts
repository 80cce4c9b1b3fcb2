/** Cases of sorts, each with and without the indexes that could give the order. */
import { Binary } from 'mongodb';
import type { Case } from './case.ts';
import { fails, finds } from './case.ts';
import { both, loans, prices } from './samples.ts';

const badOrders: Case[] = [
  fails('a natural order with another', 2, ({ collection }) =>
    collection.find({}, { sort: { $natural: 1, a: 1 } }).toArray(),
  ),
  fails('a natural order that is not 1 or -1', 2, ({ db, collection }) =>
    db.command({ find: collection.collectionName, sort: { $natural: 2 } }),
  ),
  fails('a hint that is no name and no keys', 9, ({ db, collection }) =>
    db.command({ find: collection.collectionName, hint: 1 }),
  ),
  fails('$alwaysTrue of another number', 9, ({ collection }) =>
    collection.find({ $alwaysTrue: 2 }).toArray(),
  ),
];

export const sortCases: Case[] = [
  ...badOrders,
  finds('ascending, missing and null first', {
    docs: prices,
    filter: {},
    ids: [4, 5, 1, 2, 3, 6],
    options: { sort: { price: 1, _id: 1 } },
    indexes: [
      { price: 1, _id: 1 },
      { price: -1, _id: -1 },
    ],
  }),
  finds('descending', {
    docs: prices,
    filter: {},
    ids: [6, 2, 3, 1, 4, 5],
    options: { sort: { price: -1, _id: 1 } },
    indexes: [
      { price: -1, _id: 1 },
      { price: 1, _id: -1 },
    ],
  }),
  finds('equality, then sort, skip and limit', {
    docs: prices,
    filter: { status: 'open' },
    ids: [1],
    options: { sort: { price: 1 }, skip: 1, limit: 1 },
    indexes: both,
  }),
  finds('range and sort on one index', {
    docs: prices,
    filter: { price: { $gte: 10 } },
    ids: [3, 2, 1],
    options: { sort: { price: -1, _id: -1 } },
    indexes: [{ price: 1, _id: 1 }],
  }),
  finds('arrays by their least element', {
    docs: [
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [] },
    ],
    filter: {},
    ids: [3, 1, 2],
    options: { sort: { v: 1 } },
    indexes: [{ v: 1 }],
  }),
  finds('arrays by their greatest element', {
    docs: [
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [] },
    ],
    filter: {},
    ids: [1, 2, 3],
    options: { sort: { v: -1 } },
    indexes: [{ v: -1 }],
  }),
  finds('all kinds in BSON order', {
    docs: [
      { _id: 1, v: /x/ },
      { _id: 2, v: true },
      { _id: 3, v: 'a' },
      { _id: 4, v: 1 },
      { _id: 5, v: { a: 1 } },
      { _id: 6, v: new Date(0) },
      { _id: 7, v: new Binary(Buffer.from('a')) },
      { _id: 8, v: null },
    ],
    filter: {},
    ids: [8, 4, 3, 5, 7, 2, 6, 1],
    options: { sort: { v: 1 } },
    indexes: [{ v: 1 }, { v: -1 }],
  }),
  finds('a nested field', {
    docs: loans,
    filter: {},
    ids: [1, 3, 2],
    options: { sort: { 'owner.name': 1, _id: 1 }, skip: 1 },
    indexes: [{ 'owner.name': 1, _id: 1 }],
  }),
  finds('limit without a sort', {
    docs: prices,
    filter: { status: 'open' },
    ids: [1, 2],
    options: { limit: 2, sort: { _id: 1 } },
    indexes: both,
  }),
];
