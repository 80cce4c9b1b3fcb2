/** Job: seals a contract signed by both parties with the certificate page and the platform's signature. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { systemActor } from '../escrow/transition/decide-transition.ts';
import { findJobTime } from '../escrow/transition/escrow-jobs.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { loadPlatformCertificate } from '../seal/platform-key.ts';
import { commit } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { buildTerms } from './contract.ts';

/** Concurrent and repeated runs store one sealed file. */
export async function sealSignedContract({ key: escrowId }: Job): Promise<void> {
  const loan = await escrows.find(escrowId);
  if (!loan || findJobTime('seal-contract', loan, now()) === null) return;
  const bytes = await renderSealedPdf(loan);
  const sha256 = sha256Hex(bytes);
  await commit(async (tx) => {
    const escrow = await escrows.get(escrowId, tx);
    if (findJobTime('seal-contract', escrow, now()) === null) return;
    const contract = await contracts.get(escrowId, tx);
    await contractFiles.add(
      { id: sha256, version: 1, escrowId, kind: 'SEALED', bytes, createdAt: now() },
      tx,
    );
    await contracts.update(contract, { ...contract, sealedSha256: sha256 }, tx);
    await applyTransition(escrow, { input: { transition: 'SEAL_CONTRACT' }, by: systemActor }, tx);
  });
}

async function renderSealedPdf(escrow: Escrow): Promise<Buffer> {
  const contract = await contracts.get(escrow.id);
  const signedFile = await contractFiles.find(contract.sha256);
  if (!signedFile) throw new Error(`the contract of loan ${escrow.id} has lost its file`);
  // PDF rendering and signing are heavy and rarely needed, so they are loaded on first use.
  const { sealContract } = await import('../seal/seal.ts');
  return sealContract({
    contractPdf: signedFile.bytes,
    terms: buildTerms(escrow, contract.drawnAt),
    signatures: contract.signatures,
    platform: await loadPlatformCertificate(),
    at: now(),
  });
}
