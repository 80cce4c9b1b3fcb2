/** The journal: atomic commits, incomplete last lines removed, damage detected, size bounded. */

import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Store } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'journal.jsonl');

test('committed records are restored in order, and removed ones are not', () => {
  const store = new Store(folder);
  store.commit(['values', 'a', 1], ['values', 'b', { deep: ['ü'] }]);
  store.commit(['values', 'a', null], ['values', 'c', null]);
  assert.equal(store.nextNumber('n'), 1);
  store.close();
  const again = new Store(folder);
  assert.deepEqual([...again.table('values')], [['b', { deep: ['ü'] }]]);
  assert.equal(again.nextNumber('n'), 2);
  again.close();
});

test('a commit cut at any byte is dropped completely, and the next one is kept', () => {
  const store = new Store(folder);
  store.commit(['values', 'kept', true]);
  const whole = statSync(path()).size;
  store.commit(['values', 'torn', 'ü'.repeat(20)], ['values', 'with', 1]);
  store.close();
  const bytes = readFileSync(path());
  for (let cut = whole; cut < bytes.length; cut += 1) {
    writeFileSync(path(), bytes.subarray(0, cut));
    const torn = new Store(folder);
    assert.deepEqual([...torn.table('values').keys()], ['kept'], `cut at ${cut}`);
    torn.commit(['values', 'next', 1]);
    torn.close();
    const after = new Store(folder);
    assert.deepEqual([...after.table('values').keys()], ['kept', 'next']);
    after.close();
  }
});

test('damage before the last line fails the start and names the line', () => {
  const store = new Store(folder);
  store.commit(['values', 'a', 1]);
  store.close();
  appendFileSync(path(), '{"broken\n[["values","b",2]]\n');
  assert.throws(() => new Store(folder), /damaged at line 2/);
});

test('a journal with many changes to few records is compacted without losing any', () => {
  const store = new Store(folder);
  store.commit(['values', 'first', 1]);
  for (let n = 0; n < 3000; n += 1) store.commit(['values', `k${n % 10}`, 'x'.repeat(1000) + n]);
  assert.ok(statSync(path()).size < 1_100_000, `${statSync(path()).size} bytes`);
  store.close();
  const again = new Store(folder);
  assert.equal(again.table('values').size, 11);
  assert.equal(again.table('values').get('k9'), 'x'.repeat(1000) + 2999);
  again.close();
});
