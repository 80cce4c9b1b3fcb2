/** Properties that hold for every estimate, checked over many names. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseName } from '../name/parse-name.ts';
import { allSuffixes } from '../suffix/suffixes.ts';
import { appraise, builtInAppraiser } from './appraise.ts';
import { commonWords, splitWords } from './common-words.ts';

const appraisedAt = new Date('2026-11-20T12:00:00Z');

function mid(name: string): number {
  return appraise(parseName(name), appraisedAt).midCents;
}

const names = [
  ...[
    'loan',
    'homeloans',
    'q',
    'xq',
    'xqz',
    'xqzk',
    'xqzkvw',
    'harborline',
    'quietmoney',
    'copperwire',
  ],
  ...[
    'buy-a-home',
    'x1',
    '888',
    '12345',
    'web3',
    'bücher',
    '例え',
    'best-home-loan-broker-in-town',
  ],
  ...['x'.repeat(30), 'z'.repeat(63)],
];

test('for every name low, mid and high are in order and rounded to whole dollars', () => {
  for (const label of names) {
    for (const { suffix } of allSuffixes()) {
      const { lowCents, midCents, highCents } = appraise(
        parseName(`${label}.${suffix}`),
        appraisedAt,
      );
      assert.ok(0 < lowCents && lowCents < midCents && midCents < highCents, `${label}.${suffix}`);
      for (const cents of [lowCents, midCents, highCents]) {
        assert.ok(Number.isSafeInteger(cents) && cents % 100 === 0);
        assert.match(String(cents / 100), /^\d{1,2}0*$/, 'two significant digits');
      }
    }
  }
});

test('a shorter name is never worth less, other factors being equal', () => {
  for (const letter of ['q', '7', 'ü']) {
    for (const { suffix } of allSuffixes()) {
      let shorter = Number.POSITIVE_INFINITY;
      for (let length = 1; length <= 50; length += 1) {
        const present = mid(`${letter.repeat(length)}.${suffix}`);
        assert.ok(present <= shorter, `${letter} × ${length} .${suffix}`);
        shorter = present;
      }
    }
  }
});

test('no suffix is worth more than .com', () => {
  for (const label of names) {
    for (const suffix of [
      ...allSuffixes().map((row) => row.suffix),
      'co.uk',
      'de',
      'photography',
    ]) {
      assert.ok(mid(`${label}.com`) >= mid(`${label}.${suffix}`), `${label}.${suffix}`);
    }
  }
});

test('a hyphen, a digit and letters outside a to z each lower the estimate', () => {
  assert.ok(mid('homeloan.com') > mid('home-loan.com'));
  assert.ok(mid('home-loan-bank.com') > mid('h-o-m-e-loan.com'));
  assert.ok(mid('xqzkv.com') > mid('xqzk5.com'));
  assert.ok(mid('xqzkv.com') > mid('12345.com'));
  assert.ok(mid('bucherx.com') > mid('bücherx.com'));
});

test('one common word is worth more than two, two more than three, three more than none', () => {
  assert.ok(mid('treasure.com') > mid('homeloan.com'));
  assert.ok(mid('bluehorse.com') > mid('bigredcar.com'));
  assert.ok(mid('bigredcar.com') > mid('xqzkvwpjh.com'));
  assert.ok(mid('homeloanxx.com') < mid('homeloanbank.com'));
});

test('each factor describes what was found', () => {
  const { factors, at } = appraise(parseName('home-loan.io'), appraisedAt);
  assert.deepEqual(
    factors.map(({ name, effect }) => [name, effect]),
    [
      ['length', 'NEUTRAL'],
      ['suffix', 'NEUTRAL'],
      ['words', 'RAISES'],
      ['hyphens', 'LOWERS'],
    ],
  );
  for (const { text } of factors) assert.match(text, /^[A-Z.].*\.$/);
  assert.equal(factors[2]?.text, 'Made up of common words: home + loan.');
  assert.equal(at, appraisedAt);
});

test('the same name always gets the same estimate', async () => {
  const name = parseName('quietmoney.io');
  assert.deepEqual(await builtInAppraiser.appraise(name, appraisedAt), appraise(name, appraisedAt));
});

test('a label is split into the fewest words, and only completely', () => {
  assert.deepEqual(splitWords('quietmoney'), ['quiet', 'money']);
  assert.deepEqual(splitWords('notebook'), ['notebook']);
  assert.deepEqual(splitWords('quietmoneyzz'), []);
  assert.deepEqual(splitWords(''), []);
  assert.equal(splitWords('a'.repeat(63)).length, 0);
});

test('the word list contains only lower-case words', () => {
  assert.ok(commonWords.size > 1_300, String(commonWords.size));
  for (const word of commonWords) assert.match(word, /^[a-z]{2,14}$/);
});
