/** The exact messages with which commands, filters and projections are rejected. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import { BSONRegExp, Double, Int32, Long, Timestamp } from 'mongodb';
import type { Case, CaseContext } from './case.ts';
import { checks, failsWith, finds, projects } from './case.ts';

/** A row: the command's own fields, the code and the message; `NS` stands for the collection's namespace. */
type Row = [Document, number, string];

async function assertRejection(context: CaseContext, [command, code, message]: Row): Promise<void> {
  const { db, collection } = context;
  const check = (error: { code?: unknown; message: string }): true => {
    assert.deepEqual(
      [Number(error.code), error.message.replaceAll(collection.namespace, 'NS')],
      [code, message],
    );
    return true;
  };
  await assert.rejects(db.command(command), check, message);
}

/** Rejections of a command on the case’s collection; a row may name another collection. */
function expectMessages(name: string, command: string, rows: readonly Row[]): Case {
  return checks(`message: ${name}`, async (context) => {
    const on = { [command]: context.collection.collectionName };
    for (const [fields, code, message] of rows)
      await assertRejection(context, [{ ...on, ...fields }, code, message]);
  });
}

const filters = (rows: readonly Row[]): Row[] =>
  rows.map(([filter, code, message]) => [{ filter }, code, message]);

const numberTypes = "expected types '[long, int, decimal, double']";
const int32 = '[0, 2147483647]';

const optionCases: Case[] = [
  ...['find', 'count'].map((command) =>
    expectMessages(`${command} of what is no name`, command, [
      [{ [command]: {} }, 2, 'collection name has invalid type object'],
      [{ [command]: new Double(42) }, 2, 'collection name has invalid type double'],
      [{ [command]: null }, 2, 'collection name has invalid type null'],
      [{ [command]: new Timestamp(0n) }, 2, 'collection name has invalid type timestamp'],
    ]),
  ),
  expectMessages('options of find', 'find', [
    ...['filter', 'sort', 'projection'].map(
      (option): Row => [{ [option]: 'x' }, 14, `Expected field ${option}to be of type object`],
    ),
    [
      { batchSize: true },
      14,
      `BSON field 'FindCommandRequest.batchSize' is the wrong type 'bool', ${numberTypes}`,
    ],
    [{ singleBatch: 1 }, 14, "Field 'singleBatch' should be a boolean value, but found: int"],
    [{ limit: -1 }, 51024, "BSON field 'limit' value must be >= 0, actual value '-1'"],
    [
      { skip: Long.MIN_VALUE },
      51024,
      `BSON field 'skip' value must be >= 0, actual value '${Long.MIN_VALUE}'`,
    ],
  ]),
  expectMessages('options of count and distinct', 'distinct', [
    [{}, 40414, "BSON field 'distinct.key' is missing but a required field"],
    [
      { key: [] },
      14,
      "BSON field 'distinct.key' is the wrong type 'array', expected type 'string'",
    ],
    [
      { key: 'a', query: 'b' },
      14,
      "BSON field 'distinct.query' is the wrong type 'string', expected type 'object'",
    ],
    [{ distinct: {}, key: 'a' }, 73, 'collection name has invalid type object'],
  ]),
  expectMessages('maxTimeMS', 'find', [
    [{ maxTimeMS: 'x' }, 2, 'maxTimeMS must be a number'],
    [{ maxTimeMS: 43.15 }, 2, 'maxTimeMS has non-integral value'],
    [{ maxTimeMS: -1 }, 2, `-1 value for maxTimeMS is out of range ${int32}`],
    [{ maxTimeMS: 2 ** 31 }, 2, `2147483648 value for maxTimeMS is out of range ${int32}`],
    [{ maxTimeMS: 1e300 }, 2, `${Long.MAX_VALUE} value for maxTimeMS is out of range ${int32}`],
  ]),
  expectMessages('options of aggregate', 'aggregate', [
    [{ pipeline: [], cursor: 'x' }, 14, 'cursor field must be missing or an object'],
    [
      { pipeline: [], cursor: { batchSize: true } },
      14,
      `BSON field 'cursor.batchSize' is the wrong type 'bool', ${numberTypes}`,
    ],
    [
      { pipeline: [], cursor: {}, maxTimeMS: -1 },
      51024,
      "BSON field 'maxTimeMS' value must be >= 0, actual value '-1'",
    ],
    [
      { pipeline: [], cursor: {}, maxTimeMS: 'x' },
      14,
      `BSON field 'aggregate.maxTimeMS' is the wrong type 'string', ${numberTypes}`,
    ],
  ]),
  expectMessages('options of an explained find', 'explain', [
    [
      { explain: { find: 'c', limit: {} } },
      14,
      `BSON field 'FindCommandRequest.limit' is the wrong type 'object', ${numberTypes}`,
    ],
    [
      { explain: { find: 'c', limit: -1 } },
      51024,
      "BSON field 'limit' value must be >= 0, actual value '-1'",
    ],
    [{ explain: { find: 1 } }, 73, 'Failed to parse namespace element'],
  ]),
  expectMessages('names of collections', 'create', [
    [{ create: '.a' }, 73, "Collection names cannot start with '.': .a"],
    [{ create: 'a\0b' }, 73, 'namespaces cannot have embedded null characters'],
  ]),
];

