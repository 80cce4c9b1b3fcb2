/** Cases of $slice, $elemMatch, positional and nested projections, and of those refused. */
import { Decimal128, Double, Long } from 'mongodb';
import type { Case } from './case.ts';
import { projects } from './case.ts';
import { numbers, valuesBut } from './samples.ts';
import { projectionsFail, stagesFail } from './table.ts';

const list = { _id: 1, a: [1, 2, 3, 4, 5], b: 'b', c: 'c' };

function slices(argument: unknown, a: unknown[]): Case {
  return projects(
    `$slice ${JSON.stringify(argument)}`,
    list,
    { a: { $slice: argument } },
    { ...list, a },
  );
}

const sliceCases: Case[] = [
  slices(2, [1, 2]),
  slices(0, []),
  slices(-2, [4, 5]),
  slices(99, [1, 2, 3, 4, 5]),
  slices(-99, [1, 2, 3, 4, 5]),
  slices(1.9, [1]),
  slices(Long.fromNumber(1), [1]),
  slices(Decimal128.fromString('2'), [1, 2]),
  slices(Number.NaN, []),
  slices([1, 2], [2, 3]),
  slices([-2, 1], [4]),
  slices([-99, 2], [1, 2]),
  slices([99, 2], []),
  slices([new Double(1.5), 1], [2]),
  projects(
    '$slice of what is no array',
    { _id: 1, a: 'x' },
    { a: { $slice: 1 } },
    { _id: 1, a: 'x' },
  ),
  projects(
    '$slice with an inclusion',
    list,
    { b: 1, a: { $slice: 1 } },
    { _id: 1, a: [1], b: 'b' },
  ),
  projects(
    '$slice with an exclusion',
    list,
    { b: 0, a: { $slice: 1 } },
    { _id: 1, a: [1], c: 'c' },
  ),
  projects('$slice with _id: 1 includes', list, { _id: 1, a: { $slice: 1 } }, { _id: 1, a: [1] }),
  projects(
    '$slice with _id: 0 keeps the rest',
    list,
    { _id: 0, a: { $slice: 1 } },
    { a: [1], b: 'b', c: 'c' },
  ),
  projects(
    '$slice in each element',
    { _id: 1, a: [{ b: [1, 2] }, { b: [3, 4] }, 5] },
    { 'a.b': { $slice: 1 } },
    { _id: 1, a: [{ b: [1] }, { b: [3] }, 5] },
  ),
  projects('$slice as an expression', list, { v: { $slice: ['$a', 2] } }, { _id: 1, v: [1, 2] }),
  projectionsFail('$slice with one argument or none in a list', 28667, [
    { a: { $slice: [] } },
    { a: { $slice: [1] } },
    ...valuesBut(...numbers, 'array').map((value) => ({ a: { $slice: value } })),
  ]),
  projectionsFail('$slice by numbers that are none', 28724, [
    { a: { $slice: [1, 0] } },
    { a: { $slice: [1, -1] } },
    { a: { $slice: ['x', 1] } },
    { a: { $slice: [1, 'x'] } },
    { a: { $slice: [1, 2, 3] } },
  ]),
];

const items = { _id: 1, a: [{ k: 1 }, { k: 2 }, { k: 2, v: 1 }], b: 'b' };

const elements: Case[] = [
  projects(
    '$elemMatch with an exclusion',
    items,
    { b: 0, a: { $elemMatch: { k: 2 } } },
    { _id: 1, a: [{ k: 2 }] },
  ),
  projects(
    '$elemMatch with _id: 0 still includes',
    items,
    { _id: 0, a: { $elemMatch: { k: 2 } } },
    { a: [{ k: 2 }] },
  ),
  projects(
    '$elemMatch with two conditions',
    items,
    { a: { $elemMatch: { k: 2, v: 1 } } },
    { _id: 1, a: [{ k: 2, v: 1 }] },
  ),
  projects(
    '$elemMatch with $or',
    items,
    { a: { $elemMatch: { $or: [{ v: 1 }, { k: 7 }] } } },
    { _id: 1, a: [{ k: 2, v: 1 }] },
  ),
  projects(
    '$elemMatch of what is no array leaves it out',
    { _id: 1, a: 5, b: 1 },
    { a: { $elemMatch: { $gt: 1 } } },
    { _id: 1 },
  ),
  projects('$elemMatch of _id', { _id: 1, b: 1 }, { _id: { $elemMatch: { $gt: 0 } } }, {}),
  projectionsFail(
    '$elemMatch of what is no object',
    31274,
    valuesBut('object').map((value) => ({ a: { $elemMatch: value } })),
  ),
  projectionsFail('$elemMatch of a nested field', 31275, [
    { 'a.b': { $elemMatch: { k: 1 } } },
    { a: { b: { $elemMatch: { k: 1 } } } },
  ]),
  projectionsFail('$elemMatch with a bad filter', 2, [
    { a: { $elemMatch: { $frob: 1 } } },
    { a: { $elemMatch: { k: { $frob: 1 } } } },
  ]),
  projectionsFail(
    '$elemMatch after a positional one',
    31255,
    [{ 'a.$': 1, b: { $elemMatch: { k: 1 } } }],
    {
      filter: { a: 1 },
    },
  ),
  projectionsFail(
    'a positional one after $elemMatch',
    31256,
    [{ b: { $elemMatch: { k: 1 } }, 'a.$': 1 }],
    {
      filter: { a: 1 },
    },
  ),
];

const matched = { docs: [{ _id: 1, a: [1, 2], b: [1], c: { d: [3, 4] } }], filter: { a: 2 } };

