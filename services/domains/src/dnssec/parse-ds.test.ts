/** Guards which DS records an owner can set. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { isSameDs } from './ds-record.ts';
import type { DsInput } from './parse-ds.ts';
import { parseDs } from './parse-ds.ts';

const sha256 = 'ab'.repeat(32);
const record: DsInput = { keyTag: 12345, algorithm: 13, digestType: 2, digest: sha256 };

test('digests are stored in upper case without white space, and every current algorithm is accepted', () => {
  const digest = `${sha256.slice(0, 20)} \n${sha256.slice(20)}`;
  assert.deepEqual(parseDs([{ ...record, digest }], []), [
    { ...record, digest: sha256.toUpperCase() },
  ]);
  for (const algorithm of [8, 10, 13, 14, 15, 16])
    assert.equal(parseDs([{ ...record, algorithm }], []).length, 1);
  assert.equal(parseDs([{ ...record, digestType: 4, digest: 'cd'.repeat(48) }], []).length, 1);
  assert.deepEqual(parseDs([], []), []);
});

test('an invalid record is rejected with its number, its mistake and the field', () => {
  const cases: [Partial<DsInput>, RegExp][] = [
    [{ keyTag: -1 }, /key tag/],
    [{ keyTag: 65_536 }, /key tag/],
    [{ keyTag: 1.5 }, /key tag/],
    [{ keyTag: Number.NaN }, /key tag/],
    [{ algorithm: 0 }, /algorithm is one of/],
    [{ algorithm: 1 }, /algorithm is one of/],
    [{ algorithm: 5 }, /SHA-1/],
    [{ algorithm: 7 }, /SHA-1/],
    [{ algorithm: 253 }, /algorithm is one of/],
    [{ digestType: 1, digest: 'ab'.repeat(20) }, /SHA-1/],
    [{ digestType: 3 }, /digest type is/],
    [{ digest: '' }, /has 64 hexadecimal digits, not 0/],
    [{ digest: sha256.slice(2) }, /has 64 hexadecimal digits, not 62/],
    [{ digestType: 4 }, /has 96 hexadecimal digits, not 64/],
    [{ digest: 'xy'.repeat(32) }, /hexadecimal/],
    [{ digest: 'ab'.repeat(1_000_000) }, /has 64 hexadecimal digits/],
  ];
  for (const [change, wanted] of cases)
    assert.throws(
      () => parseDs([record, { ...record, keyTag: 1, ...change }], []),
      (error) => {
        assert.ok(error instanceof DomainError);
        assert.match(error.message, wanted);
        assert.match(error.message, /^DS record 2: /);
        return error.code === 'INVALID_INPUT' && error.details.fields?.ds === error.message;
      },
      JSON.stringify(change).slice(0, 80),
    );
});

test('nine records and equal records are rejected', () => {
  const many = Array.from({ length: 9 }, (_, keyTag) => ({ ...record, keyTag }));
  assert.throws(() => parseDs(many, []), /at most 8/);
  assert.equal(parseDs(many.slice(1), []).length, 8);
  assert.throws(() => parseDs([record, { ...record, digest: sha256.toUpperCase() }], []), /once/);
});

test('an old record that the registry has may stay next to a new one', () => {
  const old = { keyTag: 1, algorithm: 5, digestType: 1, digest: 'AB'.repeat(20) };
  assert.throws(() => parseDs([old], []), /SHA-1/);
  assert.equal(parseDs([old, record], [old]).length, 2);
});

test('lists are equal in any order and in either case', () => {
  const other = { ...record, keyTag: 2 };
  assert.equal(
    isSameDs([record, other], [other, { ...record, digest: sha256.toUpperCase() }]),
    true,
  );
  assert.equal(isSameDs([record], [record, other]), false);
  assert.equal(isSameDs([record, other], [record]), false);
});
