/** Countries and their subdivisions: the table is complete, and a place is read in many spellings and never guessed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import library from 'i18n-iso-countries';
import { countries, nameCountry } from './countries.ts';
import { findCountryCode } from './find-country-code.ts';
import type { StoredPlace } from './parse-place.ts';
import { parsePlace, readStoredCodes, readStoredPlace } from './parse-place.ts';
import { nameSubdivision, subdivisions } from './subdivisions.ts';

test('the table has each code of the library once, with a name that stands for it alone', async () => {
  const codes = countries.map(({ code }) => code);
  assert.deepEqual([...codes].sort(), Object.keys(library.getAlpha2Codes()).sort());
  const names = countries.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    names,
    [...names].sort((one, other) => one.localeCompare(other, 'en')),
    'in the order of the names',
  );
  for (const { code, name } of countries) assert.equal(await findCountryCode(name), code, name);
});

test('a country is found by its code and by its names in any language and spelling', async () => {
  const meant: [string, string | null][] = [
    ['US', 'US'],
    ['usa', 'US'],
    ['U.S.A.', 'US'],
    ['The United States', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['United Kingdom', 'GB'],
    ['England', 'GB'],
    ['Great Britain', 'GB'],
    ['South Korea', 'KR'],
    ['deutschland', 'DE'],
    ['Allemagne', 'DE'],
    [' DEU ', 'DE'],
    ['Österreich', 'AT'],
    ['côte d’ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['España', 'ES'],
    ['Россия', 'RU'],
    ['中国', 'CN'],
    ['Holland', 'NL'],
    ['Georgia', 'GE'],
    ['Turkiye', 'TR'],
    // Vowel signs distinguish names, and accented words are no codes.
    ['टोंगा', 'TO'],
    ['मालदीव', 'MV'],
    ['கென்யா', 'KE'],
    ['Bỉ', 'BE'],
    ['Mỹ', 'US'],
    ['Middle Earth', null],
    ['Narnia', null],
    ['', null],
    ['12345', null],
    ['x'.repeat(100_000), null],
  ];
  for (const [written, code] of meant)
    assert.equal(await findCountryCode(written), code, written.slice(0, 40));
});

test('there are 50 states and the District of Columbia, and 13 provinces and territories', () => {
  assert.deepEqual(
    Object.entries(subdivisions).map(([country, list]) => [country, list.length]),
    [
      ['US', 51],
      ['CA', 13],
    ],
  );
  for (const { code, name } of Object.values(subdivisions).flat()) {
    assert.match(code, /^(US|CA)-[A-Z]{2}$/);
    assert.equal(nameSubdivision(code), name);
  }
});

test('a state or province is found by its code and its name, in its own country only', async () => {
  const read = async (country: string, subdivision: string) => {
    const { place, errors } = await parsePlace({ country, subdivision });
    return place ? place.subdivision : errors.subdivision;
  };
  for (const spelling of ['US-NY', 'us-ny', 'NY', 'New York', 'new york '])
    assert.equal(await read('USA', spelling), 'US-NY', spelling);
  assert.equal(await read('US', 'Washington, D.C.'), 'US-DC');
  assert.equal(await read('Canada', 'Québec'), 'CA-QC');
  assert.equal(await read('US', ''), null);
  assert.match((await read('US', 'Ontario')) ?? '', /^There is no such US state\./);
  assert.match((await read('Canada', 'NY')) ?? '', /^There is no such Canadian province\./);
  assert.match((await read('PT', 'Lisbon')) ?? '', /^Only addresses in the United States/);
});

test('a stored code counts only with its own name, because old replicas write the name alone', async () => {
  const stored = { country: 'United States', countryCode: 'US', subdivision: 'US-NY' };
  assert.deepEqual(await readStoredPlace(stored), stored);
  const moved: StoredPlace = { ...stored, country: 'Deutschland' };
  assert.deepEqual(readStoredCodes(moved), { countryCode: null, subdivision: null });
  assert.deepEqual(await readStoredPlace(moved), {
    country: 'Germany',
    countryCode: 'DE',
    subdivision: null,
  });
  assert.equal(await readStoredPlace({ ...stored, country: 'Narnia' }), null);
  assert.equal(await readStoredPlace({ country: null }), null);
  const other: StoredPlace = { ...stored, subdivision: 'CA-ON' };
  assert.equal(readStoredCodes(other).subdivision, null);
  assert.equal(nameCountry('XX'), null);
});
