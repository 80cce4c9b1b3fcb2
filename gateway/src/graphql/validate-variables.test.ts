/** Variables are accepted and rejected exactly as by graphql-js. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql';
import { variableBounds } from '../limits.ts';
import { validateVariables } from './validate-variables.ts';

const schema = buildSchema(`
  type Query { a(f: Float): Int }
  enum Color { RED GREEN }
  scalar Cents
  input Wish { n: Int! }
`);
const types = [
  'Int',
  'Float',
  'String',
  'ID',
  'Boolean',
  'Color',
  'Cents',
  'Wish',
  '[Int]',
  'Nothing',
];
const values = [
  undefined,
  null,
  true,
  0,
  -1,
  7,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  '7',
  'RED',
  'toString',
  'BLUE',
  {},
  { n: 1 },
  { n: 'x' },
  [],
  [1],
  ['x'],
];

test('for generated types and values an error is reported exactly when graphql-js reports one, with its message', () => {
  let errorCount = 0;
  for (const type of types)
    for (const declared of [type, `${type}!`, `${type} = null`]) {
      const operation = getOperationAST(parse(`query($v: ${declared}) { a }`));
      assert.ok(operation);
      for (const given of [{}, Object.create({ v: 1 }), ...values.map((v) => ({ v }))]) {
        const definitions = operation.variableDefinitions ?? [];
        const { errors } = getVariableValues(schema, definitions, given, variableBounds);
        const validationError = validateVariables(schema, operation, given);
        assert.equal(validationError, errors?.[0]?.message, `${declared} ${JSON.stringify(given)}`);
        if (validationError !== undefined) errorCount++;
      }
    }
  assert.ok(errorCount > 100, `${errorCount} errorCount`);
});

test('a list of more than a thousand items is rejected before its items are read, at any depth', () => {
  const operation = getOperationAST(parse('query($v: [Int], $w: Wish) { a }'));
  assert.ok(operation);
  const list = (length: number) => Array.from({ length }, () => 1);
  assert.equal(validateVariables(schema, operation, { v: list(1000) }), undefined);
  assert.match(validateVariables(schema, operation, { v: list(1001) }) ?? '', /at most 1000 items/);
  const nested = { w: { n: { deeper: [list(1001)] } } };
  assert.match(validateVariables(schema, operation, nested) ?? '', /at most 1000 items/);
});
