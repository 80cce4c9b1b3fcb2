/** Search words: which inputs find which names, and that prefix ranges are correct for every character. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSearchWords, parsePrefixRanges } from './search-words.ts';

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function finds(text: string, domainName: string, unicodeName = domainName): boolean {
  const ranges = parsePrefixRanges(text);
  assert.ok(ranges.length > 0, text);
  const words = listSearchWords({ domainName, unicodeName });
  return ranges.every(({ $gte, $lt }) =>
    words.some((word) => byBytes(word, $gte) >= 0 && byBytes(word, $lt) < 0),
  );
}

const found: [string, string, string?][] = [
  ['blue', 'blue-car.com'],
  ['car', 'blue-car.com'],
  ['blue-c', 'blue-car.com'],
  ['car.c', 'blue-car.com'],
  ['COM', 'blue-car.com'],
  ['.com', 'blue-car.com'],
  ['  Blue ', 'blue-car.com'],
  ['com b', 'blue-car.com'],
  [' blue\t.c\u3000- ', 'blue-car.com'],
  ['mün', 'xn--mnchen-3ya.de', 'münchen.de'],
  ['MU\u0308N', 'xn--mnchen-3ya.de', 'münchen.de'],
  ['xn--mn', 'xn--mnchen-3ya.de', 'münchen.de'],
  ['STRASSE', 'xn--strae-oqa.de', 'straße.de'],
  ['straß', 'xn--strae-oqa.de', 'straße.de'],
  ['ΟΔΟΣ', 'xn--x.gr', 'οδος.gr'],
  ['οδοσ', 'xn--x.gr', 'οδος.gr'],
  ['日本', 'xn--x.jp', '日本語.jp'],
  ['a', 'xn--x.com', 'a😀.com'],
  ['😀', 'xn--x.com', '😀.com'],
  ['a\ud7ff', 'xn--x.com', 'a\ud7ffb.com'],
];
for (const [text, name, unicode] of found)
  test(`${text} finds ${unicode ?? name}`, () => assert.ok(finds(text, name, unicode)));

const missed: [string, string, string?][] = [
  ['lue', 'blue-car.com'],
  ['ar', 'blue-car.com'],
  ['bluecar', 'blue-car.com'],
  ['.*', 'blue-car.com'],
  ['ünchen', 'xn--mnchen-3ya.de', 'münchen.de'],
  ['blue-d', 'blue-car.com'],
  ['blue net', 'blue-car.com'],
  ['blue lue', 'blue-car.com'],
];
for (const [text, name, unicode] of missed)
  test(`${text} does not find ${unicode ?? name}`, () => assert.ok(!finds(text, name, unicode)));

test('a text without words gives no ranges', () => {
  for (const text of ['', '  ', '.', '-.', ' - . ', 'x'.repeat(300)])
    assert.deepEqual(parsePrefixRanges(text), []);
});

test('the range of a prefix contains all of its extensions', () => {
  for (let code = 0x21; code <= 0x10ffff; code += 251) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const { $gte, $lt } = { $gte: 'a', $lt: 'b' };
    const word = `a${String.fromCodePoint(code)}`;
    assert.ok(byBytes(word, $gte) >= 0 && byBytes(word, $lt) < 0);
    const [range] = parsePrefixRanges(word);
    assert.ok(range);
    assert.ok(byBytes(`${range.$gte}\u{10ffff}`, range.$lt) < 0, code.toString(16));
  }
});

test('a name with the maximum number of words has no duplicates', () => {
  const domainName = `${Array.from({ length: 32 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('-')}.com`;
  const words = listSearchWords({ domainName, unicodeName: domainName });
  assert.equal(words.length, 33);
  assert.equal(new Set(words).size, words.length);
});
