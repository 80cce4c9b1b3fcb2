/** Limits the time to read a long frame; a heavy test, because it asserts elapsed time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameReader, frame } from './frames.ts';

test('many small chunks of a long frame take linear time', () => {
  const reader = new FrameReader(1_048_576);
  const long = frame('y'.repeat(1_000_000));
  const startedMs = performance.now();
  let frames: string[] = [];
  for (let offset = 0; offset < long.length; offset += 10)
    frames = reader.push(long.subarray(offset, offset + 10));
  assert.equal(frames[0]?.length, 1_000_000);
  assert.ok(performance.now() - startedMs < 2_000);
});
