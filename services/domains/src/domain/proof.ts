/** The proof of control over an external domain, and the checks of it. */

import type { ProofKind } from '../dns/proof-kinds.ts';

export interface VerificationAttempt {
  at: Date;
  outcome: 'FOUND' | 'MISSING' | 'UNKNOWN';
  detail: string;
}

export interface Proof {
  kind: ProofKind;
  /** When a check found a proof of this kind first. */
  provenAt: Date;
  /** When a check found it last. */
  checkedAt: Date;
}

/** The fields of a domain that say how it is proven. */
export interface ProvenDomain {
  status: string;
  createdAt: Date;
  verificationAttempts: VerificationAttempt[];
  proof?: Proof | null;
}

/**
 * The proof of a verified domain, or null: a domain in custody needs none. Records of an earlier version had one kind,
 * and their times are those of the stored checks.
 */
export function proofOf(domain: ProvenDomain): Proof | null {
  if (domain.status !== 'EXTERNAL_VERIFIED') return null;
  if (domain.proof) return domain.proof;
  const found = domain.verificationAttempts.filter(({ outcome }) => outcome === 'FOUND');
  const checkedAt = found[0]?.at ?? domain.createdAt;
  return { kind: 'TXT', provenAt: found.at(-1)?.at ?? checkedAt, checkedAt };
}

/** The proof after a check that found one. */
export function renewProof(
  domain: ProvenDomain,
  { kind, at }: { kind: ProofKind; at: Date },
): Proof {
  const before = proofOf(domain);
  return { kind, provenAt: before?.kind === kind ? before.provenAt : at, checkedAt: at };
}
