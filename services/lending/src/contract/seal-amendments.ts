/** Job: seals the document of each effective amendment of a loan, as `seal-contract.ts` does with its contract. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { systemActor } from '../escrow/transition/decide-transition.ts';
import { buildAmendmentId } from '../loan/amendment.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { loadPlatformCertificate } from '../seal/platform-key.ts';
import { commit } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';

/**
 * Concurrent and repeated runs store one sealed file per amendment. One that cannot be sealed keeps none of the others
 * waiting; its error is thrown at the end, so that the job is retried.
 */
export async function sealAmendments({ key: escrowId }: Job): Promise<void> {
  const failures = new Map<number, unknown>();
  for (;;) {
    const escrow = await escrows.find(escrowId);
    const seq = escrow?.unsealedAmendments?.find((one) => !failures.has(one));
    if (!escrow || seq === undefined) break;
    try {
      await sealAmendment(escrow, seq);
    } catch (error) {
      failures.set(seq, error);
    }
  }
  for (const error of failures.values()) throw error;
}

async function sealAmendment(escrow: Escrow, seq: number): Promise<void> {
  const { id: escrowId } = escrow;
  const id = buildAmendmentId(escrowId, seq);
  const bytes = await renderSealedPdf(escrow, id);
  const sha256 = sha256Hex(bytes);
  await commit(async (tx) => {
    const present = await escrows.get(escrowId, tx);
    if (!present.unsealedAmendments?.includes(seq)) return;
    const contract = await contracts.get(id, tx);
    const file = { id: sha256, version: 1, escrowId, contractId: id, bytes, createdAt: now() };
    await contractFiles.add({ ...file, kind: 'SEALED' }, tx);
    await contracts.update(contract, { ...contract, sealedSha256: sha256 }, tx);
    const input = { transition: 'SEAL_AMENDMENT', seq } as const;
    await applyTransition(present, { input, by: systemActor }, tx);
  });
}

async function renderSealedPdf(escrow: Escrow, id: string): Promise<Buffer> {
  const [contract, { seq: number, parentSha256 }] = await Promise.all([
    contracts.get(id),
    amendments.get(id),
  ]);
  const signedFile = await contractFiles.find(contract.sha256);
  if (!signedFile) throw new Error(`amendment ${id} has lost its file`);
  // PDF rendering and signing are heavy and rarely needed, so they are loaded on first use.
  const { sealContract } = await import('../seal/seal.ts');
  const { id: escrowId, contract: kind, domainName, unicodeName } = escrow;
  return sealContract({
    contractPdf: signedFile.bytes,
    terms: { escrowId, contract: kind, domainName, unicodeName, drawnAt: contract.drawnAt },
    amendment: { number, parentSha256 },
    signatures: contract.signatures,
    platform: await loadPlatformCertificate(),
    at: now(),
  });
}
