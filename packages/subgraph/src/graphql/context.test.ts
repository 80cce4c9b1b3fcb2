/** Projected loading: one call per tick, and no result lacks a requested key. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entity } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { Context } from './context.ts';
import { loadProjected } from './context.ts';

interface Pet extends Entity {
  name: string;
  age: number;
}

const observed = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' };

function asking() {
  const calls: { ids: readonly string[]; requested: readonly Keys<Pet>[] }[] = [];
  const context: Context = {
    actor: { kind: 'anonymous', ...observed },
    loaders: new Map(),
    keyLoaders: new Map(),
  };
  const fetch = async (ids: readonly string[], requested: readonly Keys<Pet>[]) => {
    calls.push({ ids, requested });
    return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, `pet ${id}`]));
  };
  // Resolvers receive copies of the request's context.
  const ask = (id: string, keys: Keys<Pet>) =>
    loadProjected({ ...context }, { name: 'pet', id, keys }, fetch);
  return { calls, ask };
}

test('fields of one tick share a call that receives the keys of each', async () => {
  const { calls, ask } = asking();
  const answers = [ask('a', ['name']), ask('b', ['age']), ask('a', undefined), ask('gone', [])];
  assert.deepEqual(await Promise.all(answers), ['pet a', 'pet b', 'pet a', undefined]);
  assert.deepEqual(calls, [
    { ids: ['a', 'b', 'gone'], requested: [['name'], ['age'], undefined, []] },
  ]);
});

test('a later tick does not reuse the result of an earlier one', async () => {
  const { calls, ask } = asking();
  await ask('a', ['name']);
  await ask('a', ['age']);
  assert.deepEqual(
    calls.map(({ requested }) => requested),
    [[['name']], [['age']]],
  );
});
