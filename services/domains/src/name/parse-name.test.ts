/** Tables of names: how valid names are parsed, and the code and suggestion for invalid ones. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvalidNameCode } from './invalid-name-error.ts';
import { InvalidNameError } from './invalid-name-error.ts';
import { parseName } from './parse-name.ts';

/** typed, A-labels, U-labels, suffix */
const validNames: readonly (readonly [string, string, string, string])[] = [
  ['example.com', 'example.com', 'example.com', 'com'],
  ['EXAMPLE.Com', 'example.com', 'example.com', 'com'],
  ['  example.com\n', 'example.com', 'example.com', 'com'],
  ['example.com.', 'example.com', 'example.com', 'com'],
  ['example。com', 'example.com', 'example.com', 'com'],
  ['example.com', 'example.com', 'example.com', 'com'],
  ['example。com。', 'example.com', 'example.com', 'com'],
  ['example.com', 'example.com', 'example.com', 'com'],
  ['①②.com', '12.com', '12.com', 'com'],
  ['exa\u00admple.com', 'example.com', 'example.com', 'com'],
  ['a.co.uk', 'a.co.uk', 'a.co.uk', 'co.uk'],
  ['Example.CO.UK.', 'example.co.uk', 'example.co.uk', 'co.uk'],
  ['b.c.kawasaki.jp', 'b.c.kawasaki.jp', 'b.c.kawasaki.jp', 'c.kawasaki.jp'],
  ['city.kawasaki.jp', 'city.kawasaki.jp', 'city.kawasaki.jp', 'kawasaki.jp'],
  ['www.ck', 'www.ck', 'www.ck', 'ck'],
  ['bücher.de', 'xn--bcher-kva.de', 'bücher.de', 'de'],
  ['BÜCHER.de', 'xn--bcher-kva.de', 'bücher.de', 'de'],
  ['bu\u0308cher.de', 'xn--bcher-kva.de', 'bücher.de', 'de'],
  ['XN--BCHER-KVA.DE', 'xn--bcher-kva.de', 'bücher.de', 'de'],
  ['straße.de', 'xn--strae-oqa.de', 'straße.de', 'de'],
  ['例え.jp', 'xn--r8jz45g.jp', '例え.jp', 'jp'],
  ['foo.中国', 'foo.xn--fiqs8s', 'foo.中国', 'xn--fiqs8s'],
  ['example.xn--fiqs8s', 'example.xn--fiqs8s', 'example.中国', 'xn--fiqs8s'],
  ['אב.com', 'xn--4dbc.com', 'אב.com', 'com'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com', 'аррӏе.com', 'com'],
  ['💩.la', 'xn--ls8h.la', '💩.la', 'la'],
  ['1.com', '1.com', '1.com', 'com'],
  ['a-b.io', 'a-b.io', 'a-b.io', 'io'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`, 'com'],
];

/** typed, code, suggestion */
const invalidNames: readonly (readonly [string, InvalidNameCode, string?])[] = [
  ['', 'EMPTY'],
  ['   \t ', 'EMPTY'],
  ['.', 'EMPTY'],
  ['。', 'EMPTY'],
  ['http://example.com', 'URL', 'example.com'],
  ['https://www.example.com/path?q=1#x', 'URL', 'example.com'],
  ['HTTPS://Bücher.DE', 'URL', 'bücher.de'],
  ['//example.com', 'URL', 'example.com'],
  ['example.com/', 'URL', 'example.com'],
  ['example.com?x', 'URL', 'example.com'],
  ['example.com#x', 'URL', 'example.com'],
  ['example.com:443', 'URL', 'example.com'],
  ['http:\\\\example.com', 'URL', 'example.com'],
  ['http://user:pw@a.example.com:8080/', 'URL', 'example.com'],
  ['http://[::1]/', 'URL'],
  ['http://1.2.3.4/', 'URL'],
  ['javascript:alert(1)', 'URL'],
  ['someone@example.com', 'URL', 'example.com'],
  ['/', 'URL'],
  ['1.2.3.4', 'IP_ADDRESS'],
  ['1.2.3.4.', 'IP_ADDRESS'],
  ['1.2.3.4', 'IP_ADDRESS'],
  ['::1', 'IP_ADDRESS'],
  ['[::1]', 'IP_ADDRESS'],
  ['[2001:db8::1]', 'IP_ADDRESS'],
  ['999.1.1.1', 'UNKNOWN_SUFFIX'],
  ['0x7f.1', 'UNKNOWN_SUFFIX'],
  ['ex ample.com', 'BAD_CHARACTERS'],
  ['a\tb.com', 'BAD_CHARACTERS'],
  ['a_b.com', 'BAD_CHARACTERS'],
  ['_dmarc.example.com', 'BAD_CHARACTERS'],
  ['-a.com', 'BAD_CHARACTERS'],
  ['a-.com', 'BAD_CHARACTERS'],
  ['ab--cd.com', 'BAD_CHARACTERS'],
  ['a*.com', 'BAD_CHARACTERS'],
  ['a\u0000b.com', 'BAD_CHARACTERS'],
  ['a"b.com', 'BAD_CHARACTERS'],
  ['a%00.com', 'BAD_CHARACTERS'],
  ['xn--.com', 'BAD_CHARACTERS'],
  ['xn--a.com', 'BAD_CHARACTERS'],
  ['xn--example-.com', 'BAD_CHARACTERS'],
  ['xn--a-ecp.ru\u202e', 'BAD_CHARACTERS'],
  ['אa.com', 'BAD_CHARACTERS'],
  ['1א.com', 'BAD_CHARACTERS'],
  ['a\u200db.com', 'BAD_CHARACTERS'],
  ['\ud800.com', 'BAD_CHARACTERS'],
  ['a..b.com', 'EMPTY_LABEL'],
  ['.example.com', 'EMPTY_LABEL'],
  ['example.com..', 'EMPTY_LABEL'],
  ['a。。b.com', 'EMPTY_LABEL'],
  [`${'a'.repeat(64)}.com`, 'LABEL_TOO_LONG'],
  [`${'ü'.repeat(60)}.com`, 'LABEL_TOO_LONG'],
  [`${'abcdefg.'.repeat(32)}com`, 'NAME_TOO_LONG'],
  ['a'.repeat(100_000), 'NAME_TOO_LONG'],
  ['com', 'BARE_SUFFIX'],
  ['co.uk', 'BARE_SUFFIX'],
  ['kawasaki.jp', 'BARE_SUFFIX'],
  ['c.kawasaki.jp', 'BARE_SUFFIX'],
  ['中国', 'BARE_SUFFIX'],
  ['localhost', 'UNKNOWN_SUFFIX'],
  ['example.invalidtld', 'UNKNOWN_SUFFIX'],
  ['example.local', 'UNKNOWN_SUFFIX'],
  ['github.io', 'PRIVATE_SUFFIX'],
  ['foo.github.io', 'PRIVATE_SUFFIX'],
  ['a.b.github.io', 'PRIVATE_SUFFIX'],
  ['s3.amazonaws.com', 'PRIVATE_SUFFIX'],
  ['a.uk.com', 'PRIVATE_SUFFIX'],
  ['www.example.com', 'SUBDOMAIN', 'example.com'],
  ['a.b.c.Example.co.uk', 'SUBDOMAIN', 'example.co.uk'],
  ['www.bücher.de', 'SUBDOMAIN', 'bücher.de'],
  ['www.city.kawasaki.jp', 'SUBDOMAIN', 'city.kawasaki.jp'],
];

test('a registrable name is stored in lower-case A-labels and displayed in U-labels', () => {
  for (const [typed, ascii, unicode, suffix] of validNames) {
    const name = parseName(typed);
    const label = ascii.slice(0, -suffix.length - 1);
    assert.deepEqual(name, { ascii, unicode, suffix, label }, typed);
  }
});

test('an invalid name is rejected with its code, a message and a suggestion', () => {
  for (const [typed, code, suggestion] of invalidNames) {
    const error = parseError(typed);
    assert.equal(error.code, code, JSON.stringify(typed.slice(0, 60)));
    assert.equal(error.suggestion, suggestion, typed.slice(0, 60));
    assert.match(error.message, /^[\p{L}\d].*\.$/u, 'a sentence');
    assert.ok(error.message.length <= 250, 'a short one');
  }
});

test('hyphens in the third and fourth place are named as the reason', () => {
  for (const typed of ['ab--x.com', 'AB--cd.com', 'ａｂ--x。com', 'www.ab--x.com'])
    assert.match(parseError(typed).message, /^Hyphens in the third and fourth place are reserved/);
  for (const typed of ['xn--a.com', 'XN--.com', 'xn--example-.com'])
    assert.match(parseError(typed).message, /^The part after xn-- is not valid Punycode\./);
  for (const typed of ['-a.com', 'a-.com', 'a*.com'])
    assert.match(parseError(typed).message, /^This is not a valid domain name\./);
  for (const typed of ['abc--d.com', 'a--b.com']) assert.equal(parseName(typed).ascii, typed);
});

test('a parsed name parses to itself in both of its forms', () => {
  for (const [typed] of validNames) {
    const name = parseName(typed);
    assert.deepEqual(parseName(name.ascii), name);
    assert.deepEqual(parseName(name.unicode), name);
  }
});

test('a suggestion is always a valid name', () => {
  for (const [typed] of invalidNames) {
    const { suggestion } = parseError(typed);
    if (suggestion !== undefined) assert.equal(parseName(suggestion).unicode, suggestion);
  }
});

function parseError(typed: string): InvalidNameError {
  try {
    parseName(typed);
  } catch (error) {
    if (error instanceof InvalidNameError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: `${JSON.stringify(typed)} was taken` });
}
