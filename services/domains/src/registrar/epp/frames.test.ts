/** Framing at its edges: every way of cutting the stream, and lengths that no frame can have. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameError, FrameReader, frame } from './frames.ts';

const texts = ['<a/>', '<b>ünïcödé 😀</b>', `<c>${'x'.repeat(500)}</c>`];
const stream = Buffer.concat(texts.map(frame));

test('the length counts itself and is in octets, not characters', () => {
  const whole = frame('<b>ü</b>');
  assert.equal(whole.readUInt32BE(0), whole.length);
  assert.equal(whole.length, 4 + 9);
});

test('the same frames come out wherever the stream is cut in two', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new FrameReader(1_000);
    const found = [...reader.push(stream.subarray(0, cut)), ...reader.push(stream.subarray(cut))];
    assert.deepEqual(found, texts, `cut at ${cut}`);
  }
});

test('the same frames come out octet by octet', () => {
  const reader = new FrameReader(1_000);
  assert.deepEqual(
    [...stream].flatMap((octet) => reader.push(Buffer.of(octet))),
    texts,
  );
});

test('a frame of exactly the longest length is read, one octet more is refused by its length alone', () => {
  const longest = frame('x'.repeat(96));
  assert.equal(new FrameReader(100).push(longest).length, 1);
  const header = Buffer.alloc(4);
  header.writeUInt32BE(101, 0);
  assert.throws(() => new FrameReader(100).push(header), FrameError);
});

test('a length that leaves no room for content, and octets that are not UTF-8, are refused', () => {
  for (const length of [0, 1, 3, 4]) {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(length, 0);
    assert.throws(() => new FrameReader(100).push(header), FrameError, String(length));
  }
  assert.throws(() => new FrameReader(100).push(Buffer.from([0, 0, 0, 6, 0xc3, 0x28])), FrameError);
});
