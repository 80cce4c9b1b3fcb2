/** Computes the dated payments of a party's open loans: what comes in, what goes out, and until when. Pure. */

import { addDays } from '@nameloan/loan-math/calendar-day';
import { findDueAt } from '../escrow/balance/due-date.ts';
import { computeCureCents, findNextDue } from '../escrow/balance/view-balance.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { computeGraceEnd, computeStage } from '../escrow/stage.ts';
import { computeFundingDueAt, computeFundingLapseAt } from '../escrow/transition/funding.ts';
import type { Party } from '../loan/roles.ts';
import type { EscrowStage } from '../loan/stages.ts';

const flowDays = 90;

export interface PaymentFlow {
  escrowId: string;
  domainName: string;
  unicodeName: string;
  kind: 'FUNDING' | 'REPAYMENT';
  direction: 'IN' | 'OUT';
  /** When it is due. Before now: the payment is late but still expected. */
  at: Date;
  amountCents: number;
  /** Of a repayment: until when the borrower may still pay. */
  graceEndsAt: Date | null;
}

type Payment = Pick<PaymentFlow, 'kind' | 'at' | 'amountCents' | 'graceEndsAt'>;

/** Both ends count: a payment due now, and one due `flowDays` from now. */
export const computeFlowsEnd = (now: Date): Date => addDays(now, flowDays);

export const compareFlows = (one: PaymentFlow, other: PaymentFlow): number =>
  one.at.getTime() - other.at.getTime() || one.escrowId.localeCompare(other.escrowId);

/** Null where no dated payment is expected until `flowDays` from now. */
export function computeFlow(escrow: Escrow, party: Party, now: Date): PaymentFlow | null {
  const payment = computeFunding(escrow, now) ?? computeRepayment(escrow, now);
  if (payment === null || payment.at > computeFlowsEnd(now)) return null;
  const { id: escrowId, domainName, unicodeName } = escrow;
  const receiver: Party = payment.kind === 'FUNDING' ? 'BORROWER' : 'LENDER';
  const direction = receiver === party ? 'IN' : 'OUT';
  return { escrowId, domainName, unicodeName, direction, ...payment };
}

/** Once the lender says that the money is sent, or the borrower asks to cancel, no payment is expected any more. */
function computeFunding(escrow: Escrow, now: Date): Payment | null {
  const at = computeFundingDueAt(escrow);
  const lapse = computeFundingLapseAt(escrow);
  if (at === null || lapse === null || lapse <= now || escrow.cancelRequestedAt) return null;
  return { kind: 'FUNDING', at, amountCents: escrow.amountCents, graceEndsAt: null };
}

const isDated = (stage: EscrowStage | null): boolean =>
  stage === 'ACTIVE' || stage === 'PAYMENT_CLAIMED' || stage === 'IN_GRACE';

/**
 * The oldest unpaid instalment, or all of a loan without instalments: before the due date the amount of that day, in grace
 * what cures the default today. A claimed repayment is on its way, an overdue or disputed one has no date.
 */
function computeRepayment(escrow: Escrow, now: Date): Payment | null {
  const at = findDueAt(escrow);
  const stage = computeStage(escrow, now);
  if (escrow.receipt === null || at === null || !isDated(stage)) return null;
  // A later claim, which blocks nothing, also says that the money is on its way.
  if (escrow.claim !== null) return null;
  const next = findNextDue(escrow, now);
  if (next === null) return null;
  return {
    kind: 'REPAYMENT',
    at,
    amountCents: stage === 'IN_GRACE' ? computeCureCents(escrow, now) : next.amountCents,
    graceEndsAt: computeGraceEnd(escrow),
  };
}
