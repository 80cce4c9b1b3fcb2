/** Job: draws up a loan's contract once its domain is reserved. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { readGoverningLaw } from '../config.ts';
import { buildTokenPurpose } from '../escrow/contract-links.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { systemActor } from '../escrow/transition/decide-transition.ts';
import { findJobTime } from '../escrow/transition/escrow-jobs.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { commit, encrypt } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { buildTerms, hashToken, newToken } from './contract.ts';

/** Concurrent and repeated runs draw up one contract; a cancelled loan gets none. */
export async function drawUpContract({ key: escrowId }: Job): Promise<void> {
  const loan = await escrows.find(escrowId);
  // The contract bears the date of the reservation, so that a retry renders the same bytes.
  const drawnAt = loan && findJobTime('draw-up-contract', loan, now());
  if (!drawnAt) return;
  // PDF rendering is heavy and rarely needed, so it is loaded on first use.
  const { renderContract } = await import('../pdf/render-contract.ts');
  const bytes = await renderContract({
    ...buildTerms(loan, drawnAt),
    governing: readGoverningLaw(),
  });
  const sha256 = sha256Hex(bytes);
  const tokens = { borrower: newToken(), lender: newToken() };
  await commit(async (tx) => {
    const escrow = await escrows.get(escrowId, tx);
    if (findJobTime('draw-up-contract', escrow, now()) === null) return;
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
  });
}
