/** The kinds of proof of control over a domain. */

export const proofKinds = ['TXT', 'ACCOUNT_TXT', 'NAMESERVERS', 'CNAME'] as const;
/** TXT: the domain's record. ACCOUNT_TXT: the account's record, the same on all names. */
export type ProofKind = (typeof proofKinds)[number];

/** REGISTRAR: only the registrar account of the domain can set it; a DNS record needs only its DNS provider. */
export type ProofStrength = 'DNS' | 'REGISTRAR';

export function strengthOf(kind: ProofKind): ProofStrength {
  return kind === 'NAMESERVERS' ? 'REGISTRAR' : 'DNS';
}
