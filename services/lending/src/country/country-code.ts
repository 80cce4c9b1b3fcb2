/** Maps country names in many languages, and codes, to ISO 3166-1 alpha-2. */

import { normalizeText } from '@nameloan/runtime/normalize-text';

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
};
const maxNameUnits = 200;

let nameByCode: Promise<ReadonlyMap<string, string>> | undefined;

/** Null for an unknown country. The names are loaded on first use, since most rule files never need them. */
export async function findCountryCode(written: string): Promise<string | null> {
  nameByCode ??= loadCountryNames();
  return (await nameByCode).get(foldCountryName(written)) ?? null;
}

/** English comes first, so that an ambiguous name has its English meaning. */
async function loadCountryNames(): Promise<ReadonlyMap<string, string>> {
  const { default: countries } = await import('i18n-iso-countries');
  const names = new Map(Object.entries(aliases));
  const add = (name: string, code: string) => {
    const key = foldCountryName(name);
    if (key !== '' && !names.has(key)) names.set(key, code);
  };
  for (const [alpha2, alpha3] of Object.entries(countries.getAlpha2Codes())) {
    add(alpha2, alpha2);
    add(alpha3, alpha2);
  }
  const languages = countries.getSupportedLanguages().filter((one) => one !== 'en');
  for (const language of ['en', ...languages]) {
    for (const [code, found] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of [found].flat()) add(name, code);
    }
  }
  return names;
}

/** Keeps letters only: ignores case, accents, punctuation, white space and a leading "the". */
function foldCountryName(name: string): string {
  const normal = normalizeText(name, { form: 'NFKD', maxCodeUnits: maxNameUnits }) ?? '';
  return normal
    .toLowerCase()
    .replace(/^\s*the\s+/, '')
    .replace(/[^\p{L}]/gu, '');
}
