/** The countries of ISO 3166-1 with their English names. Imports no data but our own, because the web app loads it. */

import { countryTable } from './country-table.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In English, as contracts print it. */
  name: string;
}

/** In the order of the English names. */
export const countries: readonly Country[] = countryTable
  .trim()
  .split('\n')
  .map((row) => ({ code: row.slice(0, 2), name: row.slice(3) }));

const nameByCode = new Map(countries.map(({ code, name }) => [code, name]));

/** The English name; null for anything but an alpha-2 code in upper case. */
export function nameCountry(code: string | null | undefined): string | null {
  return nameByCode.get(code ?? '') ?? null;
}
