/** Limits the start time of the embedded database; a heavy test, because it asserts elapsed time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbeddedMongo } from '../src/server.ts';

const maxStartMs = 150;

test('the fastest of ten starts in this process takes less than 150 ms', async () => {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 10; count++) {
    const startedMs = performance.now();
    const server = await startEmbeddedMongo();
    fastestMs = Math.min(fastestMs, performance.now() - startedMs);
    await server.close();
  }
  assert.ok(fastestMs < maxStartMs, `${fastestMs} ms`);
});
