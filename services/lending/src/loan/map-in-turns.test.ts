/** Long computations leave turns to other requests. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapInTurns } from './map-in-turns.ts';

test('other work gets a turn after every five items, and the results keep their order', async () => {
  let computed = 0;
  const seen: number[] = [];
  let done = false;
  const watch = () => {
    seen.push(computed);
    if (!done) setImmediate(watch);
  };
  setImmediate(watch);
  const items = Array.from({ length: 23 }, (_, index) => index);
  const results = await mapInTurns(items, (item) => {
    computed++;
    return 2 * item;
  });
  done = true;
  assert.deepEqual(
    results,
    items.map((item) => 2 * item),
  );
  assert.deepEqual([...new Set(seen)].slice(0, 4), [5, 10, 15, 20]);
});
