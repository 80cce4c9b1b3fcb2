/** Cases of projections. */
import type { Case } from './case.ts';
import { fails, projects } from './case.ts';

export const projectionCases: Case[] = [
  projects(
    'inclusion keeps _id and the order of the document',
    { _id: 1, b: 2, a: 1, c: 3 },
    { a: 1, b: 1 },
    { _id: 1, b: 2, a: 1 },
  ),
  projects('only without _id', { _id: 1, a: 1 }, { _id: 0 }, { a: 1 }),
  projects('only _id', { _id: 1, a: 1 }, { _id: 1 }, { _id: 1 }),
  projects(
    'nested exclusion in an array',
    { _id: 1, a: [{ x: 1, y: 2 }, 5] },
    { 'a.x': 0 },
    { _id: 1, a: [{ y: 2 }, 5] },
  ),
  projects(
    'nested inclusion drops scalars',
    { _id: 1, a: [{ x: 1, y: 2 }, 5] },
    { 'a.x': 1 },
    { _id: 1, a: [{ x: 1 }] },
  ),
  projects(
    'a nested document as projection',
    { _id: 1, a: { b: 1, c: 2 } },
    { a: { c: 1 } },
    { _id: 1, a: { c: 2 } },
  ),
  projects(
    '$slice from the middle',
    { _id: 1, a: [1, 2, 3, 4], b: 1 },
    { a: { $slice: [1, 2] } },
    { _id: 1, a: [2, 3], b: 1 },
  ),
  projects(
    '$elemMatch gives the first',
    {
      _id: 1,
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 2 },
      ],
    },
    { a: { $elemMatch: { k: 1 } } },
    { _id: 1, a: [{ k: 1, v: 1 }] },
  ),
  projects(
    '$elemMatch by position in arrays',
    { _id: 1, a: [5, [1, 2], [3]] },
    { a: { $elemMatch: { 0: 3 } } },
    { _id: 1, a: [[3]] },
  ),
  projects(
    '$elemMatch that matches nothing',
    { _id: 1, a: [1], b: 2 },
    { a: { $elemMatch: { $gt: 5 } }, b: 1 },
    { _id: 1, b: 2 },
  ),
  projects(
    'the positional element',
    { _id: 1, a: [3, 6, 9], b: 1 },
    { 'a.$': 1 },
    { _id: 1, a: [6] },
    { a: { $gt: 4 } },
  ),
  projects(
    'a computed field',
    { _id: 1, a: 2 },
    { a: 1, twice: { $multiply: ['$a', 2] } },
    { _id: 1, a: 2, twice: 4 },
  ),
  projects('a literal', { _id: 1, a: 2 }, { v: { $literal: '$a' } }, { _id: 1, v: '$a' }),
  projects('a field by another name', { _id: 1, a: { b: 5 } }, { v: '$a.b' }, { _id: 1, v: 5 }),
  fails('an exclusion in an inclusion', 31254, ({ collection }) =>
    collection.find({}, { projection: { a: 1, b: 0 } }).toArray(),
  ),
  fails('an inclusion in an exclusion', 31253, ({ collection }) =>
    collection.find({}, { projection: { a: 0, b: 1 } }).toArray(),
  ),
  fails('a path through a projected field', 31249, ({ collection }) =>
    collection.find({}, { projection: { a: 1, 'a.b': 1 } }).toArray(),
  ),
  fails('a path that ends above a projected field', 31250, ({ collection }) =>
    collection.find({}, { projection: { 'a.b': 1, a: 1 } }).toArray(),
  ),
];
