/** Adds an evidence file to a dispute: file, count and history entry in one transaction. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { escrows } from '../escrow/escrow.model.ts';
import type { Viewer } from '../escrow/participant.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { commit, quotas } from '../service-context.ts';
import { evidenceFiles } from './evidence.model.ts';
import type { EvidenceDetails } from './evidence.ts';
import { buildSafeEvidenceName } from './evidence.ts';
import type { EvidenceType } from './evidence-type.ts';
import { detectEvidenceType } from './evidence-type.ts';

interface EvidenceUpload {
  name: string;
  bytes: Buffer;
}

interface CheckedUpload extends EvidenceUpload {
  type: EvidenceType;
  sha256: string;
}

/**
 * Throws NOT_FOUND for an outsider, FORBIDDEN for operators, UNSUPPORTED_TYPE, CONFLICT without a dispute or when the
 * side has no files left, TOO_MANY_REQUESTS. The same file again returns the stored one.
 */
export async function addEvidence(
  actor: AccountActor,
  escrowId: string,
  sent: EvidenceUpload,
): Promise<EvidenceDetails> {
  const viewer = await loadViewer(actor);
  requireParticipant(await escrows.find(escrowId), viewer);
  const type = detectEvidenceType(sent.bytes);
  if (type === null) {
    throw new DomainError(
      'UNSUPPORTED_TYPE',
      'Evidence must be a PDF, a PNG or JPEG picture, or plain text in UTF-8.',
    );
  }
  const upload = { ...sent, type, sha256: sha256Hex(sent.bytes) };
  return commit((tx) => storeEvidence({ escrowId, viewer, upload }, tx));
}

async function storeEvidence(
  { escrowId, viewer, upload }: { escrowId: string; viewer: Viewer; upload: CheckedUpload },
  tx: Tx,
): Promise<EvidenceDetails> {
  const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
  const { type, sha256, bytes } = upload;
  const side = by.role === 'BORROWER' ? 'BORROWER' : 'LENDER';
  if (by.role === side) {
    const [existing] = await evidenceFiles.list({ escrowId, by: side, sha256 }, { tx });
    if (existing) return existing;
  }
  const name = buildSafeEvidenceName(upload.name, type);
  await applyTransition(escrow, { input: { transition: 'ADD_EVIDENCE', name, sha256 }, by }, tx);
  await quotas.take('loanActions', viewer.accountId, tx);
  const details = {
    id: newId(),
    escrowId,
    by: side,
    ...(escrow.status === 'NEW' ? { oldEscrowId: escrow.replacing?.escrowId ?? null } : {}),
    name,
    type,
    sha256,
    sizeBytes: bytes.length,
    at: now(),
  } as const;
  await evidenceFiles.add({ ...details, version: 1, bytes }, tx);
  return details;
}
