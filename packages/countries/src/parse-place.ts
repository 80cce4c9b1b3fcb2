/** Parses the country and the state or province of an address, and reads those that are stored. */

import { nameCountry } from './countries.ts';
import { findCountryCode } from './find-country-code.ts';
import { foldName } from './fold-name.ts';
import { nameSubdivision, subdivisions } from './subdivisions.ts';

export interface Place {
  /** The English name. */
  country: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** ISO 3166-2; null outside the United States and Canada, and where it was not given. */
  subdivision: string | null;
}

export interface TypedPlace {
  /** A code or a name. */
  country: string;
  /** A code with or without its country, or a name; empty or absent for none. */
  subdivision?: string | null | undefined;
}

/** A sentence per invalid field. */
export type PlaceErrors = Partial<Record<keyof TypedPlace, string>>;

/** A place as it is stored; addresses of earlier releases have a country in the user's words only. */
export interface StoredPlace {
  country: string | null;
  countryCode?: string | null;
  subdivision?: string | null;
}

const unknownCountry =
  'We don’t know this country. Choose one from the list, or use its English name or ISO 3166 code, such as Portugal or PT.';
const unknownSubdivision: Record<string, string> = {
  US: 'There is no such US state. Use its name or code, such as New York or NY.',
  CA: 'There is no such Canadian province. Use its name or code, such as Ontario or ON.',
};
const noSubdivisions =
  'Only addresses in the United States and Canada have a state or province. Leave it empty.';
/** Common names that the table does not contain. */
const aliases: Record<string, string> = { washingtondc: 'US-DC' };

/** The place, or what is wrong with it. */
export async function parsePlace({
  country,
  subdivision,
}: TypedPlace): Promise<{ place: Place; errors?: never } | { errors: PlaceErrors; place?: never }> {
  const countryCode = await findCountryCode(country);
  const name = nameCountry(countryCode);
  if (countryCode === null || name === null) return { errors: { country: unknownCountry } };
  const place = { country: name, countryCode, subdivision: null };
  const typed = subdivision?.trim() ?? '';
  if (typed === '') return { place };
  const code = findSubdivisionCode(countryCode, typed);
  if (code !== null) return { place: { ...place, subdivision: code } };
  return { errors: { subdivision: unknownSubdivision[countryCode] ?? noSubdivisions } };
}

function findSubdivisionCode(countryCode: string, typed: string): string | null {
  const list = subdivisions[countryCode] ?? [];
  const folded = foldName(typed);
  const alias = aliases[folded];
  if (alias?.startsWith(`${countryCode}-`)) return alias;
  const found = list.find(({ code, name }) =>
    [code, code.slice(3), name].some((spelling) => foldName(spelling) === folded),
  );
  return found?.code ?? null;
}

/**
 * The codes of a stored place, without looking anything up. A replica of an earlier release writes `country` alone, so a
 * code counts only with its own name, and a subdivision only with its country.
 */
export function readStoredCodes({
  country,
  countryCode = null,
  subdivision = null,
}: StoredPlace): Pick<Place, 'subdivision'> & { countryCode: string | null } {
  if (countryCode === null || nameCountry(countryCode) !== country)
    return { countryCode: null, subdivision: null };
  const matches =
    subdivision?.startsWith(`${countryCode}-`) && nameSubdivision(subdivision) !== null;
  return { countryCode, subdivision: matches ? subdivision : null };
}

/** The place that is stored; null for a country that cannot be read. */
export async function readStoredPlace(stored: StoredPlace): Promise<Place | null> {
  const { country } = stored;
  if (country === null) return null;
  const { countryCode, subdivision } = readStoredCodes(stored);
  if (countryCode !== null) return { country, countryCode, subdivision };
  return (await parsePlace({ country })).place ?? null;
}
