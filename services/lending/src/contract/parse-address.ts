/** Parses and validates the legal address that a signer sends. */

import type { LegalAddress } from '../loan/legal-address.ts';
import { hasControlCharacters } from '../text.ts';

export interface AddressInput {
  address1: string;
  address2?: string | null;
  city: string;
  zip: string;
  country: string;
}

const maxLineLength = 200;
const lines = {
  address1: 'address',
  address2: 'second line',
  city: 'city',
  zip: 'postal code',
  country: 'country',
} as const satisfies Record<keyof LegalAddress, string>;
const names = Object.keys(lines) as (keyof LegalAddress)[];
/** The same fields as in the account's own address; many countries have no postal codes. */
const required: readonly (keyof LegalAddress)[] = ['address1', 'city', 'country'];

/** Returns an error sentence per invalid field. */
export function validateAddress(input: AddressInput): Partial<Record<keyof LegalAddress, string>> {
  const address = parseAddress(input);
  const errors = names.map((name) => [name, validateLine(name, address[name])] as const);
  return Object.fromEntries(errors.filter(([, error]) => error !== null));
}

function validateLine(name: keyof LegalAddress, line: string): string | null {
  if (line === '' && required.includes(name)) return `Enter your ${lines[name]}.`;
  if (line.length > maxLineLength)
    return `The ${lines[name]} has at most ${maxLineLength} characters.`;
  return /[\t\n\r]/.test(line) || hasControlCharacters(line)
    ? `The ${lines[name]} has no line breaks or control characters.`
    : null;
}

export function parseAddress(input: AddressInput): LegalAddress {
  return {
    address1: input.address1.trim(),
    address2: input.address2?.trim() ?? '',
    city: input.city.trim(),
    zip: input.zip.trim(),
    country: input.country.trim(),
  };
}
