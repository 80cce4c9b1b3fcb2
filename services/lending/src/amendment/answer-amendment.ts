/** Answers a proposed amendment: agrees to it or declines it as the other party, or withdraws it as its proposer. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { contractFiles, contracts } from '../contract/contract.model.ts';
import { hashToken, newToken } from '../contract/contract.ts';
import { buildTokenPurpose } from '../escrow/contract-links.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import { computeDueCents } from '../escrow/transition/amendment/amendment-terms.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import type { TransitionActor } from '../escrow/transition/decide-transition.ts';
import { decideTransition } from '../escrow/transition/decide-transition.ts';
import type { Amendment } from '../loan/amendment.ts';
import { buildAmendmentId } from '../loan/amendment.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { access, commit, encrypt, quotas } from '../service-context.ts';
import { buildDocument } from './build-document.ts';
import { checkAmendment, readRegistration } from './check-amendment.ts';
import { assertLive, requireAmendment } from './find-amendment.ts';

interface Target {
  escrowId: string;
  seq: number;
}

export type AmendmentAnswer =
  | { kind: 'AGREE' }
  | { kind: 'DECLINE'; reason: string }
  | { kind: 'WITHDRAW' };

/**
 * Throws NOT_FOUND for an outsider and for the number of no amendment, FORBIDDEN for an operator, CONFLICT for one that is
 * answered; an agreement as the proposal does, and STEP_UP_REQUIRED, because it holds a seizure and changes what is owed.
 */
export async function answerAmendment(
  actor: AccountActor,
  { escrowId, seq }: Target,
  answer: AmendmentAnswer,
): Promise<Amendment> {
  if (answer.kind === 'AGREE') await access.fresh(actor);
  const viewer = await loadViewer(actor);
  const { escrow: seen } = requireParticipant(await escrows.find(escrowId), viewer);
  const proposed = await requireAmendment(seen, seq);
  const registration = answer.kind === 'AGREE' ? await readRegistration(seen, proposed) : null;
  return commit(async (tx) => {
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    const amendment = await requireAmendment(escrow, seq, tx);
    await quotas.take('loanActions', actor.accountId, tx);
    assertLive(escrow, amendment);
    if (answer.kind === 'AGREE') {
      await agree(escrow, { amendment, by }, tx);
      await checkAmendment(escrow, amendment, registration);
    } else {
      const input =
        answer.kind === 'DECLINE'
          ? ({ transition: 'DECLINE_AMENDMENT', reason: answer.reason } as const)
          : ({ transition: 'WITHDRAW_AMENDMENT' } as const);
      await applyTransition(escrow, { input, by }, tx);
    }
    return amendments.get(amendment.id, tx);
  });
}

/** Fixes the terms in the PDF that both parties sign, each by a separate link. */
async function agree(
  escrow: Escrow,
  { amendment, by }: { amendment: Amendment; by: TransitionActor },
  tx: Tx,
): Promise<void> {
  const { id, seq } = amendment;
  const drawnAt = now();
  // Rendering is heavy, so the rules come first; the decision that counts is on the hash of the document.
  const draft = { transition: 'AGREE_AMENDMENT', sha256: '', dueCents: 0 } as const;
  decideTransition(escrow, draft, { by, now: drawnAt });
  const dueCents = computeDueCents(escrow, amendment, drawnAt);
  // PDF rendering is heavy and rarely needed, so it is loaded on first use.
  const { renderAmendment } = await import('../pdf/render-amendment.ts');
  const bytes = await renderAmendment(
    buildDocument(escrow, amendment, { agreedAt: drawnAt, dueCents }),
  );
  const sha256 = sha256Hex(bytes);
  const input = { transition: 'AGREE_AMENDMENT', sha256, dueCents } as const;
  await applyTransition(escrow, { input, by }, tx);
  const tokens = { borrower: newToken(), lender: newToken() };
  await contractFiles.add(
    {
      id: sha256,
      version: 1,
      escrowId: escrow.id,
      contractId: id,
      kind: 'SHOWN',
      bytes,
      createdAt: drawnAt,
    },
    tx,
  );
  await contracts.add(
    {
      id,
      version: 1,
      amendmentOf: escrow.id,
      drawnAt,
      sha256,
      borrowerTokenHash: hashToken(tokens.borrower),
      lenderTokenHash: hashToken(tokens.lender),
      signatures: [],
      sealedSha256: null,
    },
    tx,
  );
  const agreed = await amendments.get(buildAmendmentId(escrow.id, seq), tx);
  const links = {
    borrowerToken: encrypt(tokens.borrower, buildTokenPurpose(id, 'BORROWER')),
    lenderToken: encrypt(tokens.lender, buildTokenPurpose(id, 'LENDER')),
  };
  await amendments.update(agreed, { ...agreed, ...links }, tx);
}
