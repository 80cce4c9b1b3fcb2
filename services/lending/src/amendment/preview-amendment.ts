/** Computes what an amendment would change if it were effective today, by the replay that counts. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { findNextDue } from '../escrow/balance/next-due.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import {
  buildEffectiveChanges,
  computeEffect,
} from '../escrow/transition/amendment/amendment-effect.ts';
import {
  assertAmendmentTerms,
  computeDueCents,
} from '../escrow/transition/amendment/amendment-terms.ts';
import { splitAmount } from '../escrow/transition/amendment/changed-terms.ts';
import type { AmendmentDraft, LiveAmendment } from '../loan/amendment.ts';
import { findPayer } from '../loan/amendment.ts';
import { hasInstalmentsNow } from '../loan/plan/plan.ts';
import { isFinal } from '../loan/status.ts';
import { commit, quotas } from '../service-context.ts';
import type { AmendmentPreview, PreviewedDebt } from './amendment-preview.ts';
import type { Proposal } from './propose-amendment.ts';
import { readPlan } from './propose-amendment.ts';
import type { RemainingPayments } from './remaining-payments.ts';
import { computeRemaining } from './remaining-payments.ts';

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
  const live = { ...toLive(draft, at), dueCents, seq: (escrow.lastAmendment ?? 0) + 1 };
  const changes = buildEffectiveChanges(escrow, live, { from: at, now: at });
  const changed = countMoney({ ...escrow, ...changes }, live, today);
  const { remaining, ...debt } = describeDebt(changed, receipt, { at, today });
  return {
    ...{ kind: draft.kind, dueCents },
    ...debt,
    remaining: addMoney(remaining, live),
    present: describeDebt(escrow, receipt, { at, today }),
  };
}

/**
 * What is left to pay from the agreement of the live amendment on if it counts then, and what is left without it. Null
 * before its agreement.
 */
export function compareRemaining(
  escrow: Escrow,
): { changed: RemainingPayments; present: RemainingPayments } | null {
  const { receipt, amendment: live } = escrow;
  if (receipt === null || !live?.agreedAt) return null;
  const at = live.agreedAt;
  const day = utcDay(at);
  const counted = (escrow.countedPayments ?? []).filter((payment) => payment.day <= day);
  const loan = { ...escrow, countedPayments: counted };
  const effect = computeEffect(loan, live, { from: at, now: at });
  const changed = countMoney({ ...loan, ...effect }, live, day);
  return {
    changed: addMoney(computeRemaining(changed, receipt, at), live),
    present: computeRemaining(loan, receipt, at),
  };
}

/** With the agreed money, if the borrower pays it. */
const addMoney = (remaining: RemainingPayments, live: LiveAmendment): RemainingPayments => ({
  ...remaining,
  totalCents: remaining.totalCents + (findPayer(live) === 'BORROWER' ? live.dueCents : 0),
});

/** The agreed money as paid on `day`; of further principal, what is set off. */
function countMoney(escrow: Escrow, live: LiveAmendment, day: Date): Escrow {
  const { dueCents, seq: amendment } = live;
  const [raised, principalCents] = splitAmount(live);
  const common = { id: '~', day, deemedAt: null };
  const payment = {
    ...common,
    amountCents: raised > 0 ? raised - dueCents : dueCents,
    amendment,
    ...(principalCents ? { principalCents } : {}),
  };
  const advance = { ...common, amountCents: raised };
  const { countedPayments, advances } = escrow;
  return {
    ...escrow,
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
    remaining: computeRemaining(escrow, receipt, at),
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
