/** Subject patterns: which one covers which. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, mergeSubjects, missingSubjects } from './subjects.ts';

test('a pattern covers exactly what the broker matches', () => {
  const table: [string, string, boolean][] = [
    ['a.b', 'a.b', true],
    ['a.b', 'a.c', false],
    ['a.b', 'a.b.c', false],
    ['a.b.c', 'a.b', false],
    ['a.>', 'a.b', true],
    ['a.>', 'a.b.c', true],
    ['a.>', 'a', false],
    ['a.>', 'b.c', false],
    ['>', 'a', true],
    ['>', 'a.>', true],
    ['a.*', 'a.b', true],
    ['a.*', 'a.b.c', false],
    ['a.*.c', 'a.b.c', true],
    ['a.*', 'a.>', false],
    ['a.>', 'a.*', true],
    ['a.b', 'a.*', false],
  ];
  for (const [pattern, subject, is] of table)
    assert.equal(covers(pattern, subject), is, `${pattern} takes in ${subject}`);
});

test('a merged list covers both, without duplicates or overlaps', () => {
  assert.deepEqual(missingSubjects(['a.>', 'b.c'], ['a.x', 'b.c', 'b.d']), ['b.d']);
  assert.deepEqual(mergeSubjects(['a.x', 'b.c'], ['a.>']), ['b.c', 'a.>']);
  assert.deepEqual(mergeSubjects(['a.>'], ['a.x']), ['a.>']);
});
