/** Job: seals the deed of a closed sale with the certificate page and the platform's signature. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { loadPlatformCertificate } from '../seal/platform-key.ts';
import { commit } from '../service-context.ts';
import { contractFiles } from './contract.model.ts';

/** Concurrent and repeated runs store one sealed file. */
export async function sealDeed({ key: id }: Job): Promise<void> {
  const assignment = await assignments.find(id);
  if (assignment?.status !== 'CLOSED' || assignment.sealedSha256 !== null) return;
  const bytes = await renderSealedPdf(assignment);
  const sha256 = sha256Hex(bytes);
  const { escrowId } = assignment;
  await commit(async (tx) => {
    const present = await assignments.get(id, tx);
    if (present.sealedSha256 !== null) return;
    const file = { id: sha256, version: 1, escrowId, contractId: id, bytes, createdAt: now() };
    await contractFiles.add({ ...file, kind: 'SEALED' }, tx);
    await assignments.update(present, { ...present, sealedSha256: sha256 }, tx);
  });
}

async function renderSealedPdf(assignment: Assignment): Promise<Buffer> {
  const { id, sha256, escrowId, acceptedAt, signatures } = assignment;
  const { contractSha256, amendmentSha256 } = assignment;
  const [escrow, file] = await Promise.all([
    escrows.get(escrowId),
    contractFiles.find(sha256 ?? ''),
  ]);
  if (!file || acceptedAt === null) throw new Error(`the sale ${id} has lost its deed`);
  // PDF rendering and signing are heavy and rarely needed, so they are loaded on first use.
  const { sealContract } = await import('../seal/seal.ts');
  const { contract, domainName, unicodeName } = escrow;
  return sealContract({
    contractPdf: file.bytes,
    terms: { escrowId, contract, domainName, unicodeName, drawnAt: acceptedAt },
    deed: { contractSha256, amendmentSha256 },
    signatures,
    platform: await loadPlatformCertificate(),
    at: now(),
  });
}
