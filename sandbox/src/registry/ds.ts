/** The registry's rules for DS records (RFC 5910 section 5.2.5): removals first, then additions. Pure. */

import type { Domain, DsRecord } from '../records.ts';
import { RegistryError } from './registry-error.ts';

const maxRecords = 8;
/** Octets by digest type: SHA-1, SHA-256, SHA-384. */
const digestOctets: ReadonlyMap<number, number> = new Map([
  [1, 20],
  [2, 32],
  [4, 48],
]);

interface DsChange {
  readonly addDs?: readonly DsRecord[];
  readonly removeDs?: readonly DsRecord[] | 'all';
}

const keyOf = ({ keyTag, algorithm, digestType, digest }: DsRecord) =>
  `${keyTag} ${algorithm} ${digestType} ${digest.toUpperCase()}`;

/** The domain's new records, or nothing when the update has none. Throws 2306 and 2303. */
export function applyDsChange(
  { ds = [] }: Pick<Domain, 'ds'>,
  { addDs = [], removeDs = [] }: DsChange,
): Pick<Domain, 'ds'> {
  if (addDs.length === 0 && removeDs.length === 0) return {};
  const removed = new Set(removeDs === 'all' ? ds.map(keyOf) : removeDs.map(keyOf));
  const known = new Set(ds.map(keyOf));
  if ([...removed].some((key) => !known.has(key)))
    throw new RegistryError(2303, 'The domain does not have this DS record.');
  for (const { digest, digestType } of addDs) {
    const octets = digestOctets.get(digestType);
    if (octets === undefined) throw new RegistryError(2306, 'This digest type is not supported.');
    if (digest.length !== 2 * octets)
      throw new RegistryError(2306, `A digest of type ${digestType} has ${octets} octets.`);
  }
  const left = ds.filter((one) => !removed.has(keyOf(one)));
  const next = new Map([...left, ...addDs].map((one) => [keyOf(one), one]));
  if (next.size > maxRecords)
    throw new RegistryError(2306, `A domain has at most ${maxRecords} DS records.`);
  return { ds: [...next.values()] };
}
