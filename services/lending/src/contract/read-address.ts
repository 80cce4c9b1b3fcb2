/** Reads the legal address that a signer gives along. */

import type { LegalAddress } from '../loan/legal-address.ts';

export interface AddressInput {
  address1: string;
  address2?: string | null;
  city: string;
  zip: string;
  country: string;
}

const longestLine = 200;
const lines = {
  address1: 'address',
  address2: 'second line',
  city: 'city',
  zip: 'postal code',
  country: 'country',
} as const satisfies Record<keyof LegalAddress, string>;
const names = Object.keys(lines) as (keyof LegalAddress)[];
/** As in the account's own address: many countries have no postal codes. */
const required: readonly (keyof LegalAddress)[] = ['address1', 'city', 'country'];

/** What is wrong with it, as one sentence; null when nothing is. */
export function addressFault(input: AddressInput): string | null {
  const address = readAddress(input);
  const missing = required.filter((name) => address[name] === '');
  if (missing.length > 0) return `Give the ${listed(missing)} too.`;
  const long = names.filter((name) => address[name].length > longestLine);
  if (long.length > 0) return `At most ${longestLine} characters: ${listed(long)}.`;
  const odd = names.filter(
    (name) => /\p{Cc}/u.test(address[name]) || !address[name].isWellFormed(),
  );
  return odd.length > 0 ? `No line breaks or control characters: ${listed(odd)}.` : null;
}

export function readAddress(input: AddressInput): LegalAddress {
  return {
    address1: input.address1.trim(),
    address2: input.address2?.trim() ?? '',
    city: input.city.trim(),
    zip: input.zip.trim(),
    country: input.country.trim(),
  };
}

function listed(which: (keyof LegalAddress)[]): string {
  return which.map((name) => lines[name]).join(', ');
}
