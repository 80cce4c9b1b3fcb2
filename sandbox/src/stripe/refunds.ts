/** Refunds and disputes of a card payment: what they make of the checkout, and how Stripe shows them. Pure. */

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

/** Cents that neither went back nor are held by the payer's bank. */
function refundableCents(checkout: StripeCheckout): number {
  const disputed = disputesOf(checkout).filter(({ status }) => status !== 'won');
  return checkout.amountCents - checkout.refundedCents - sumOf(disputed);
}

/**
 * The checkout after money went back, or came again. `status` is what the table of moves says; a refund of
 * a part leaves it as it was. Throws 400 for more than is left.
 */
export function applyRefundAction(
  before: StripeCheckout,
  move: { action: RefundAction; amountCents?: number | undefined; status: CheckoutStatus },
): StripeCheckout {
  const at = new Date().toISOString();
  if (move.action === 'win' || move.action === 'lose') {
    const status = move.action === 'win' ? ('won' as const) : ('lost' as const);
    const disputes = disputesOf(before).map((one) =>
      one.status === 'needs_response' ? { ...one, status } : one,
    );
    return { ...before, status: move.status, disputes, updatedAt: at };
  }
  const amountCents = resolveAmount(before, move.amountCents);
  const one = { amountCents, createdAt: at };
  if (move.action === 'dispute') {
    const opened: StripeDispute = { ...one, id: newId('du'), status: 'needs_response' };
    const disputes = [...disputesOf(before), opened];
    return { ...before, status: move.status, disputes, updatedAt: at };
  }
  const refunds = [...refundsOf(before), { ...one, id: newId('re') }];
  const refundedCents = before.refundedCents + amountCents;
  const status = refundedCents === before.amountCents ? move.status : before.status;
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

function resolveAmount(checkout: StripeCheckout, asked: number | undefined): number {
  const left = refundableCents(checkout);
  const cents = asked ?? left;
  if (cents >= 1 && cents <= left) return cents;
  throw invalid(`Only ${left} cents are left to give back.`, { field: 'amountCents' });
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
