/** Maps country names in many languages, and codes, to ISO 3166-1 alpha-2. */

import { countries } from './countries.ts';
import { foldName } from './fold-name.ts';

/** Common names that no list of countries contains. */
const aliases: Record<string, string> = {
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  america: 'US',
  unitedstates: 'US',
  holland: 'NL',
  el: 'GR',
  korea: 'KR',
  macau: 'MO',
  burma: 'MM',
  swaziland: 'SZ',
  vatican: 'VA',
};

interface CountryIndex {
  codes: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
}

/** With full stops and white space, but without accents: "Bỉ" is Belgium in Vietnamese and no code. */
const codeLike = /^[\s.A-Za-z]+$/;

let index: Promise<CountryIndex> | undefined;

/**
 * Null for an unknown country, and for a name that is that of several. The names are loaded on first use, because most
 * addresses hold a code already.
 */
export async function findCountryCode(written: string): Promise<string | null> {
  index ??= loadCountries();
  const { codes, names } = await index;
  const key = foldName(written);
  const code = codeLike.test(written) ? codes.get(key) : undefined;
  return code ?? names.get(key) ?? null;
}

/** English comes first, so that an ambiguous name has its English meaning. */
async function loadCountries(): Promise<CountryIndex> {
  const { default: library } = await import('i18n-iso-countries');
  const codes = new Map<string, string>();
  for (const [alpha2, alpha3] of Object.entries(library.getAlpha2Codes()))
    for (const one of [alpha2, alpha3]) codes.set(foldName(one), alpha2);
  const english = new Map(Object.entries(aliases));
  for (const { code, name } of countries) english.set(foldName(name), code);
  const read = (language: string): [key: string, code: string][] =>
    Object.entries(library.getNames(language, { select: 'all' })).flatMap(([code, found]) =>
      [found].flat().map((name): [string, string] => [foldName(name), code]),
    );
  for (const [key, code] of read('en')) if (!english.has(key)) english.set(key, code);
  const meanings = new Map<string, Set<string>>();
  const languages = library.getSupportedLanguages().filter((one) => one !== 'en');
  for (const [key, code] of languages.flatMap(read)) {
    if (key === '' || english.has(key)) continue;
    meanings.set(key, (meanings.get(key) ?? new Set()).add(code));
  }
  const names = new Map(english);
  for (const [key, [code, other]] of meanings) if (code && !other) names.set(key, code);
  return { codes, names };
}
