/** Draws up a loan's contract once its domain is reserved: a job, since setting a PDF takes its time. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { governingLaw } from '../config.ts';
import { tokenPurpose } from '../escrow/contract-links.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { systemActor } from '../escrow/transition/decide-transition.ts';
import { findJobTime } from '../escrow/transition/escrow-jobs.ts';
import { sha256Of } from '../pdf/sha256.ts';
import { commit, seal } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { buildTerms, hashToken, newToken } from './contract.ts';

/** Run twice or by two at once it draws up one contract; a loan that was cancelled gets none. */
export async function drawUpContract({ key: escrowId }: Job): Promise<void> {
  const seen = await escrows.find(escrowId);
  // The day of the reservation stands in the text, so that a second try sets the same bytes.
  const drawnAt = seen && findJobTime('draw-up-contract', seen, now());
  if (!drawnAt) return;
  // Typesetting is heavy and seldom needed, so it is loaded with the first contract.
  const { renderContract } = await import('../pdf/render-contract.ts');
  const bytes = await renderContract({ ...buildTerms(seen, drawnAt), governing: governingLaw() });
  const sha256 = sha256Of(bytes);
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
    const borrowerToken = seal(tokens.borrower, tokenPurpose(escrowId, 'BORROWER'));
    const lenderToken = seal(tokens.lender, tokenPurpose(escrowId, 'LENDER'));
    const input = { transition: 'DRAW_CONTRACT', sha256, borrowerToken, lenderToken } as const;
    await applyTransition(escrow, { input, by: systemActor }, tx);
  });
}
