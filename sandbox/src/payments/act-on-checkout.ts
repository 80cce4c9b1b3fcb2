/**
 * Applies an action to a checkout. The new state and the provider's signed webhooks about it are committed
 * together.
 */

import type { CheckoutAction } from '../checkout/checkout.ts';
import { nextStatus } from '../checkout/checkout.ts';
import { invalid, notFound } from '../http/control-error.ts';
import { ipnStatuses, paymentBody } from '../nowpayments/payment.ts';
import type { Checkout, Delivery, NowpaymentsCheckout, StripeCheckout } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { stripeEvents } from '../stripe/event.ts';
import { applyRefundAction, isRefundAction } from '../stripe/refunds.ts';
import { newDelivery } from '../webhook/delivery.ts';

export interface CheckoutChange {
  readonly action: CheckoutAction;
  /** Refund or dispute: absent means the rest. Partial or excess cryptocurrency payment: absent means half, or half more. */
  readonly amountCents?: number | undefined;
}

export function getCheckout(context: SandboxContext, id: string): Checkout {
  const checkout = context.store.table('checkouts').get(id);
  if (!checkout) throw notFound('There is no such checkout.');
  return checkout;
}

/** Changes a checkout and queues the webhooks about it. Throws 404, 409, or 400 for an invalid amount. */
export function actOnCheckout(
  context: SandboxContext,
  id: string,
  change: CheckoutChange,
): Checkout {
  const before = getCheckout(context, id);
  const after =
    before.provider === 'stripe'
      ? applyToStripe(before, change)
      : applyToNowpayments(before, change);
  const deliveries = createDeliveries(context, { before, after, action: change.action });
  context.store.commit(
    ['checkouts', id, after],
    ...deliveries.map((delivery) => ['deliveries', delivery.id, delivery] as const),
  );
  return after;
}

/** Expires the card sessions that have reached the provider's time limit. */
export function expireCheckouts(context: SandboxContext): void {
  const now = new Date().toISOString();
  for (const checkout of context.store.table('checkouts').values()) {
    if (checkout.provider !== 'stripe' || checkout.status !== 'open' || checkout.expiresAt > now)
      continue;
    actOnCheckout(context, checkout.id, { action: 'expire' });
  }
}

function applyToStripe(before: StripeCheckout, change: CheckoutChange): StripeCheckout {
  const { action, amountCents } = change;
  const status = nextStatus(before, action);
  if (isRefundAction(action)) return applyRefundAction(before, { action, amountCents, status });
  if (amountCents !== undefined) throw amountNotAllowed();
  return { ...before, status, updatedAt: new Date().toISOString() };
}

const amountNotAllowed = () =>
  invalid(
    'amountCents: a payment covers the whole checkout; only a partial or excess payment has an amount.',
    {
      field: 'amountCents',
    },
  );

function applyToNowpayments(
  before: NowpaymentsCheckout,
  { action, amountCents }: CheckoutChange,
): NowpaymentsCheckout {
  const status = nextStatus(before, action);
  const after = { ...before, status, updatedAt: new Date().toISOString() };
  const due = before.amountCents;
  switch (action) {
    case 'payPart': {
      const cents = amountCents ?? Math.ceil(due / 2);
      if (cents >= due) throw invalid('A partial payment must be less than the whole amount.');
      return { ...after, actuallyPaid: cents / 100 };
    }
    case 'payOver': {
      const cents = amountCents ?? Math.ceil(due * 1.5);
      if (cents <= due) throw invalid('An excess payment must be more than the whole amount.');
      return { ...after, actuallyPaid: cents / 100 };
    }
    case 'pay':
      if (amountCents !== undefined) throw amountNotAllowed();
      return { ...after, actuallyPaid: before.priceAmount };
    case 'refund':
      if (amountCents !== undefined)
        throw invalid('amountCents: a cryptocurrency payment is refunded in full.', {
          field: 'amountCents',
        });
      return { ...after, refundedCents: Math.round(before.actuallyPaid * 100) };
    default:
      return after;
  }
}

function createDeliveries(
  context: SandboxContext,
  { before, after, action }: { before: Checkout; after: Checkout; action: CheckoutAction },
): Delivery[] {
  if (after.provider === 'nowpayments') {
    return ipnStatuses(before, action).map((status) =>
      newDelivery(context, after, {
        kind: status,
        body: JSON.stringify(paymentBody(after, status)),
      }),
    );
  }
  return stripeEvents(after, before.status, action).map((event) =>
    newDelivery(context, after, { kind: event.type, body: JSON.stringify(event) }),
  );
}
