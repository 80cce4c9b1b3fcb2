/** Key lists of selections: shared for equal keys, and bounded in number. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entity } from '@nameloan/persistence/entity';
import type { OperationDefinitionNode } from 'graphql';
import { parse } from 'graphql';
import { FieldProjection } from './field-projection.ts';

const names = Array.from({ length: 10 }, (_, at) => `key${at}`);

/** The keys of a query's only field, of a new document. */
function keysOf(requested: FieldProjection<object, Entity>, fields: readonly string[]) {
  const [operation] = parse(`{ thing { ${fields.join(' ')} } }`).definitions;
  const { selections } = (operation as OperationDefinitionNode).selectionSet;
  return requested.of({ fieldNodes: selections as never, fragments: {} }, null);
}

/** Each number selects another subset of the names. */
const choice = (number: number) => names.filter((_, at) => (number >> at) % 2 === 1);

test('selections of the same keys share one list, in any order and document', () => {
  const requested = new FieldProjection<object, Entity>({});
  assert.equal(
    keysOf(requested, ['key2', 'key1']),
    keysOf(requested, ['key1', 'key2', 'key1', 'id']),
  );
  assert.notEqual(keysOf(requested, ['key1']), keysOf(requested, ['key2']));
});

test('lists that were not used lately are dropped', () => {
  const requested = new FieldProjection<object, Entity>({});
  const first = keysOf(requested, choice(1));
  for (let number = 2; number < 2 ** names.length; number++) keysOf(requested, choice(number));
  assert.notEqual(keysOf(requested, choice(1)), first);
  assert.deepEqual(keysOf(requested, choice(1)), first);
});
