/** What a look-up of a domain name results in. */

/** Why a look-up has no answer. NO_SERVER lasts; the others are worth a retry. */
export type UnknownReason = 'NO_SERVER' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'MALFORMED' | 'DEADLINE';

export type RdapResult =
  | { kind: 'found'; report: RdapReport }
  /** The server that the bootstrap file names has no such name. `source` is its host name. */
  | { kind: 'absent'; source: string; at: Date }
  | { kind: 'unknown'; reason: UnknownReason; retryAt?: Date; source?: string };

/** A DS record as RDAP gives it (RFC 9083 section 5.3); `digest` is in upper-case hexadecimal. */
export interface DsRecord {
  keyTag: number;
  algorithm: number;
  digestType: number;
  digest: string;
}

/** What the registry and the registrar publish about a name. An absent field is unknown, unless it is `withheld`. */
export interface RdapReport {
  /** A-labels in lower case. */
  name: string;
  /** Business time of the registry's answer. */
  asOf: Date;
  registrar?: { name?: string; ianaId?: number };
  /** The last registration, so after a deletion not the first one. */
  registeredAt?: Date;
  registryExpiresAt?: Date;
  /** From the registrar's own server; a registry that renews automatically is up to a year ahead of it. */
  registrarExpiresAt?: Date;
  lastTransferAt?: Date;
  /** EPP spelling, such as `clientTransferProhibited` or `ok` (RFC 8056). */
  statuses?: string[];
  /** A-labels in lower case, sorted. */
  nameservers?: string[];
  dnssec: 'SIGNED' | 'UNSIGNED' | 'UNKNOWN';
  ds?: DsRecord[];
  /** Names of the fields above that the server withheld (RFC 9537, or a remark of older servers). */
  withheld: string[];
  /** For each field that is present or withheld, the host name of the server that it came from. */
  sources: Record<string, string>;
}
