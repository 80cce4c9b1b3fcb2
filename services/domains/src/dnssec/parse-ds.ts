/** Validates the DS records that an owner enters. */

import { DomainError } from '@nameloan/contracts/errors';
import type { DsRecord } from './ds-record.ts';
import { missingDs } from './ds-record.ts';

export interface DsInput {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: string;
}

const maxRecords = 8;
const maxKeyTag = 65_535;
/** A digest may be entered with spaces and line breaks, as zone files have it. */
const maxDigestCharacters = 400;

/**
 * Algorithms that may sign zones (IANA, RFC 8624 section 3.1). Not among them are those whose validation has ended or
 * ends: 1, 3, 6 and 12, and 5 and 7 with SHA-1 (RFC 9905).
 */
const algorithms: ReadonlyMap<number, string> = new Map([
  [8, 'RSASHA256'],
  [10, 'RSASHA512'],
  [13, 'ECDSAP256SHA256'],
  [14, 'ECDSAP384SHA384'],
  [15, 'ED25519'],
  [16, 'ED448'],
]);
/** Octets of a digest by its type (RFC 4509, RFC 6605). Type 1 is SHA-1, which new records must not use (RFC 8624). */
const digestOctets: ReadonlyMap<number, number> = new Map([
  [2, 32],
  [4, 48],
]);

/**
 * The records in upper case without white space. `present`: the records at the registry, which may stay as they are.
 * Throws INVALID_INPUT with the field `ds`.
 */
export function parseDs(input: readonly DsInput[], present: readonly DsRecord[]): DsRecord[] {
  if (input.length > maxRecords) throw invalidDs(`Enter at most ${maxRecords} DS records.`);
  const records = input.map(({ keyTag, algorithm, digestType, digest }) => ({
    ...{ keyTag, algorithm, digestType },
    digest: digest.slice(0, maxDigestCharacters).replaceAll(/\s/g, '').toUpperCase(),
  }));
  for (const [index, record] of records.entries()) {
    const isKnown = missingDs([record], present).length === 0;
    const error = isKnown ? undefined : findError(record);
    if (error) throw invalidDs(`DS record ${index + 1}: ${error}`);
    if (missingDs([record], records.slice(0, index)).length === 0)
      throw invalidDs('List each DS record only once.');
  }
  return records;
}

function findError({ keyTag, algorithm, digestType, digest }: DsRecord): string | undefined {
  if (!Number.isInteger(keyTag) || keyTag < 0 || keyTag > maxKeyTag)
    return `The key tag is a number from 0 to ${maxKeyTag.toLocaleString('en')}.`;
  if (algorithm === 5 || algorithm === 7)
    return `Algorithm ${algorithm} uses SHA-1, which resolvers no longer accept. Sign the zone with algorithm 13.`;
  if (!algorithms.has(algorithm))
    return `The algorithm is one of ${[...algorithms.keys()].join(', ')}.`;
  if (digestType === 1)
    return 'Digest type 1 is SHA-1, which resolvers no longer accept. Use type 2 (SHA-256).';
  const octets = digestOctets.get(digestType);
  if (octets === undefined) return 'The digest type is 2 (SHA-256) or 4 (SHA-384).';
  if (!/^[0-9A-F]*$/.test(digest)) return 'The digest is hexadecimal: 0 to 9 and A to F.';
  if (digest.length !== 2 * octets)
    return `A digest of type ${digestType} has ${2 * octets} hexadecimal digits, not ${digest.length}.`;
  return undefined;
}

export function invalidDs(message: string): DomainError {
  return new DomainError('INVALID_INPUT', message, { fields: { ds: message } });
}
