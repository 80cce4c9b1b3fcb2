/** The events that Stripe sends about a Checkout Session, in Stripe's format, and their signature. */

import { createHmac, randomBytes } from 'node:crypto';
import type { CheckoutAction } from '../checkout/checkout.ts';
import type { CheckoutStatus, StripeCheckout } from '../records.ts';
import { disputeBody, disputesOf } from './refunds.ts';
import { sessionBody } from './session.ts';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  /** Wall time in seconds. */
  readonly created: number;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
  readonly livemode: false;
  readonly pending_webhooks: number;
  readonly request: { readonly id: null; readonly idempotency_key: null };
  readonly type: string;
}

/** The events after an action. `before` distinguishes an immediate payment from a delayed one. */
export function stripeEvents(
  checkout: StripeCheckout,
  before: CheckoutStatus,
  action: CheckoutAction,
): StripeEvent[] {
  const session = () => sessionBody(checkout, null);
  const completedUnpaid = { ...session(), status: 'complete', payment_status: 'unpaid', url: null };
  const single = (type: string, object: Record<string, unknown>) => [event(checkout, type, object)];
  switch (action) {
    case 'pay':
      if (before === 'open') return single('checkout.session.completed', session());
      return single('checkout.session.async_payment_succeeded', session());
    case 'payLater':
      return single('checkout.session.completed', completedUnpaid);
    case 'fail':
      // A payment fails when a delayed payment method bounces after the page was completed.
      return [
        ...(before === 'open' ? single('checkout.session.completed', completedUnpaid) : []),
        ...single('checkout.session.async_payment_failed', session()),
      ];
    case 'cancel':
    case 'expire':
      return single('checkout.session.expired', session());
    case 'refund':
      return single('charge.refunded', chargeBody(checkout));
    case 'dispute':
      return single('charge.dispute.created', newestDispute(checkout));
    case 'win':
    case 'lose':
      return single('charge.dispute.closed', newestDispute(checkout));
    case 'payPart':
    case 'payOver':
      return [];
  }
}

/** Stripe's scheme: `t` is wall time in seconds, `v1` signs "t.body" with HMAC-SHA256. */
export function stripeSignature(body: string, secret: string, wallMs: number): string {
  const time = Math.floor(wallMs / 1000);
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${v1}`;
}

export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}

function event(
  checkout: StripeCheckout,
  type: string,
  object: Record<string, unknown>,
): StripeEvent {
  return {
    id: stripeId('evt'),
    object: 'event',
    api_version: checkout.apiVersion,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

function chargeBody(checkout: StripeCheckout): Record<string, unknown> {
  return {
    id: checkout.charge,
    object: 'charge',
    amount: checkout.amountCents,
    amount_captured: checkout.amountCents,
    amount_refunded: checkout.refundedCents,
    captured: true,
    created: Math.floor(Date.parse(checkout.createdAt) / 1000),
    currency: checkout.currency,
    disputed: checkout.status === 'disputed',
    livemode: false,
    metadata: checkout.intentMetadata,
    paid: true,
    payment_intent: checkout.paymentIntent,
    refunded: checkout.refundedCents === checkout.amountCents,
    status: 'succeeded',
  };
}

function newestDispute(checkout: StripeCheckout): Record<string, unknown> {
  const dispute = disputesOf(checkout).at(-1);
  if (!dispute) throw new Error(`checkout ${checkout.id} was never disputed`);
  return disputeBody(checkout, dispute);
}