const cursorCases: Case[] = [
  checks('message: getMore and killCursors of what they do not take', async (context) => {
    const { client, collection, db } = context;
    await collection.insertMany([{}, {}, {}]);
    const name = collection.collectionName;
    await client.withSession(async (session) => {
      const opened = await db.command({ find: name, batchSize: 1 }, { session });
      const { id } = opened.cursor;
      assert.ok(id instanceof Long, 'a driver keeps the id a long');
      const more: Row[] = [
        [
          { getMore: new Int32(1111), collection: name },
          14,
          "BSON field 'getMore.getMore' is the wrong type 'int', expected type 'long'",
        ],
        [
          { getMore: id, collection: {} },
          14,
          "BSON field 'getMore.collection' is the wrong type 'object', expected type 'string'",
        ],
        [{ getMore: id }, 40414, "BSON field 'getMore.collection' is missing but a required field"],
        [{ getMore: id, collection: '' }, 73, 'Collection names cannot be empty'],
        [
          { killCursors: name, cursors: [id, new Int32(5)] },
          14,
          "BSON field 'killCursors.cursors.1' is the wrong type 'int', expected type 'long'",
        ],
      ];
      for (const row of more) await assertRejection(context, row);
      const other = client.startSession();
      const elsewhere = db.command({ getMore: id, collection: name }, { session: other });
      await failsWith(50738, elsewhere, 'another session');
      await other.endSession();
      const rest = await db.command({ getMore: id, collection: name }, { session });
      assert.equal(rest.cursor.nextBatch.length, 2, 'the refused ones left the cursor open');
    });
  }),
];

const dropCases: Case[] = [
  checks('fails: getMore after the collection was dropped', async ({ collection }) => {
    await collection.insertMany([{}, {}, {}]);
    const cursor = collection.find({}, { batchSize: 1 });
    await cursor.next();
    await collection.drop();
    await failsWith(175, cursor.next());
    await cursor.close();
  }),
];

const sizeOf = 'Failed to parse $size.';
const bitOf = 'Failed to parse bit position.';

