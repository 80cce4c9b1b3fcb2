/** Edge cases of framing: every split of the stream, and invalid lengths. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameError, FrameReader, frame } from './frames.ts';

const texts = ['<a/>', '<b>ünïcödé 😀</b>', `<c>${'x'.repeat(500)}</c>`];
const stream = Buffer.concat(texts.map(frame));

test('the length includes itself and counts octets, not characters', () => {
  const whole = frame('<b>ü</b>');
  assert.equal(whole.readUInt32BE(0), whole.length);
  assert.equal(whole.length, 4 + 9);
});

test('the same frames are read wherever the stream is split', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new FrameReader(1_000);
    const found = [...reader.push(stream.subarray(0, cut)), ...reader.push(stream.subarray(cut))];
    assert.deepEqual(found, texts, `cut at ${cut}`);
  }
});

test('the same frames are read octet by octet', () => {
  const reader = new FrameReader(1_000);
  assert.deepEqual(
    [...stream].flatMap((octet) => reader.push(Buffer.of(octet))),
    texts,
  );
});

test('a frame of the maximum length is read, and one octet more is rejected by its length', () => {
  const longest = frame('x'.repeat(96));
  assert.equal(new FrameReader(100).push(longest).length, 1);
  const header = Buffer.alloc(4);
  header.writeUInt32BE(101, 0);
  assert.throws(() => new FrameReader(100).push(header), FrameError);
});

test('a length without content, and octets that are not UTF-8, are rejected', () => {
  for (const length of [0, 1, 3, 4]) {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(length, 0);
    assert.throws(() => new FrameReader(100).push(header), FrameError, String(length));
  }
  assert.throws(() => new FrameReader(100).push(Buffer.from([0, 0, 0, 6, 0xc3, 0x28])), FrameError);
});
