/** Readers of variables and arguments have the results and errors of graphql-js. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '@nameloan/testkit/seeded';
import type {
  FieldNode,
  GraphQLEnumType,
  GraphQLScalarType,
  OperationDefinitionNode,
} from 'graphql';
import { buildSchema, getArgumentValues, getVariableValues, parse } from 'graphql';
import { argumentReader, variableReader } from './input-values.ts';

const types = ['Int', 'Float', 'String', 'ID', 'Boolean', 'Color', 'Odd', 'Wish'].flatMap(
  (name) => [...[name, `${name}!`, `[${name}]`, `[${name}!]`, `[${name}!]!`, `[[${name}]]`]],
);
const wrapped = (make: (type: string, at: number) => string) => types.map(make).join('\n');

const schema = buildSchema(`
  enum Color { RED GREEN }
  scalar Odd
  input Wish { text: String! = "w" sizes: [Float!] color: Color = RED inner: Wish }
  type Query {
    ${wrapped((type, at) => `f${at}(given: ${type}): Int`)}
    standing(one: Int = 3, two: Color! = RED, three: [Int!] = [1], four: Wish, five: String!): Int
  }
`);
const odd = schema.getType('Odd') as { parseValue(value: unknown): unknown };
odd.parseValue = (value) => {
  if (value === 'y') throw new Error('y is odd');
  return value === 7 ? undefined : value === 8 ? null : value;
};

const values: unknown[] = [
  ...[null, undefined, 0, -0, 7, 8, 1.5, 3e9, Number.NaN, '', 'x', 'y', '7', 'RED', 'BLUE', true],
  ...[[], [null], [1, 2], ['RED', 'GREEN'], [1, 'x'], [[1], null], [undefined], new Set([1])],
  ...[{}, { text: 'a' }, { text: null }, { none: 1 }, { sizes: [1, 'x'], color: 'BLUE' }],
];
const literals = [
  ...['null', '1', '-2', '1.5', '"x"', '"RED"', 'RED', 'BLUE', 'true', '[]', '[1, 2]', '[[1]]'],
  ...['{}', '{ text: "a", sizes: [1, 2.5] }', '{ text: null }', '{ none: 1 }', '[{ text: "a" }]'],
];

/** The values, or the messages of the errors. */
function reported(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

const operationOf = (text: string): OperationDefinitionNode =>
  parse(text).definitions[0] as OperationDefinitionNode;

test('variables of every type, with every value, absent, with and without a default', () => {
  let problems = 0;
  let count = 0;
  for (const type of types)
    for (const standing of ['', ...literals.map((one) => ` = ${one}`)]) {
      const operation = operationOf(`query ($a: ${type}${standing}, $last: Int) { __typename }`);
      const read = variableReader(schema, operation);
      for (const given of [{}, ...values.map((a) => ({ a })), { a: 1, last: 'x' }]) {
        const definitions = operation.variableDefinitions ?? [];
        const { coerced, errors } = getVariableValues(schema, definitions, given, {
          maxErrors: 50,
        });
        const own = read(given);
        const where = `${type}${standing} ${JSON.stringify(given)}`;
        if (errors) {
          assert.ok('errors' in own, where);
          assert.deepEqual(own.errors.map(String), errors.map(String), where);
          problems++;
        } else assert.deepStrictEqual(own, { variables: coerced }, where);
        count++;
      }
    }
  assert.ok(problems > count / 4 && problems < (count * 3) / 4, `${problems} faults of ${count}`);
});

test('with suggestions hidden none are computed, which would compare a long value with all others', () => {
  const schema = buildSchema('enum Color { RED } type Query { f(given: Color): Int }');
  const color = schema.getType('Color') as GraphQLEnumType;
  let hints = 0;
  const parseValue = color.parseValue.bind(color);
  color.parseValue = (value, hidden) => {
    if (!hidden) hints++;
    return parseValue(value, hidden);
  };
  const read = variableReader(schema, operationOf('query ($a: Color) { f(given: $a) }'), {
    maxErrors: 1,
    hideSuggestions: true,
  });
  const found = read({ a: 'R\u0301'.repeat(300_000) });
  assert.ok('errors' in found);
  assert.equal(hints, 0);
});

test('a list full of invalid items is read up to the first', () => {
  let read = 0;
  const schema = buildSchema('scalar Sour type Query { f(given: [Sour!]!): Int }');
  (schema.getType('Sour') as GraphQLScalarType).parseValue = () => {
    read++;
    throw new Error('sour');
  };
  const readAll = variableReader(schema, operationOf('query ($a: [Sour!]!) { f(given: $a) }'), {
    maxErrors: 1,
  });
  const found = readAll({ a: new Array(100_000).fill(1) });
  assert.ok('errors' in found);
  // Once by the reader, and once by graphql-js, which reports it.
  assert.ok(read <= 4, `${read} of 100,000`);
});

test('arguments of every type: each literal, a variable with each value, one that is absent, one inside', () => {
  const fields = schema.getQueryType()?.getFields() ?? {};
  const inside = ['[$a]', '{ text: $a }', '[[$a]]'];
  for (const name of Object.keys(fields))
    for (const literal of [undefined, '$a', ...literals, ...inside]) {
      const given =
        literal === undefined ? '' : `(${name === 'standing' ? 'five' : 'given'}: ${literal})`;
      const node = operationOf(`{ ${name}${given} }`).selectionSet.selections[0] as FieldNode;
      const def = fields[name];
      assert.ok(def);
      const read = argumentReader(def as never, node);
      for (const variables of [{}, ...values.map((a) => ({ a }))]) {
        const own = reported(() => read(variables));
        const stock = reported(() => getArgumentValues(def, node, variables));
        assert.deepStrictEqual(own, stock, `${name}${given} ${JSON.stringify(variables)}`);
      }
    }
});

test('several random arguments at once', () => {
  const def = schema.getQueryType()?.getFields().standing;
  assert.ok(def);
  for (let seed = 1; seed <= 2000; seed++) {
    const chance = seeded(seed);
    const given = ['one', 'two', 'three', 'four', 'five'].flatMap((name) =>
      chance.oneIn(3) ? [] : [`${name}: ${chance.oneIn(2) ? `$${name}` : chance.pick(literals)}`],
    );
    const text = `{ standing${given.length > 0 ? `(${given.join(', ')})` : ''} }`;
    const node = operationOf(text).selectionSet.selections[0] as FieldNode;
    const names = ['one', 'two', 'three', 'four', 'five'].filter(() => !chance.oneIn(4));
    const variables = Object.fromEntries(names.map((name) => [name, chance.pick(values)]));
    const own = reported(() => argumentReader(def as never, node)(variables));
    const stock = reported(() => getArgumentValues(def, node, variables));
    assert.deepStrictEqual(own, stock, `seed ${seed}: ${text}`);
  }
});

test('values that requests share cannot be changed', () => {
  const def = schema.getQueryType()?.getFields().standing;
  const node = operationOf('{ standing(three: [1], five: "x") }').selectionSet.selections[0];
  const read = argumentReader(def as never, node as FieldNode);
  assert.throws(() => (read({}).three as number[]).push(2), TypeError);
  assert.deepEqual(read({}).three, [1]);
});

test('a variable may have the name of an inherited property', () => {
  const operation = operationOf('query ($__proto__: [Odd], $a: Boolean) { __typename }');
  const given = JSON.parse('{"__proto__": [true]}');
  const own = variableReader(schema, operation)(given);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  assert.ok('variables' in own);
  assert.deepEqual(Object.entries(own.variables), [['__proto__', [true]]]);
  assert.deepStrictEqual(own.variables, coerced);
});
