/** Computes what an amendment would change if it were effective today, by the replay that counts. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { buildEffectiveChanges } from '../escrow/transition/amendment/amendment-effect.ts';
import {
  assertAmendmentTerms,
  computeDueCents,
} from '../escrow/transition/amendment/amendment-terms.ts';
import type { AmendmentDraft, LiveAmendment } from '../loan/amendment.ts';

/** Money in US cents, days as UTC midnights. */
export interface AmendmentPreview {
  dueCents: number;
  on: Date;
  payoffCents: number;
  presentOn: Date;
  presentPayoffCents: number;
}

/** Null before the receipt and after the loan's end. Throws NOT_FOUND for an outsider, INVALID_INPUT for the terms. */
export async function previewAmendment(
  actor: AccountActor,
  escrowId: string,
  draft: AmendmentDraft,
): Promise<AmendmentPreview | null> {
  const viewer = await loadViewer(actor);
  const { escrow } = requireParticipant(await escrows.find(escrowId), viewer);
  return computePreview(escrow, draft, now());
}

export function computePreview(
  escrow: Escrow,
  draft: AmendmentDraft,
  at: Date,
): AmendmentPreview | null {
  const { receipt } = escrow;
  if (receipt === null || escrow.status !== 'LOAN_POSTED') return null;
  assertAmendmentTerms(escrow, draft, at);
  const today = utcDay(at);
  const dueCents = computeDueCents(escrow, draft, at);
  const changed = {
    ...escrow,
    ...buildEffectiveChanges(escrow, toLive(draft, at), { from: at, now: at }),
  };
  const paid = dueCents > 0 ? [{ id: 'preview', day: today, amountCents: dueCents }] : [];
  const on = findLastDay(changed, today);
  const presentOn = findLastDay(escrow, today);
  return {
    dueCents,
    on,
    payoffCents: replayLoan(changed, receipt, { day: on, more: paid }).payoffCents,
    presentOn,
    presentPayoffCents: replayLoan(escrow, receipt, { day: presentOn }).payoffCents,
  };
}

/** Agreed and signed by both today. */
function toLive(draft: AmendmentDraft, at: Date): LiveAmendment {
  return {
    ...draft,
    ...{ seq: 0, proposedBy: 'BORROWER', status: 'AGREED', expiresAt: at, agreedAt: at },
    ...{ sha256: null, borrowerSignedAt: at, lenderSignedAt: at, dueCents: 0 },
  };
}

function findLastDay({ dueAt }: Escrow, today: Date): Date {
  const due = dueAt ? utcDay(dueAt) : today;
  return due > today ? due : today;
}
