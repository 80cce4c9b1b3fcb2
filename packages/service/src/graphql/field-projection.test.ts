/** Which list of keys a selection comes to: the same one for the same keys, and not one for ever for all there can be. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationDefinitionNode } from 'graphql';
import { parse } from 'graphql';
import type { Entity } from '../store/entity.ts';
import { FieldProjection } from './field-projection.ts';

const names = Array.from({ length: 10 }, (_, at) => `key${at}`);

/** The keys of a query's one field, of a document that nobody sent before. */
function keysOf(asked: FieldProjection<object, Entity>, fields: readonly string[]) {
  const [operation] = parse(`{ thing { ${fields.join(' ')} } }`).definitions;
  const { selections } = (operation as OperationDefinitionNode).selectionSet;
  return asked.of({ fieldNodes: selections as never, fragments: {} }, null);
}

/** Each number another choice among the names. */
const choice = (number: number) => names.filter((_, at) => (number >> at) % 2 === 1);

test('selections of the same keys have one list, in whatever order and document they stand', () => {
  const asked = new FieldProjection<object, Entity>({});
  assert.equal(keysOf(asked, ['key2', 'key1']), keysOf(asked, ['key1', 'key2', 'key1', 'id']));
  assert.notEqual(keysOf(asked, ['key1']), keysOf(asked, ['key2']));
});

test('lists that nobody has asked for lately are not kept, whatever choices are made up', () => {
  const asked = new FieldProjection<object, Entity>({});
  const first = keysOf(asked, choice(1));
  for (let number = 2; number < 2 ** names.length; number++) keysOf(asked, choice(number));
  assert.notEqual(keysOf(asked, choice(1)), first);
  assert.deepEqual(keysOf(asked, choice(1)), first);
});
