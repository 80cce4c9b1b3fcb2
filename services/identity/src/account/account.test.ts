/** Validation of names, legal addresses and passwords. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizePassword, validatePassword } from '../password/password.ts';
import { parseName, toLegalAddress } from './account.ts';

test('a name is 1 to 100 characters with a letter, on one line', () => {
  assert.equal(parseName('  Ada   Lovelace '), 'Ada Lovelace');
  assert.equal(parseName('李'), '李');
  assert.equal(parseName(`Ada${'😀'.repeat(97)}`), `Ada${'😀'.repeat(97)}`);
  for (const name of ['', '   ', 'a\u0007b', 'a\nb', 'a\u202eb', '\ud800', 'x'.repeat(101), '7']) {
    assert.equal(parseName(name), undefined);
  }
});

test('a name cannot impersonate another one with invisible characters', () => {
  const spoofs = [
    'Ada\u200bLovelace',
    '\u200b',
    '\u2060\ufeff',
    'A\u00adda',
    'Ada\u{e0041}',
    '\u200d',
  ];
  for (const name of spoofs) {
    assert.equal(parseName(name), undefined, JSON.stringify(name));
  }
  for (const name of ['Sis Tem', 'علی\u200cرضا', '👩\u200d💻 Ada'])
    assert.equal(parseName(name), name);
});

test('a password has 8 to 128 characters and is neither the name nor the e-mail address', () => {
  const person = { name: 'Ada Lovelace', email: 'ada@example.com' };
  for (const good of [
    '12345678',
    'x'.repeat(128),
    '😀'.repeat(8),
    '😀'.repeat(128),
    'ada lovelace 1',
  ]) {
    assert.equal(validatePassword(good, person), undefined);
  }
  assert.equal(validatePassword('', person), 'Invalid password');
  const bad = [
    '1234567',
    '😀'.repeat(7),
    'x'.repeat(129),
    'ADA LOVELACE',
    ' ada  lovelace ',
    'Ada@Example.com',
  ];
  for (const password of [...bad, 'long enough \ud800'])
    assert.ok(validatePassword(password, person));
});

test('Unicode-equivalent passwords are equal', () => {
  assert.equal(normalizePassword('passwo\u0308rd'), normalizePassword('passwörd'));
});

test('a legal address requires street, city and country', () => {
  const none = { address1: null, address2: null, city: null, zip: null, country: null };
  assert.equal(toLegalAddress(none), null);
  assert.equal(toLegalAddress({ ...none, address1: '1 Way', city: 'Rome' }), null);
  assert.deepEqual(toLegalAddress({ ...none, address1: '1 Way', city: 'Rome', country: 'Italy' }), {
    address1: '1 Way',
    address2: '',
    city: 'Rome',
    zip: '',
    country: 'Italy',
    countryCode: null,
    subdivision: null,
  });
});
