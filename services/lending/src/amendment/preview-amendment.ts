/** Computes what an amendment would change if it were effective today, by the replay that counts. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { findNextDue } from '../escrow/balance/next-due.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { buildEffectiveChanges } from '../escrow/transition/amendment/amendment-effect.ts';
import {
  assertAmendmentTerms,
  computeDueCents,
} from '../escrow/transition/amendment/amendment-terms.ts';
import { splitAmount } from '../escrow/transition/amendment/changed-terms.ts';
import type { AmendmentDraft, LiveAmendment } from '../loan/amendment.ts';
import { hasInstalmentsNow } from '../loan/plan/plan.ts';
import { isFinal } from '../loan/status.ts';
import { commit, quotas } from '../service-context.ts';
import type { AmendmentPreview, PreviewedDebt } from './amendment-preview.ts';
import type { Proposal } from './propose-amendment.ts';
import { readPlan } from './propose-amendment.ts';

type PreviewedTerms = Omit<Proposal, 'kind' | 'message'> & Pick<AmendmentDraft, 'kind'>;

/** Null before the receipt and after the loan's end. Throws NOT_FOUND for an outsider, INVALID_INPUT for the terms, TOO_MANY_REQUESTS. */
export async function previewAmendment(
  actor: AccountActor,
  escrowId: string,
  { plan, terms, ...more }: PreviewedTerms,
): Promise<AmendmentPreview | null> {
  const viewer = await loadViewer(actor);
  const { escrow } = requireParticipant(await escrows.find(escrowId), viewer);
  await commit((tx) => quotas.take('amendmentPreviews', actor.accountId, tx));
  const draft = { ...more, terms: { ...terms, plan: readPlan(escrow, plan) } };
  return computePreview(escrow, draft, now());
}

export function computePreview(
  escrow: Escrow,
  draft: AmendmentDraft,
  at: Date,
): AmendmentPreview | null {
  const { receipt } = escrow;
  if (receipt === null || isFinal(escrow.status)) return null;
  assertAmendmentTerms(escrow, draft, at);
  const today = utcDay(at);
  const dueCents = computeDueCents(escrow, draft, at);
  const changes = buildEffectiveChanges(escrow, toLive(draft, at), { from: at, now: at });
  const changed = { ...escrow, ...changes, ...countMoney(escrow, draft, { dueCents, today }) };
  return {
    ...{ kind: draft.kind, dueCents },
    ...describeDebt(changed, receipt, { at, today }),
    present: describeDebt(escrow, receipt, { at, today }),
  };
}

/** The agreed money as paid today; of further principal, what is set off. */
function countMoney(
  { countedPayments, advances, lastAmendment }: Escrow,
  draft: AmendmentDraft,
  { dueCents, today: day }: { dueCents: number; today: Date },
): Pick<Escrow, 'countedPayments' | 'advances'> {
  const [raised, principalCents] = splitAmount(draft);
  const common = { id: 'preview', day, deemedAt: null };
  const payment = {
    ...common,
    amountCents: raised > 0 ? raised - dueCents : dueCents,
    amendment: (lastAmendment ?? 0) + 1,
    ...(principalCents ? { principalCents } : {}),
  };
  const advance = { ...common, amountCents: raised };
  return {
    countedPayments: [...(countedPayments ?? []), ...(payment.amountCents > 0 ? [payment] : [])],
    advances: [...(advances ?? []), ...(raised > 0 ? [advance] : [])],
  };
}

/** On the last due date, or today if it has passed, without other payments. */
function describeDebt(
  escrow: Escrow,
  receipt: Receipt,
  { at, today }: { at: Date; today: Date },
): PreviewedDebt {
  const { dueAt } = escrow;
  const due = dueAt ? utcDay(dueAt) : today;
  const on = due > today ? due : today;
  return {
    on,
    payoffCents: replayLoan(escrow, receipt, { day: on }).payoffCents,
    nextDue: hasInstalmentsNow(escrow) ? findNextDue(escrow, at) : null,
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
