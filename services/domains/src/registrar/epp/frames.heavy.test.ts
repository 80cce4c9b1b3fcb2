/** What a long frame costs: wall time, so on a machine that runs little else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameReader, frame } from './frames.ts';

test('many small pieces of a long frame cost no more than the frame', () => {
  const reader = new FrameReader(1_048_576);
  const long = frame('y'.repeat(1_000_000));
  const startedMs = performance.now();
  let found: string[] = [];
  for (let at = 0; at < long.length; at += 10) found = reader.push(long.subarray(at, at + 10));
  assert.equal(found[0]?.length, 1_000_000);
  assert.ok(performance.now() - startedMs < 2_000);
});
