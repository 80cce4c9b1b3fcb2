/** The estimated objects of an operation depend on the page sizes of each request, also if they are cached. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { countInputObjects, estimateObjects } from './query-complexity.ts';

const schema = buildSchema(`
  type Query { loans(limit: Int = 4): Loans }
  type Loans { loans(limit: Int): [Loan] }
  type Loan { id: ID }
`);

test('the cost of an operation depends on its page sizes: given, absent, null and beyond the limit', () => {
  const document = parse(
    'query($one: Int = 7, $two: Int) { loans(limit: $one) { loans(limit: $two) { id } } }',
  );
  const operation = getOperationAST(document);
  assert.ok(operation);
  const weights: [Record<string, unknown>, number][] = [
    [{ one: 2, two: 3 }, 1 + 2 * 1],
    [{ two: 3 }, 1 + 7 * 1],
    [{ one: null, two: 3 }, 1 + 4 * 1],
    [{ one: undefined }, 1 + 4 * 1],
    [{ one: 1000 }, 1 + 100 * 1],
    [{ one: -5 }, 1 + 1 * 1],
  ];
  for (let round = 0; round < 3; round++)
    for (const [variables, objects] of weights)
      assert.equal(
        estimateObjects(schema, { document, operation }, variables),
        objects,
        JSON.stringify(variables),
      );
});

test('the objects of lists in the input count, at any depth; texts and numbers do not', () => {
  const payments = Array.from({ length: 400 }, () => ({ date: '2027-01-10', amount: 1 }));
  assert.equal(
    countInputObjects({ payments, fees: [{ date: '2027-01-10', amount: 1 }], on: 'x' }),
    401,
  );
  assert.equal(countInputObjects({ plan: { rows: [{ day: 1 }, { day: 2 }] } }), 2);
  assert.equal(countInputObjects({ ids: ['a', 'b'], limit: 5, none: null }), 0);
});
