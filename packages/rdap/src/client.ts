/** RDAP client (RFC 7480, 9082, 9083, 9224): finds the server of a name and asks it, without exceeding its limits. */

import type { RdapResult } from './report.ts';

export type { DsRecord, RdapReport, RdapResult, UnknownReason } from './report.ts';

export interface RdapClientOptions {
  /** Address of the bootstrap file (RFC 9224), e.g. https://data.iana.org/rdap/dns.json. */
  bootstrapUrl: string;
  /** Allow plain http on loopback (sandbox only). */
  allowLoopbackHttp: boolean;
  userAgent?: string;
}

export interface LookUpOptions {
  /** Milliseconds after which the wait ends with DEADLINE, or without the registrar's part; default two minutes. */
  deadlineMs?: number;
  /** Goes ahead of the other look-ups that wait for the same server. */
  urgent?: boolean;
  /** Accepted age of a stored answer in milliseconds of business time; default 24 hours, 0 asks the server. */
  maxAgeMs?: number;
  /** Ends the wait as the deadline does. */
  signal?: AbortSignal;
}

export class RdapClient {
  readonly #options: RdapClientOptions;

  constructor(options: RdapClientOptions) {
    this.#options = options;
  }

  /** Looks a registered name up. Never throws for faults of the outside world. */
  async lookUp(_name: string, _options: LookUpOptions = {}): Promise<RdapResult> {
    return { kind: 'unknown', reason: 'UNAVAILABLE', source: this.#options.bootstrapUrl };
  }

  /** Ends all requests; look-ups that wait are answered with UNAVAILABLE. */
  async close(): Promise<void> {}
}
