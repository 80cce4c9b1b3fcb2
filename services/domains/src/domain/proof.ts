/** The proof of control over an external domain, and the checks of it. */

import type { ProofValidation } from '../dns/check-proof.ts';
import type { ProofKind } from '../dns/proof-kinds.ts';

export interface VerificationAttempt {
  at: Date;
  outcome: 'FOUND' | 'MISSING' | 'UNKNOWN';
  detail: string;
  /** What DNSSEC says about the answers; absent in old records. */
  validation?: ProofValidation | null;
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
function proofOf(domain: ProvenDomain): Proof | null {
  if (domain.status !== 'EXTERNAL_VERIFIED') return null;
  if (domain.proof) return domain.proof;
  const found = domain.verificationAttempts.filter(({ outcome }) => outcome === 'FOUND');
  const checkedAt = found[0]?.at ?? domain.createdAt;
  return { kind: 'TXT', provenAt: found.at(-1)?.at ?? checkedAt, checkedAt };
}

/** A proof with what DNSSEC said at the last check that found one. */
export interface ShownProof extends Proof {
  validation: ProofValidation | null;
}

export function showProof(domain: ProvenDomain): ShownProof | null {
  const proof = proofOf(domain);
  const found = domain.verificationAttempts.find(({ outcome }) => outcome === 'FOUND');
  return proof && { ...proof, validation: found?.validation ?? null };
}

/** The proof after a check that found one. */
export function renewProof(
  domain: ProvenDomain,
  { kind, at }: { kind: ProofKind; at: Date },
): Proof {
  const before = proofOf(domain);
  return { kind, provenAt: before?.kind === kind ? before.provenAt : at, checkedAt: at };
}
