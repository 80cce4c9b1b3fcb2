/** What a confirmed payment of a refinancing writes: it lowers the old debt, or adds to the new one. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatCents } from '@nameloan/contracts/money';
import { computeRestCents, computeSurplusCents } from '../../balance/refinance-rest.ts';
import type { Escrow } from '../../escrow.ts';
import { describeConfirmed } from '../payment/describe-payment.ts';
import { assertPaymentAmount, countPayment } from '../payment/payment-transitions.ts';
import type { TransitionContext, TransitionEffect } from '../transition-descriptor.ts';
import { findLegPayment, findOpenLeg, readReplacing } from './report-leg.ts';

interface Confirmation {
  paymentId: string;
  amountCents?: number | null;
}

/** By the old lender. The closing follows in the same transaction once nothing is left to pay. */
export function confirmLeg(
  escrow: Escrow,
  { paymentId, amountCents }: Confirmation,
  { now }: TransitionContext,
): TransitionEffect {
  const payment = findLegPayment(escrow, paymentId);
  const confirmedCents = amountCents ?? payment.amountCents;
  assertPaymentAmount(confirmedCents);
  const restCents = Math.max(payment.amountCents, computeRestCents(escrow, payment.day));
  if (confirmedCents > restCents)
    throw invalidInput({
      amount: `The amount must be at most ${formatCents(restCents)}, which was reported or owed.`,
    });
  const counted = countPayment(escrow, { payment, amountCents: confirmedCents }, { now });
  const { replacement } = escrow;
  const note = describeConfirmed(payment, confirmedCents);
  // Without a refinancing any more, the payment is one of the borrower's.
  if (!replacement) return { changes: counted, note };
  const payoff =
    replacement.payoff?.id === paymentId
      ? { ...replacement.payoff, confirmedCents }
      : replacement.payoff;
  const isShort = payoff?.confirmedCents != null;
  const shortSince = isShort ? now : replacement.shortSince;
  return {
    changes: {
      ...counted,
      claim: escrow.claim,
      replacement: { ...replacement, payoff, shortSince },
    },
    note,
  };
}

/** By the borrower of the new loan. Interest on it runs from its day. */
export function confirmSurplus(
  escrow: Escrow,
  { paymentId, amountCents }: Confirmation,
  { now }: Pick<TransitionContext, 'now'>,
): TransitionEffect {
  const replacing = readReplacing(escrow);
  const leg = findOpenLeg(escrow, paymentId);
  const confirmedCents = amountCents ?? leg.amountCents;
  assertPaymentAmount(confirmedCents);
  const surplusCents = computeSurplusCents(escrow);
  if (confirmedCents > surplusCents)
    throw invalidInput({
      amount: `The amount must be at most ${formatCents(surplusCents)}, which is left of the loan.`,
    });
  const legs = replacing.legs.map((one) => (one === leg ? { ...one, confirmedCents } : one));
  return {
    changes: { replacing: { ...replacing, legs }, remindedAt: now },
    note: describeConfirmed(leg, confirmedCents),
  };
}
