/** Job: draws up a loan's contract once its domain is reserved. */

import { isDeepStrictEqual } from 'node:util';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { readGoverningLaw } from '../config.ts';
import { buildTokenPurpose } from '../escrow/contract-links.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { systemActor } from '../escrow/transition/decide-transition.ts';
import { findJobTime } from '../escrow/transition/escrow-jobs.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { commit, encrypt } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { buildTerms, hashToken, newToken } from './contract.ts';

/** Concurrent and repeated runs draw up one contract; a cancelled loan gets none. */
export async function drawUpContract({ key: escrowId }: Job): Promise<JobResult> {
  const loan = await escrows.find(escrowId);
  // The contract bears the date of the reservation, so that a retry renders the same bytes.
  const drawnAt = loan && findJobTime('draw-up-contract', loan, now());
  if (!drawnAt) return undefined;
  const { bytes, sha256 } = await renderAgreement(loan, drawnAt);
  const tokens = { borrower: newToken(), lender: newToken() };
  return commit(async (tx): Promise<JobResult> => {
    const escrow = await escrows.get(escrowId, tx);
    if (findJobTime('draw-up-contract', escrow, now()) === null) return undefined;
    // A party chose a payee while the contract was rendered.
    if (!isDeepStrictEqual(buildTerms(escrow, drawnAt), buildTerms(loan, drawnAt)))
      return { runAgainAt: now() };
    await contractFiles.add(
      { id: sha256, version: 1, escrowId, kind: 'SHOWN', bytes, createdAt: now() },
      tx,
    );
    await contracts.add(
      {
        id: escrowId,
        version: 1,
        drawnAt,
        sha256,
        borrowerTokenHash: hashToken(tokens.borrower),
        lenderTokenHash: hashToken(tokens.lender),
        signatures: [],
        sealedSha256: null,
      },
      tx,
    );
    const borrowerToken = encrypt(tokens.borrower, buildTokenPurpose(escrowId, 'BORROWER'));
    const lenderToken = encrypt(tokens.lender, buildTokenPurpose(escrowId, 'LENDER'));
    const input = { transition: 'DRAW_CONTRACT', sha256, borrowerToken, lenderToken } as const;
    await applyTransition(escrow, { input, by: systemActor }, tx);
    return undefined;
  });
}

/**
 * Draws up the contract again with the loan's present payees, under the same date and links. Only before a signature:
 * returns what the loan keeps of the new PDF. The former PDF is no contract any more.
 */
export async function redrawContract(
  escrow: Escrow,
  tx: Tx,
): Promise<Pick<Escrow, 'contractSha256' | 'accrualSha256'>> {
  const contract = await contracts.get(escrow.id, tx);
  const { bytes, sha256 } = await renderAgreement(escrow, contract.drawnAt);
  const changes = { contractSha256: sha256, accrualSha256: sha256 };
  if (sha256 === contract.sha256) return changes;
  await contractFiles.remove(contract.sha256, tx);
  await contractFiles.add(
    { id: sha256, version: 1, escrowId: escrow.id, kind: 'SHOWN', bytes, createdAt: now() },
    tx,
  );
  const firstSha256 = contract.firstSha256 ?? contract.sha256;
  await contracts.update(contract, { ...contract, sha256, firstSha256 }, tx);
  return changes;
}

async function renderAgreement(escrow: Escrow, drawnAt: Date) {
  // PDF rendering is heavy and rarely needed, so it is loaded on first use.
  const { renderContract } = await import('../pdf/render-contract.ts');
  const terms = { ...buildTerms(escrow, drawnAt), governing: readGoverningLaw() };
  const bytes = await renderContract(terms);
  return { bytes, sha256: sha256Hex(bytes) };
}
