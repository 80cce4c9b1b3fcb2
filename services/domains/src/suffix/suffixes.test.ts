/** Guards the suffix data and its readers: prices, periods and the transfer rule of each day. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import {
  allSuffixes,
  findSuffix,
  suffixesAsOf,
  transferRuleAt,
  useSuffixFile,
} from './suffixes.ts';

const included = JSON.parse(readFileSync(new URL('./suffixes.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'nameloan-suffixes-'));
const path = join(folder, 'suffixes.json');

afterEach(() => {
  useSuffixFile(undefined);
  rmSync(path, { force: true });
});
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const useText = (text: string) => {
  writeFileSync(path, text);
  useSuffixFile(path);
};
const use = (content: unknown) => useText(JSON.stringify(content));

test('every row has a fee that covers the years that a transfer adds', () => {
  for (const { suffix, transferFeeCents, renewalFeeCents, yearsAdded } of allSuffixes())
    assert.ok(transferFeeCents >= renewalFeeCents * yearsAdded, `fees of ${suffix}`);
  assert.ok(allSuffixes().length >= 15);
  assert.match(suffixesAsOf(), /^\d{4}-\d{2}-\d{2}$/);
});

test('a generic name waits 120 hours for the losing registrar and is locked for 1,440', () => {
  for (const suffix of ['com', 'net', 'org', 'dev', 'app', 'xyz', 'unknown']) {
    const rule = transferRuleAt(suffix, new Date('2026-11-27T00:00:00Z'));
    assert.deepEqual(
      [rule.silenceHours, rule.postCreationLockHours, rule.postTransferLockHours],
      [120, 1440, 1440],
      suffix,
    );
    assert.equal(findSuffix(suffix)?.yearsAdded ?? 1, 1);
  }
});

test('an adopted rule has no effect until its day is announced, and then from that day', () => {
  const far = new Date('2099-01-01T00:00:00Z');
  assert.equal(transferRuleAt('com', far).postTransferLockHours, 1440);
  const announced = structuredClone(included);
  announced.transferRules.generic[1].from = '2028-03-01';
  use(announced);
  const lockOn = (day: string) =>
    transferRuleAt('com', new Date(`${day}T12:00:00Z`)).postTransferLockHours;
  assert.deepEqual(
    ['2020-01-01', '2028-02-29', '2028-03-01', '2030-01-01'].map(lockOn),
    [1440, 1440, 720, 720],
  );
  assert.equal(transferRuleAt('io', far).postTransferLockHours, 1440);
});

test('a suffix without a row, or the name of an object property, is not holdable', () => {
  for (const suffix of ['de', 'co.uk', 'COM', '.com', '', 'constructor', '__proto__'])
    assert.equal(findSuffix(suffix), undefined, suffix);
});

test('an installation has only the suffixes of its file', () => {
  const [row] = included.suffixes;
  use({ ...included, suffixes: [{ ...row, suffix: 'co.uk', transferFeeCents: 999 }] });
  assert.equal(findSuffix('co.uk')?.transferFeeCents, 999);
  assert.equal(findSuffix('com'), undefined);
});

test('an invalid file is rejected with what is wrong, and the former rows stay', () => {
  const [row] = included.suffixes;
  const withRow = (change: object) => ({ ...included, suffixes: [{ ...row, ...change }] });
  const generic = included.transferRules.generic;
  const cases: [unknown, RegExp][] = [
    [withRow({ suffix: 'COM' }), /not a public suffix/],
    [withRow({ suffix: 'github.io' }), /not a public suffix/],
    [withRow({ transferFeeCents: 12.5 }), /transferFeeCents/],
    [withRow({ transferFeeCents: 0 }), /transferFeeCents/],
    [withRow({ maxYears: 11 }), /maxYears/],
    [withRow({ yearsAdded: 10 }), /adds as many years/],
    [withRow({ transferRules: 'constructor' }), /unknown transfer rules: constructor/],
    [withRow({ price: 1 }), /price/],
    [{ ...included, suffixes: [row, row] }, /\.com is listed twice/],
    [{ ...included, suffixes: [] }, /suffixes/],
    [{ ...included, asOf: '1 November' }, /asOf/],
    [{ ...included, transferRules: { generic: [] } }, /not in order/],
    [{ ...included, transferRules: { generic: generic.toReversed() } }, /not in order/],
    [null, /expected object/i],
  ];
  for (const [content, wanted] of cases) assert.throws(() => use(content), wanted);
  assert.throws(() => useText('{"asOf":'), /cannot be read/);
  assert.throws(() => useSuffixFile(join(folder, 'absent.json')), /cannot be read.*ENOENT/);
  assert.equal(findSuffix('com')?.transferFeeCents, 1200);
});
