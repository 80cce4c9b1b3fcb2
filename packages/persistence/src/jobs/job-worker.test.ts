/** A worker does not busy-loop on a database that answers reads and rejects writes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { JobWorker } from './job-worker.ts';

test('a due job that cannot be claimed is retried after a pause', async () => {
  let attempts = 0;
  let reported = 0;
  const taker = new JobWorker({
    kinds: ['ring'],
    maxConcurrency: 4,
    findDue: async () => ({ due: 1, inMs: 0 }),
    claim: async () => {
      // A turn of the event loop, as any response of a database takes.
      await pause(1);
      attempts++;
      throw new Error('not writable');
    },
    warn: () => void reported++,
  });
  taker.start();
  await pause(300);
  await taker.stop();
  assert.equal(attempts, 1);
  assert.equal(reported, 1);
});