const filterCases: Case[] = [
  expectMessages('filters', 'find', [
    ...filters([
      [{ v: { $size: { $gt: 1 } } }, 2, `${sizeOf} Expected a number in: $size: { $gt: 1 }`],
      [{ v: { $size: 2.1 } }, 2, `${sizeOf} Expected an integer: $size: 2.1`],
      [
        { v: { $size: Number.NaN } },
        2,
        `${sizeOf} Expected an integer, but found NaN in: $size: nan.0`,
      ],
      [
        { v: { $size: Number.POSITIVE_INFINITY } },
        2,
        `${sizeOf} Cannot represent as a 64-bit integer: $size: inf.0`,
      ],
      [{ v: { $size: -1 } }, 2, `${sizeOf} Expected a non-negative number in: $size: -1`],
      [{ v: { $type: Number.NaN } }, 2, 'Invalid numerical type code: nan'],
      [{ v: { $type: [0] } }, 2, 'Invalid numerical type code: 0. Instead use {$exists:false}.'],
      [{ v: { $nin: [{ $gt: 1 }] } }, 2, 'cannot nest $ under $in'],
      [{ 'v.a': { $lt: /x/ } }, 2, "Can't have RegEx as arg to predicate over field 'v.a'."],
      [{ v: { $bitsAllSet: ['1'] } }, 2, `${bitOf} Expected a number in: 0: "1"`],
      [
        { v: { $bitsAnySet: new Double(-1) } },
        9,
        'Expected a non-negative number in: $bitsAnySet: -1.0',
      ],
      [
        { 'v.a': { $bitsAnySet: '1' } },
        2,
        'v.a takes an Array, a number, or a BinData but received: $bitsAnySet: "1"',
      ],
      [{ v: { $regex: 'a', $options: 'i1' } }, 51108, 'invalid flag in regex options: 1'],
      [
        { $expr: { $type: 'v', $op: 'v' } },
        15983,
        'An object representing an expression must have exactly one field: { $type: "v", $op: "v" }',
      ],
      [{ $expr: '$$$s' }, 9, "'$s' starts with an invalid character for a user variable name"],
    ]),
  ]),
  checks('fails: regular expressions that PCRE2 does not take', async ({ collection }) => {
    for (const pattern of ['\\uZ', '\\u0041', '(?P<name)', '(aa){3,10001}', 'a{1,70000}'])
      await failsWith(51091, collection.find({ v: { $regex: pattern } }).toArray(), pattern);
  }),
  finds('a regular expression that is stored, by its pattern and options as strings', {
    docs: [
      { _id: 1, v: new BSONRegExp('foo', 'i') },
      { _id: 2, v: new BSONRegExp('foo', '') },
      { _id: 3, v: 'FOO' },
    ],
    filter: { v: { $regex: 'foo', $options: 'i' } },
    ids: [1, 3],
    indexes: [{ v: 1 }],
  }),
  finds('a group named as Python does', {
    docs: [{ _id: 1, v: 'quz' }, { _id: 2 }],
    filter: { v: { $regex: '(?P<x>q)u' } },
    ids: [1],
  }),
];

const inTheMiddle =
  "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.";

function badSlice(shown: string, why: string, given: number): string {
  return `Invalid $slice syntax. The given syntax { $slice: ${shown} } did not match the find() syntax because :: ${why} :: The given syntax did not match the expression $slice syntax. :: caused by :: Expression $slice takes at least 2 arguments, and at most 3, but ${given} were passed in.`;
}

const noPair = 'Location31272: $slice array argument should be of form [skip, limit]';
const noNumber = 'Location31273: $slice only supports numbers and [skip, limit] arrays';

const projectionCases: Case[] = [
  expectMessages('projections', 'find', [
    [{ projection: { 'v.$.foo': 1 } }, 31394, inTheMiddle],
    [{ projection: { v: { $slice: 'x' } } }, 28667, badSlice('"x"', noNumber, 1)],
    [{ projection: { v: { $slice: [] } } }, 28667, badSlice('[]', noPair, 0)],
    [{ projection: { v: { $slice: [null] } } }, 28667, badSlice('[ null ]', noPair, 1)],
    [
      { projection: { v: { $slice: [2, 'x'] } } },
      28724,
      'First argument to $slice must be an array, but is of type: int',
    ],
  ]),
  projects(
    '$slice of a number and null',
    { _id: 1, v: [1] },
    { v: { $slice: [2, null] } },
    {
      _id: 1,
      v: null,
    },
  ),
  projects(
    'the positional element holds what the path includes',
    {
      _id: 1,
      v: [
        { k: 1, x: 1 },
        { k: 2, x: 2 },
      ],
    },
    { 'v.k.$': 1 },
    { _id: 1, v: [{ k: 2 }] },
    { 'v.k': 2 },
  ),
  checks('message: a positional element that the path leaves out', async (context) => {
    await context.collection.insertOne({ v: [42] });
    const find = context.collection.collectionName;
    await assertRejection(context, [
      { find, filter: { v: 42 }, projection: { 'v.foo.$': 1 } },
      51247,
      "Executor error during find command: NS :: caused by :: positional operator '.$' element mismatch",
    ]);
  }),
];

export const messageCases: Case[] = [
  ...optionCases,
  ...cursorCases,
  ...dropCases,
  ...filterCases,
  ...projectionCases,
];