const positions: Case[] = [
  projects(
    'the positional element with others',
    { _id: 1, a: [1, 2], b: 5 },
    { 'a.$': 1, b: 1 },
    { _id: 1, a: [2], b: 5 },
    { a: 2 },
  ),
  projects(
    'the positional element of a nested array',
    { _id: 1, o: { a: [1, 2] } },
    { 'o.a.$': 1 },
    { _id: 1, o: { a: [2] } },
    { 'o.a': 2 },
  ),
  projects(
    'the positional element by $elemMatch in the filter',
    items,
    { 'a.$': true },
    { _id: 1, a: [{ k: 2 }] },
    { a: { $elemMatch: { k: 2 } } },
  ),
  projectionsFail('two positional ones', 31276, [{ 'a.$': 1, 'b.$': 1 }], matched),
  projectionsFail('a positional operator inside of a path', 31394, [{ 'a.$.b': 1 }], matched),
  projectionsFail('a positional exclusion', 31395, [{ 'a.$': 0 }, { 'a.$': false }], matched),
  projectionsFail('a positional one in an exclusion', 31253, [{ b: 0, 'a.$': 1 }], matched),
  projectionsFail(
    'a positional one of an object',
    31271,
    [{ 'a.$': { $slice: 1 } }, { 'a.$': { b: 1 } }],
    matched,
  ),
  projectionsFail('a positional one of a value', 31308, [{ 'a.$': 'x' }, { 'a.$': [1] }], matched),
  projectionsFail('a positional one without a match in an array', 51246, [{ 'a.$': 1 }], {
    docs: matched.docs,
    filter: { _id: 1 },
  }),
  projectionsFail('a match beyond the end of the array', 51247, [{ 'b.$': 1 }], matched),
  projectionsFail('a dollar alone', 16410, [{ $: 1 }, { $a: 1 }, { 'a.$b': 1 }], matched),
];

const both = (name: string, code: number, projections: readonly object[]): Case[] => [
  projectionsFail(name, code, projections),
  stagesFail(
    `$project: ${name}`,
    code,
    projections.map(($project) => ({ $project })),
  ),
];

const deep = Array.from({ length: 201 }, () => 'a').join('.');

const shapes: Case[] = [
  projects(
    'a nested path in two forms',
    { _id: 1, a: { b: 1, c: 2, d: 3 } },
    { a: { b: 1 }, 'a.c': 1 },
    { _id: 1, a: { b: 1, c: 2 } },
  ),
  projects(
    'a computed field in a nested projection',
    { _id: 1, a: { x: 10, y: 20 } },
    { a: { x: 1, z: { $add: [1, 2] } } },
    { _id: 1, a: { x: 10, z: 3 } },
  ),
  projects('a computed _id', { _id: 1, a: 2 }, { _id: '$a' }, { _id: 2 }),
  projects(
    'numbers and booleans include',
    list,
    { b: Long.fromNumber(5), c: -0.5 },
    { _id: 1, b: 'b', c: 'c' },
  ),
  projects('_id: 1 in an exclusion', list, { _id: 1, a: 0, b: 0 }, { _id: 1, c: 'c' }),
  projects('$meta without a value', list, { b: 1, r: { $meta: 'indexKey' } }, { _id: 1, b: 'b' }),
  ...both('an inclusion in an exclusion', 31253, [{ a: 0, b: 1 }, { a: { x: 0, y: 1 } }]),
  ...both('an exclusion in an inclusion', 31254, [
    { a: 1, b: 0 },
    { a: { x: 1, y: 0 } },
    { _id: { $add: [1, 2] }, a: 0 },
  ]),
  ...both('an expression in an exclusion', 31252, [
    { a: 0, b: { $add: [1, 2] } },
    { a: { x: 0, y: { $add: [1] } } },
  ]),
  ...both('a value in an exclusion', 31310, [
    { a: 0, b: '$a' },
    { a: 0, b: null },
    { a: 0, b: [1] },
    { a: { x: 0, y: '$a' } },
  ]),
  ...both('a path through another', 31249, [
    { a: 1, 'a.b': 1 },
    { a: 0, 'a.b.c': 0 },
  ]),
  ...both('a path that ends above another', 31250, [
    { 'a.b': 1, a: 1 },
    { 'a.b.c': 0, 'a.b': 0 },
  ]),
  ...both('an empty object', 51270, [{ a: {} }, { a: { b: {} } }]),
  ...both('an unknown expression', 31325, [{ a: { $frob: 1 } }]),
  ...both('an expression with a field', 16410, [
    { a: { $add: [1], x: 1 } },
    { a: { $add: [1], $subtract: [1, 2] } },
  ]),
  ...both('an empty name', 40352, [{ '': 1 }, { a: { '': 1 } }, { b: 1, '': 0 }]),
  ...both('a dot at the end', 40353, [{ 'a.': 1 }]),
  ...both('a dot at the beginning, or two', 15998, [{ '.a': 1 }, { 'a..b': 1 }]),
  ...both('a path of more than 200 names', 15, [{ [deep]: 1 }]),
];

const stages: Case[] = [
  stagesFail(
    '$project of what is no object',
    15969,
    valuesBut('object').map((value) => ({ $project: value })),
  ),
  stagesFail('$project of nothing', 51272, [{ $project: {} }]),
  stagesFail('$project with a positional field', 31324, [{ $project: { 'a.$': 1 } }]),
  stagesFail('$project with $elemMatch', 168, [{ $project: { a: { $elemMatch: { k: 1 } } } }]),
  stagesFail('$project with $slice as in find', 28667, [{ $project: { a: { $slice: 2 } } }]),
];

export const projectionArgumentCases: Case[] = [
  ...sliceCases,
  ...elements,
  ...positions,
  ...shapes,
  ...stages,
];
