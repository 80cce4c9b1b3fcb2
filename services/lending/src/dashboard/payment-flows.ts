/** Computes the dated payments of a party's open loans: what comes in, what goes out, and until when. Pure. */

import { addDays } from '@nameloan/loan-math/calendar-day';
import { computeAccelerationEnd, findDueAt, toDueTime } from '../escrow/balance/due-date.ts';
import { computeCureCents, findNextDue } from '../escrow/balance/next-due.ts';
import { listNextInstalments } from '../escrow/balance/next-instalment.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { computeGraceEnd, computeStage } from '../escrow/stage.ts';
import { computeFundingDueAt, computeFundingLapseAt } from '../escrow/transition/funding.ts';
import type { Party } from '../loan/roles.ts';
import type { EscrowStage } from '../loan/stages.ts';
import type { ExpectedPayment } from './expected-payment.ts';
import { listReplacedPayments, listReplacingPayments } from './refinance-flows.ts';

const flowDays = 90;

export interface PaymentFlow extends ExpectedPayment {
  escrowId: string;
  domainName: string;
  unicodeName: string;
  direction: 'IN' | 'OUT';
}

/** Both ends count: a payment due now, and one due `flowDays` from now. */
export const computeFlowsEnd = (now: Date): Date => addDays(now, flowDays);

export const compareFlows = (one: PaymentFlow, other: PaymentFlow): number =>
  one.at.getTime() - other.at.getTime() || one.escrowId.localeCompare(other.escrowId);

interface FlowView {
  now: Date;
  /** The other loan of a refinancing. */
  other?: Escrow | undefined;
}

/** What is expected until `flowDays` from now: of a loan with instalments each of them. */
export function listFlows(escrow: Escrow, party: Party, { now, other }: FlowView): PaymentFlow[] {
  const { id: escrowId, domainName, unicodeName } = escrow;
  const view = { party, now, other };
  const agreed = listReplacedPayments(escrow, view) ?? listPayments(escrow, now);
  return [...listReplacingPayments(escrow, view), ...agreed]
    .filter(({ at }) => at <= computeFlowsEnd(now))
    .map((payment) => {
      const receiver: Party = payment.kind === 'FUNDING' ? 'BORROWER' : 'LENDER';
      const direction = receiver === party ? 'IN' : 'OUT';
      return { escrowId, domainName, unicodeName, direction, ...payment };
    });
}

function listPayments(escrow: Escrow, now: Date): ExpectedPayment[] {
  const funding = computeFunding(escrow, now);
  if (funding) return [funding];
  const next = computeRepayment(escrow, now);
  return next ? [next, ...listLaterInstalments(escrow, next.at, now)] : [];
}

/** The instalments after the next one; those that are due already are in its amount. */
function listLaterInstalments(escrow: Escrow, nextAt: Date, now: Date): ExpectedPayment[] {
  const { receipt } = escrow;
  if (receipt === null) return [];
  return listNextInstalments(escrow, now).flatMap(
    ({ due, openCents: amountCents }): ExpectedPayment[] => {
      const at = toDueTime(due, receipt.at);
      if (at <= nextAt || at <= now) return [];
      const graceEndsAt = computeGraceEnd({ dueAt: at, noticeAt: null });
      return [{ kind: 'REPAYMENT', at, amountCents, graceEndsAt }];
    },
  );
}

/** Once the lender says that the money is sent, or the borrower asks to cancel, no payment is expected any more. */
function computeFunding(escrow: Escrow, now: Date): ExpectedPayment | null {
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
function computeRepayment(escrow: Escrow, now: Date): ExpectedPayment | null {
  const stage = computeStage(escrow, now);
  if (stage === 'ACCELERATED') return computeAcceleratedDebt(escrow, now);
  const at = findDueAt(escrow);
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

/** All that an accelerated loan owes when the acceleration takes effect; overdue after that moment. */
function computeAcceleratedDebt(escrow: Escrow, now: Date): ExpectedPayment | null {
  const at = computeAccelerationEnd(escrow);
  const next = findNextDue(escrow, now);
  if (at === null || at < now || next === null || escrow.claim !== null) return null;
  return { kind: 'REPAYMENT', at, amountCents: next.amountCents, graceEndsAt: null };
}
