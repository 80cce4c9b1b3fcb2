/** Fingerprint of a payee's details, by which two people compare them over the phone. */

import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from '@scure/base';

const shownDigits = 8;

export interface FingerprintedDetails {
  kind: PayeeKind;
  holder: string;
  fields: PayeeFields;
  /** Random, one per payee: without it, an account number could be computed from its fingerprint and its last digits. */
  salt: string;
}

/** The first eight hexadecimal digits of the SHA-256 of the canonical JSON: sorted keys, no absent ones, no spaces. */
export function computeFingerprint({ kind, holder, fields, salt }: FingerprintedDetails): string {
  const canonical = JSON.stringify({ fields: sortKeys(fields), holder, kind, salt });
  return hex.encode(sha256(utf8.decode(canonical))).slice(0, shownDigits);
}

const sortKeys = (fields: PayeeFields): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
