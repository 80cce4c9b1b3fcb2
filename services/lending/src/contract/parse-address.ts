/** Parses and validates the legal address that a signer sends. */

import { parsePlace } from '@nameloan/countries/parse-place';
import { isLongerThan } from '@nameloan/runtime/text-length';
import type { LegalAddress } from '../loan/legal-address.ts';
import { hasControlCharacters } from '../text.ts';

export interface AddressInput {
  address1: string;
  address2?: string | null;
  city: string;
  zip: string;
  country: string;
  subdivision?: string | null;
}

type LineName = keyof AddressInput;
type Lines = Record<LineName, string>;
/** An error sentence per invalid field. */
export type AddressErrors = Partial<Record<LineName, string>>;

const maxLineLength = 200;
const lineLabels = {
  address1: 'address',
  address2: 'second line',
  city: 'city',
  zip: 'postal code',
  country: 'country',
  subdivision: 'state or province',
} as const satisfies Record<LineName, string>;
const names = Object.keys(lineLabels) as LineName[];
/** The same fields as in the account's own address; many countries have no postal codes. */
const required: readonly LineName[] = ['address1', 'city', 'country'];

/** The address, or null and its errors. */
export async function parseAddress(
  input: AddressInput,
): Promise<{ address: LegalAddress | null; errors: AddressErrors }> {
  const lines = Object.fromEntries(names.map((name) => [name, input[name]?.trim() ?? ''])) as Lines;
  const invalid = names.map((name) => [name, validateLine(name, lines[name])] as const);
  const errors: AddressErrors = Object.fromEntries(invalid.filter(([, error]) => error !== null));
  const { place, errors: placeErrors } = await parsePlace(lines);
  // Only one sentence about a missing country.
  const all = { ...errors, ...(errors.country ? {} : placeErrors) };
  return {
    address: place && Object.keys(all).length === 0 ? { ...lines, ...place } : null,
    errors: all,
  };
}

function validateLine(name: LineName, line: string): string | null {
  const label = lineLabels[name];
  if (line === '' && required.includes(name)) return `Enter your ${label}.`;
  if (isLongerThan(line, maxLineLength))
    return `The ${label} has at most ${maxLineLength} characters.`;
  return /[\t\n\r]/.test(line) || hasControlCharacters(line)
    ? `The ${label} has no line breaks or control characters.`
    : null;
}
