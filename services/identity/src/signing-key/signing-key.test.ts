/** Rules for publishing, signing and retiring keys. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SigningKey } from './signing-key.ts';
import {
  findPublished,
  findSigner,
  nextSignsFrom,
  publishedAfterMs,
  publishedAheadMs,
} from './signing-key.ts';

const day = 86_400_000;
const key = (sequence: number, signsFromMs: number): SigningKey => ({
  id: `key ${sequence}`,
  version: 1,
  sequence,
  publicJwk: '{}',
  encryptedPrivateKey: '',
  signsFrom: new Date(signsFromMs),
  createdAt: new Date(0),
});
const first = key(1, 0);
const second = key(2, 30 * day);

test('the newest key whose start time has passed signs', () => {
  assert.equal(findSigner([], 5), undefined);
  assert.equal(findSigner([first, second], 30 * day - 1)?.sequence, 1);
  assert.equal(findSigner([second, first], 30 * day)?.sequence, 2);
});

test('a key stays published for an hour after its successor signs', () => {
  const sequences = (wallMs: number) =>
    findPublished([first, second], wallMs).map((one) => one.sequence);
  assert.deepEqual(sequences(0), [1, 2]);
  assert.deepEqual(sequences(30 * day + publishedAfterMs - 1), [1, 2]);
  assert.deepEqual(sequences(30 * day + publishedAfterMs), [2]);
});

test('the next key is created two hours before it signs, even if its time was missed', () => {
  assert.deepEqual(nextSignsFrom(undefined, 30 * day, 7), new Date(7));
  assert.equal(nextSignsFrom(first, 30 * day, 30 * day - publishedAheadMs - 1), undefined);
  const inTime = nextSignsFrom(first, 30 * day, 30 * day - publishedAheadMs);
  assert.deepEqual(inTime, new Date(30 * day));
  const late = nextSignsFrom(first, 30 * day, 50 * day);
  assert.deepEqual(late, new Date(50 * day + publishedAheadMs));
});
