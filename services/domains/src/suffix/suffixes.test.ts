/** Guards the suffix data against typing errors: every value in its range, every suffix a public one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseName } from '../name/parse-name.ts';
import { allSuffixes, findSuffix, suffixesAsOf } from './suffixes.ts';

test('every row is a public suffix that a parsed name can have', () => {
  for (const row of allSuffixes()) {
    assert.equal(parseName(`example.${row.suffix}`).suffix, row.suffix);
    assert.equal(findSuffix(row.suffix), row);
  }
  assert.ok(allSuffixes().length >= 15);
});

test('every value is a whole number in its range', () => {
  for (const row of allSuffixes()) {
    const { suffix, registry, ...figures } = row;
    for (const [name, figure] of Object.entries(figures)) {
      assert.ok(Number.isSafeInteger(figure) && figure > 0, `${name} of ${suffix}`);
    }
    assert.match(registry, /^[a-z][a-z-]+$/);
    assert.ok(row.transferFeeCents >= row.renewalFeeCents * row.yearsAdded, `fees of ${suffix}`);
    assert.ok(row.yearsAdded < row.maxYears && row.maxYears <= 10, `years of ${suffix}`);
  }
});

test('a gTLD waits five days for the losing registrar and locks for sixty', () => {
  for (const suffix of ['com', 'net', 'org', 'dev', 'app', 'xyz']) {
    const row = findSuffix(suffix);
    assert.deepEqual([row?.approvalDays, row?.lockDays, row?.yearsAdded], [5, 60, 1], suffix);
  }
});

test('a suffix without a row, or the name of an object property, is not holdable', () => {
  for (const suffix of ['de', 'co.uk', 'COM', '.com', '', 'constructor', '__proto__']) {
    assert.equal(findSuffix(suffix), undefined, suffix);
  }
});

test('the data has the day of its last check', () => {
  assert.match(suffixesAsOf, /^\d{4}-\d{2}-\d{2}$/);
  assert.ok(!Number.isNaN(Date.parse(suffixesAsOf)));
});
