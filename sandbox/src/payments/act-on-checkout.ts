/**
 * What happens to a payment after its page was made: the new state and the provider's signed calls
 * about it are committed together, so that neither is ever without the other.
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
  /** For a refund or dispute: cents, absent for all. For a part or too much in cryptocurrency: absent for half, or half more. */
  readonly amountCents?: number | undefined;
}

export function getCheckout(world: SandboxContext, id: string): Checkout {
  const checkout = world.store.table('checkouts').get(id);
  if (!checkout) throw notFound('There is no such checkout.');
  return checkout;
}

/** Moves a checkout and queues the webhooks that tell of it. Throws 404, 409, or 400 for the amount. */
export function actOnCheckout(world: SandboxContext, id: string, move: CheckoutChange): Checkout {
  const before = getCheckout(world, id);
  const after =
    before.provider === 'stripe' ? applyToStripe(before, move) : applyToNowpayments(before, move);
  const deliveries = createDeliveries(world, { before, after, action: move.action });
  world.store.commit(
    ['checkouts', id, after],
    ...deliveries.map((delivery) => ['deliveries', delivery.id, delivery] as const),
  );
  return after;
}

/** Ends the card sessions whose time at the provider is over. */
export function expireCheckouts(world: SandboxContext): void {
  const now = new Date().toISOString();
  for (const checkout of world.store.table('checkouts').values()) {
    if (checkout.provider !== 'stripe' || checkout.status !== 'open' || checkout.expiresAt > now)
      continue;
    actOnCheckout(world, checkout.id, { action: 'expire' });
  }
}

function applyToStripe(before: StripeCheckout, move: CheckoutChange): StripeCheckout {
  const { action, amountCents } = move;
  const status = nextStatus(before, action);
  if (isRefundAction(action)) return applyRefundAction(before, { action, amountCents, status });
  if (amountCents !== undefined) throw amountNotAllowed();
  return { ...before, status, updatedAt: new Date().toISOString() };
}

const amountNotAllowed = () =>
  invalid(
    'amountCents: a payer pays the whole checkout; only a part, or too much, has an amount.',
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
  const asked = before.amountCents;
  switch (action) {
    case 'payPart': {
      const cents = amountCents ?? Math.ceil(asked / 2);
      if (cents >= asked) throw invalid('A part is less than the whole amount.');
      return { ...after, actuallyPaid: cents / 100 };
    }
    case 'payOver': {
      const cents = amountCents ?? Math.ceil(asked * 1.5);
      if (cents <= asked) throw invalid('Too much is more than the whole amount.');
      return { ...after, actuallyPaid: cents / 100 };
    }
    case 'pay':
      if (amountCents !== undefined) throw amountNotAllowed();
      return { ...after, actuallyPaid: before.priceAmount };
    case 'refund':
      if (amountCents !== undefined)
        throw invalid('amountCents: cryptocurrency is given back as a whole.', {
          field: 'amountCents',
        });
      return { ...after, refundedCents: Math.round(before.actuallyPaid * 100) };
    default:
      return after;
  }
}

function createDeliveries(
  world: SandboxContext,
  { before, after, action }: { before: Checkout; after: Checkout; action: CheckoutAction },
): Delivery[] {
  if (after.provider === 'nowpayments') {
    return ipnStatuses(before, action).map((status) =>
      newDelivery(world, after, { kind: status, body: JSON.stringify(paymentBody(after, status)) }),
    );
  }
  return stripeEvents(after, before.status, action).map((event) =>
    newDelivery(world, after, { kind: event.type, body: JSON.stringify(event) }),
  );
}
