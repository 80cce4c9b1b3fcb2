/** Delegation signer records: the link from a parent zone to the keys of a signed zone (RFC 4034 section 5). */

export interface DsRecord {
  /** 0 to 65,535. */
  readonly keyTag: number;
  /** IANA, "DNS Security Algorithm Numbers". */
  readonly algorithm: number;
  /** IANA, "DNSSEC Delegation Signer (DS) Resource Record (RR) Type Digest Algorithms". */
  readonly digestType: number;
  /** Hexadecimal, upper case. */
  readonly digest: string;
}

const keyOf = ({ keyTag, algorithm, digestType, digest }: DsRecord) =>
  `${keyTag} ${algorithm} ${digestType} ${digest.toUpperCase()}`;

/** The records of `wanted` that `present` lacks. */
export function missingDs(wanted: readonly DsRecord[], present: readonly DsRecord[]): DsRecord[] {
  const known = new Set(present.map(keyOf));
  return wanted.filter((one) => !known.has(keyOf(one)));
}

/** Whether both lists have the same records, in any order. */
export function isSameDs(one: readonly DsRecord[], other: readonly DsRecord[]): boolean {
  return missingDs(one, other).length + missingDs(other, one).length === 0;
}
