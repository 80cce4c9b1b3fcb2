/** Refunds and disputes of a card payment: their effect on the checkout and Stripe's format. Pure. */

import { randomBytes } from 'node:crypto';
import type { CheckoutAction } from '../checkout/checkout.ts';
import { invalid } from '../http/control-error.ts';
import type { CheckoutStatus, StripeCheckout, StripeDispute, StripeRefund } from '../records.ts';

const refundActions = ['refund', 'dispute', 'win', 'lose'] as const;
export type RefundAction = (typeof refundActions)[number];

export function isRefundAction(action: CheckoutAction): action is RefundAction {
  return (refundActions as readonly CheckoutAction[]).includes(action);
}

export function refundsOf(checkout: StripeCheckout): readonly StripeRefund[] {
  return checkout.refunds ?? [];
}

export function disputesOf(checkout: StripeCheckout): readonly StripeDispute[] {
  return checkout.disputes ?? [];
}

/** Cents that are neither refunded nor disputed. */
function refundableCents(checkout: StripeCheckout): number {
  const disputed = disputesOf(checkout).filter(({ status }) => status !== 'won');
  return checkout.amountCents - checkout.refundedCents - sumOf(disputed);
}

/**
 * The checkout after a refund or dispute action. `status` comes from the transition table; a partial refund does not
 * change it. Throws 400 when the amount exceeds what is left.
 */
export function applyRefundAction(
  before: StripeCheckout,
  change: { action: RefundAction; amountCents?: number | undefined; status: CheckoutStatus },
): StripeCheckout {
  const at = new Date().toISOString();
  if (change.action === 'win' || change.action === 'lose') {
    const status = change.action === 'win' ? ('won' as const) : ('lost' as const);
    const disputes = disputesOf(before).map((one) =>
      one.status === 'needs_response' ? { ...one, status } : one,
    );
    return { ...before, status: change.status, disputes, updatedAt: at };
  }
  const amountCents = resolveAmount(before, change.amountCents);
  const one = { amountCents, createdAt: at };
  if (change.action === 'dispute') {
    const opened: StripeDispute = { ...one, id: newId('du'), status: 'needs_response' };
    const disputes = [...disputesOf(before), opened];
    return { ...before, status: change.status, disputes, updatedAt: at };
  }
  const refunds = [...refundsOf(before), { ...one, id: newId('re') }];
  const refundedCents = before.refundedCents + amountCents;
  const status = refundedCents === before.amountCents ? change.status : before.status;
  return { ...before, status, refunds, refundedCents, updatedAt: at };
}

export function refundBody(checkout: StripeCheckout, refund: StripeRefund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountCents,
    charge: checkout.charge,
    created: seconds(refund.createdAt),
    currency: checkout.currency,
    metadata: {},
    payment_intent: checkout.paymentIntent,
    reason: 'requested_by_customer',
    status: 'succeeded',
  };
}

export function disputeBody(checkout: StripeCheckout, dispute: StripeDispute) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountCents,
    charge: checkout.charge,
    created: seconds(dispute.createdAt),
    currency: checkout.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: checkout.paymentIntent,
    reason: 'fraudulent',
    status: dispute.status,
  };
}

function resolveAmount(checkout: StripeCheckout, requested: number | undefined): number {
  const left = refundableCents(checkout);
  const cents = requested ?? left;
  if (cents >= 1 && cents <= left) return cents;
  throw invalid(`Only ${left} cents can still be refunded.`, { field: 'amountCents' });
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

function sumOf(amounts: readonly { amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function seconds(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}
