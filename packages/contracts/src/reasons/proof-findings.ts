/** What the resolvers answered about a domain's proof: data for events, and the sentences for its owner. */

import { z } from 'zod';

/** Two host names for each of ten resolvers. */
const maxFindings = 20;
const maxTextLength = 1000;

/** The answer of one resolver for one host name. */
export const proofFinding = z.object({
  /** `host:port`. */
  resolver: z.string().max(300),
  host: z.string().max(300),
  /** ABSENT: no TXT record. OTHER: only other TXT records. UNKNOWN: no clear answer. */
  result: z.enum(['FOUND', 'ABSENT', 'OTHER', 'UNKNOWN']),
  otherRecords: z.number().int(),
  /** UNKNOWN: the resolver library's (c-ares) error code. */
  errorCode: z.string().max(40).nullable(),
});
export type ProofFinding = z.output<typeof proofFinding>;

export const proofFindings = z.array(proofFinding).max(maxFindings);

export function limitFindings(findings: readonly ProofFinding[]): ProofFinding[] {
  return findings.slice(0, maxFindings).map((finding) => ({
    ...finding,
    resolver: finding.resolver.slice(0, 300),
    host: finding.host.slice(0, 300),
    errorCode: finding.errorCode?.slice(0, 40) ?? null,
  }));
}

const errorTexts: Readonly<Record<string, string>> = {
  ETIMEOUT: 'it did not respond in time',
  ECANCELLED: 'it did not respond in time',
  ECONNREFUSED: 'it cannot be reached',
  EREFUSED: 'it refused the query',
  ESERVFAIL: 'it had an internal error',
  EBADRESP: 'its answer could not be read',
  EBOGUS: 'the DNSSEC signatures of the domain are invalid',
  ERESOLVER: 'it has no address',
};

export function describeFinding(finding: ProofFinding): string {
  const { resolver, host, otherRecords, errorCode } = finding;
  switch (finding.result) {
    case 'FOUND':
      return `${resolver} sees the record at ${host}.`;
    case 'ABSENT':
      return `${resolver} sees no TXT record at ${host}.`;
    case 'OTHER': {
      const others =
        otherRecords === 1 ? 'one other TXT record' : `${otherRecords} other TXT records`;
      return `${resolver} sees ${others} at ${host}, but not this one.`;
    }
    case 'UNKNOWN': {
      const error = errorTexts[errorCode ?? ''] ?? `it returned ${errorCode}`;
      return `${resolver} gave no clear answer for ${host}: ${error}.`;
    }
  }
}

export function describeFindings(findings: readonly ProofFinding[]): string {
  const texts = new Set(findings.map(describeFinding));
  return [...texts].join(' ').slice(0, maxTextLength);
}

/** Why a domain whose record was found stays with another account. */
export const proofObstacleTexts = {
  CONTESTED: 'Another account’s record is there too, so that account keeps the name.',
  IN_USE: 'Another account has the name, and a loan or a transfer depends on it.',
  UNCLEAR: 'Another account has the name, and it is unclear whether its record is gone.',
} as const;
export type ProofObstacle = keyof typeof proofObstacleTexts;
export const proofObstacle = z.enum(Object.keys(proofObstacleTexts) as ProofObstacle[]);
