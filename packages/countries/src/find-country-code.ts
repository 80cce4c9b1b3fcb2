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

let codeByName: Promise<ReadonlyMap<string, string>> | undefined;

/** Null for an unknown country. The names are loaded on first use, because most addresses hold a code already. */
export async function findCountryCode(written: string): Promise<string | null> {
  codeByName ??= loadCountryNames();
  return (await codeByName).get(foldName(written)) ?? null;
}

/** English comes first, so that an ambiguous name has its English meaning. */
async function loadCountryNames(): Promise<ReadonlyMap<string, string>> {
  const { default: library } = await import('i18n-iso-countries');
  const codes = new Map(Object.entries(aliases));
  const add = (name: string, code: string) => {
    const key = foldName(name);
    if (key !== '' && !codes.has(key)) codes.set(key, code);
  };
  for (const { code, name } of countries) add(name, code);
  for (const [alpha2, alpha3] of Object.entries(library.getAlpha2Codes())) {
    add(alpha2, alpha2);
    add(alpha3, alpha2);
  }
  const languages = library.getSupportedLanguages().filter((one) => one !== 'en');
  for (const language of ['en', ...languages]) {
    for (const [code, found] of Object.entries(library.getNames(language, { select: 'all' }))) {
      for (const name of [found].flat()) add(name, code);
    }
  }
  return codes;
}
