/** Brings an address of any release into the present form. */

import { isDeepStrictEqual } from 'node:util';
import { readStoredPlace } from '@nameloan/countries/parse-place';
import type { LegalAddress } from '../loan/legal-address.ts';

/** With the English name and the codes of its country; as written, with the code null, if the country cannot be read. */
export async function completeAddress(address: LegalAddress): Promise<Required<LegalAddress>> {
  const place = await readStoredPlace(address);
  return { ...address, ...(place ?? { countryCode: null, subdivision: null }) };
}

/** Whether two addresses are the same, each in the form of any release. */
export async function isSameAddress(
  one: LegalAddress,
  other: LegalAddress | null,
): Promise<boolean> {
  return (
    other !== null && isDeepStrictEqual(await completeAddress(one), await completeAddress(other))
  );
}
