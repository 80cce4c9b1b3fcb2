/** The nameservers and DS records of a domain in custody, and a pending change of them. */

import type { DsRecord } from '../dnssec/ds-record.ts';

/** A rejection of nameservers by the registry. VALUE: these nameservers. STATE: any, in the domain's current state. */
export interface NameserverRejection {
  message: string;
  scope: 'VALUE' | 'STATE';
  /** A more precise reason; absent in old records. */
  reason?: 'DS' | 'SIGNED_ZONE' | null;
}

/** The DS records of a domain; none: it is not signed. */
export interface Dnssec {
  ds: DsRecord[];
}

/** A change of nameservers or DS records that is being applied or was rejected. */
export interface NameserverChange {
  /** Distinguishes this change from a later one. */
  id: string;
  wanted: string[];
  /** True: only the DS records change, and `wanted` is what the record said. */
  keepsNameservers?: boolean;
  /** Null or absent: the DS records stay. */
  dnssec?: Dnssec | null;
  rejection: NameserverRejection | null;
}
