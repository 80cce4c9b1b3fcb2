/** Verifies by hash whether a file is one of our contracts. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { clientNetwork } from '@nameloan/security/client-network';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import type { AmendmentStatus } from '../loan/amendment.ts';
import type { AssignmentStatus } from '../loan/assignment/assignment.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { commit, quotas } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';

export interface VerificationResult {
  /** Whether the file is a contract to sign or a sealed contract of this installation. */
  known: boolean;
  sealed: boolean;
  sha256: string;
  /** When the second party signed; null until then and for an unknown file. */
  signedAt: Date | null;
  /** Null unless the file is an amendment. */
  amendment: VerifiedAmendment | null;
  /** Null unless the file is the deed of a sale. */
  assignment: VerifiedDeed | null;
}

interface VerifiedDeed {
  status: AssignmentStatus;
  /** SHA-256 (hex) of the contract, and of the last amendment before it. */
  contractSha256: string | null;
  amendmentSha256: string | null;
}

interface VerifiedAmendment {
  /** From 1, within its loan. */
  number: number;
  status: AmendmentStatus;
  /** SHA-256 (hex) of the document that it changes. */
  parentSha256: string | null;
  /** "YYYY-MM-DD", the first day of its terms; null unless it is effective. */
  effectiveOn: string | null;
}

/** Throws INVALID_INPUT for a file that is not a PDF, TOO_MANY_REQUESTS per network. */
export async function verifyContract(actor: Actor, bytes: Buffer): Promise<VerificationResult> {
  await commit((tx) => quotas.take('contractLookups', clientNetwork(actor.ip), tx));
  if (!bytes.subarray(0, 1024).includes('%PDF-')) {
    throw new DomainError('INVALID_INPUT', 'This is not a PDF.');
  }
  const sha256 = sha256Hex(bytes);
  const file = await contractFiles.describe(sha256);
  const none = { amendment: null, assignment: null };
  if (!file) return { known: false, sealed: false, sha256, signedAt: null, ...none };
  const deed = file.contractId ? await assignments.find(file.contractId) : undefined;
  if (deed) return { ...none, ...describeDeed(deed, sha256) };
  const contract = await contracts.get(file.contractId ?? file.escrowId);
  const { signatures } = contract;
  const last = signatures.length === 2 ? signatures.at(-1) : undefined;
  return {
    known: true,
    sealed: file.kind === 'SEALED',
    sha256,
    signedAt: last?.at ?? null,
    assignment: null,
    amendment: contract.amendmentOf ? await describeAmendment(contract.id) : null,
  };
}

function describeDeed(
  { status, signatures, contractSha256, amendmentSha256, sealedSha256 }: Assignment,
  sha256: string,
) {
  const last = signatures.length === 2 ? signatures.at(-1) : undefined;
  return {
    known: true,
    sealed: sealedSha256 === sha256,
    sha256,
    signedAt: last?.at ?? null,
    assignment: { status, contractSha256, amendmentSha256 },
  };
}

async function describeAmendment(id: string): Promise<VerifiedAmendment> {
  const { seq: number, status, parentSha256, effectiveOn } = await amendments.get(id);
  return {
    number,
    status,
    parentSha256,
    effectiveOn: effectiveOn && formatCalendarDay(effectiveOn),
  };
}
