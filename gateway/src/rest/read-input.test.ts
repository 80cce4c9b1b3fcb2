/** REST input is parsed strictly and exactly. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GraphQLInputType } from 'graphql';
import { buildSchema, GraphQLList, isInputObjectType } from 'graphql';
import { apiSchemaOf, readCommittedSupergraph } from '../supergraph.ts';
import type { InputErrors } from './read-input.ts';
import { parseValue, readObject, readQuery, toHundredths } from './read-input.ts';

const schema = buildSchema(`
  scalar Cents scalar BasisPoints scalar DateTime scalar CalendarDate
  enum Mood { CALM WILD }
  input Probe {
    cents: Cents rate: BasisPoints whole: Int ratio: Float flag: Boolean id: ID text: String
    day: CalendarDate moment: DateTime mood: Mood names: [String!] inner: Inner must: Int! page: Int! = 1
  }
  input Inner { a: String! b: Int }
  type Query { probe(input: Probe): Int }
`);
const probe = schema.getType('Probe');
assert.ok(isInputObjectType(probe));
const fields = probe.getFields();
const typeOf = (name: string): GraphQLInputType => fields[name]?.type as GraphQLInputType;

const read = (name: string, value: unknown) => {
  const errors: InputErrors = new Map();
  const found = parseValue(value, { name, type: typeOf(name) }, errors);
  return errors.size > 0 ? 'refused' : found;
};

test('dollars and percent values become hundredths exactly, or are rejected', () => {
  const table: [number, number | undefined][] = [
    [5000, 500_000],
    [12.5, 1250],
    [0.07, 7],
    [4.35, 435],
    [1.1, 110],
    [0.29, 29],
    [10_000_000.01, 1_000_000_001],
    [-12.34, -1234],
    [-0, 0],
    [12.345, undefined],
    [0.001, undefined],
    [1e300, undefined],
    [90_071_992_547_410, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ];
  for (const [value, wanted] of table) assert.equal(toHundredths(value), wanted, String(value));
  for (let cents = 0; cents < 200_000; cents++) assert.equal(toHundredths(cents / 100), cents);
});

test('a value of the wrong JSON type is rejected', () => {
  const good: [string, unknown[]][] = [
    ['cents', [0, 12.34, -1]],
    ['rate', [0, 100, 12.5]],
    ['whole', [0, -5, 2_147_483_647]],
    ['flag', [true, false]],
    ['id', ['x']],
    ['text', ['', 'x']],
    ['day', ['2024-02-29']],
    ['moment', ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123Z']],
    ['mood', ['CALM']],
    ['names', [[], ['a', 'b']]],
  ];
  for (const [name, values] of good) {
    for (const value of values) assert.notEqual(read(name, value), 'refused', `${name} ${value}`);
  }
  const operator = { $ne: null };
  const bad: [string, unknown[]][] = [
    ['cents', ['12', true, [], operator, 12.345, Number.NaN]],
    ['rate', ['12.5', operator, 12.345]],
    ['whole', ['1', 1.5, 2_147_483_648, operator, 1e20]],
    ['flag', ['true', 1, 0, operator]],
    ['id', [1, '', operator, ['x']]],
    ['text', [1, operator, ['x'], true]],
    ['day', ['2026-02-30', '2026-2-1', 20260201, operator]],
    ['moment', ['yesterday', '2026-13-01T00:00:00Z', 5]],
    ['mood', ['calm', 'SAD', 1, operator, 'constructor']],
    ['names', ['a', [1], [operator], Array.from({ length: 101 }, () => 'a')]],
    ['inner', ['a', [], operator, { a: 1 }, { b: 1 }, { a: 'x', c: 1 }]],
  ];
  for (const [name, values] of bad) {
    for (const value of values)
      assert.equal(read(name, value), 'refused', `${name} ${JSON.stringify(value)}`);
  }
});

const input = (name: string, required: boolean, nullable: boolean) => ({
  name,
  type: typeOf(name),
  required,
  nullable,
});

test('all errors of a body are reported at once, including unknown fields and __proto__', () => {
  const errors: InputErrors = new Map();
  const body = JSON.parse(
    '{"whole":"x","unknownField":1,"__proto__":{"must":1},"constructor":2,"page":0}',
  );
  const known = [
    input('whole', false, true),
    input('must', true, false),
    input('page', false, false),
  ];
  readObject(body, { fields: known, prefix: '' }, errors);
  assert.deepEqual([...errors.keys()].sort(), [
    '__proto__',
    'constructor',
    'must',
    'page',
    'unknownField',
    'whole',
  ]);
});

test('null is accepted for nullable fields and rejected for required ones', () => {
  const errors: InputErrors = new Map();
  const known = [input('text', false, true), input('page', false, false)];
  const found = readObject({ text: null, page: null }, { fields: known, prefix: '' }, errors);
  assert.deepEqual(found, { text: null });
  assert.deepEqual([...errors.keys()], ['page']);
});

test('an omitted field stays omitted', () => {
  const known = [input('text', false, true)];
  assert.deepEqual(readObject({}, { fields: known, prefix: '' }, new Map()), {});
});

test('query parameters are parsed strictly, and unknown ones are ignored', () => {
  const known = [
    input('whole', false, true),
    input('cents', false, true),
    input('mood', false, true),
  ];
  const errors: InputErrors = new Map();
  const found = readQuery({ whole: '12', cents: '12.5', mood: 'calm', other: 'x' }, known, errors);
  assert.deepEqual({ ...found }, { whole: 12, cents: 1250, mood: 'CALM' });
  assert.equal(errors.size, 0);
  for (const whole of ['1.0', '1e3', ' 1', '0x10', '--1', 'NaN', '9'.repeat(30)]) {
    const bad: InputErrors = new Map();
    readQuery({ whole }, known, bad);
    assert.deepEqual([...bad.keys()], ['whole'], whole);
  }
  const twice: InputErrors = new Map();
  readQuery({ whole: ['1', '2'] }, known, twice);
  assert.deepEqual([...twice.keys()], ['whole']);
});

test('a list takes as many items as its field says', () => {
  const names = (count: number, maxItems?: number) => {
    const errors: InputErrors = new Map();
    const field = { name: 'names', type: typeOf('names'), maxItems };
    parseValue(Array(count).fill('a'), field, errors);
    return errors.get('names');
  };
  assert.equal(names(100), undefined);
  assert.equal(names(101), 'names must be a list of at most 100.');
  assert.equal(names(500, 500), undefined);
  assert.equal(names(501, 500), 'names must be a list of at most 500.');
});

test('a row whose fields have the wrong types is passed on with a sentence, and the others as they are', async () => {
  const api = await apiSchemaOf(readCommittedSupergraph());
  const type = new GraphQLList(api.getType('ListingItem') as GraphQLInputType);
  const rows = [
    { domain_id: 'd1', desired_loan_amount: 12.5, desired_term: 90, desired_apy: 9.99 },
    { domain_id: 'd2', desired_loan_amount: '12', desired_term: 90, note: 1 },
    { domain_id: 3 },
    { unreadable: 'x' },
    null,
    [1],
  ];
  const errors: InputErrors = new Map();
  const found = parseValue(rows, { name: 'items', type }, errors);
  assert.deepEqual(found, [
    { domainId: 'd1', desiredAmount: 1250, desiredTerm: 90, desiredRate: 999 },
    {
      ...{ domainId: 'd2', desiredTerm: 90 },
      unreadable:
        'desired_loan_amount must be a number of dollars with at most two decimals. note is not a field of this call.',
    },
    { unreadable: 'domain_id must be a string.' },
    { unreadable: 'unreadable is not a field of this call.' },
    { unreadable: 'Each row must be an object.' },
    { unreadable: 'Each row must be an object.' },
  ]);
  assert.equal(errors.size, 0);
});
