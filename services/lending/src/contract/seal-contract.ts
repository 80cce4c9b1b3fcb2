/** Seals a contract that both have signed: certificate page and the platform's signature, as a job. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { bySystem } from '../escrow/decide.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { makeMove } from '../escrow/make-move.ts';
import { wantedAt } from '../escrow/wanted-jobs.ts';
import { commit } from '../kit.ts';
import { sha256Of } from '../paper/sha256.ts';
import { platformCertificate } from '../seal/platform-key.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { termsOf } from './contract.ts';

/** Run twice or by two at once, one sealed file is kept. */
export async function sealSignedContract({ key: escrowId }: Job): Promise<void> {
  const seen = await escrows.find(escrowId);
  if (!seen || wantedAt('seal-contract', seen, now()) === null) return;
  const bytes = await sealedBytes(seen);
  const sha256 = sha256Of(bytes);
  await commit(async (tx) => {
    const escrow = await escrows.get(escrowId, tx);
    if (wantedAt('seal-contract', escrow, now()) === null) return;
    const contract = await contracts.get(escrowId, tx);
    await contractFiles.add(
      { id: sha256, version: 1, escrowId, kind: 'SEALED', bytes, createdAt: now() },
      tx,
    );
    await contracts.move(contract, { ...contract, sealedSha256: sha256 }, tx);
    await makeMove(escrow, { input: { move: 'SEAL_CONTRACT' }, by: bySystem }, tx);
  });
}

async function sealedBytes(escrow: Escrow): Promise<Buffer> {
  const contract = await contracts.get(escrow.id);
  const shown = await contractFiles.find(contract.sha256);
  if (!shown) throw new Error(`the contract of loan ${escrow.id} has lost its file`);
  // Typesetting and signing are heavy and seldom needed, so they are loaded with the first seal.
  const { sealContract } = await import('../seal/seal.ts');
  return sealContract({
    contractPdf: shown.bytes,
    terms: termsOf(escrow, contract.drawnAt),
    signatures: contract.signatures,
    platform: await platformCertificate(),
    at: now(),
  });
}
