/**
 * What happens to a payment after its page was made: the new state and the provider's signed calls
 * about it are committed together, so that neither is ever without the other.
 */

import { invalid, notFound } from '../control/errors.ts';
import { ipnStatuses, paymentBody } from '../nowpayments/payment.ts';
import type { Checkout, Delivery, NowpaymentsCheckout, StripeCheckout } from '../records.ts';
import { stripeEvents } from '../stripe/event.ts';
import { newDelivery } from '../webhook/delivery.ts';
import type { World } from '../world.ts';
import type { CheckoutAction } from './checkout.ts';
import { statusAfter } from './checkout.ts';

export interface CheckoutMove {
  readonly action: CheckoutAction;
  /** For a refund of a part, or a part paid in cryptocurrency: cents; absent means all, or half. */
  readonly amountCents?: number;
}

export function checkoutOf(world: World, id: string): Checkout {
  const checkout = world.store.table('checkouts').get(id);
  if (!checkout) throw notFound('There is no such checkout.');
  return checkout;
}

/** Moves a checkout and queues the webhooks that tell of it. Throws 404, 409, or 400 for the amount. */
export function actOnCheckout(world: World, id: string, move: CheckoutMove): Checkout {
  const before = checkoutOf(world, id);
  const after =
    before.provider === 'stripe' ? stripeAfter(before, move) : nowpaymentsAfter(before, move);
  const deliveries = deliveriesOf(world, { before, after, action: move.action });
  world.store.commit(
    ['checkouts', id, after],
    ...deliveries.map((delivery) => ['deliveries', delivery.id, delivery] as const),
  );
  return after;
}

/** Ends the card sessions whose time at the provider is over. Returns how many. */
export function expireCheckouts(world: World): number {
  const now = new Date().toISOString();
  let expired = 0;
  for (const checkout of world.store.table('checkouts').values()) {
    if (checkout.provider !== 'stripe' || checkout.status !== 'open' || checkout.expiresAt > now)
      continue;
    actOnCheckout(world, checkout.id, { action: 'expire' });
    expired += 1;
  }
  return expired;
}

function stripeAfter(before: StripeCheckout, move: CheckoutMove): StripeCheckout {
  const status = statusAfter(before, move.action);
  const updatedAt = new Date().toISOString();
  if (move.action !== 'refund') return { ...before, status, updatedAt };
  const refundedCents = before.refundedCents + refundOf(before, move);
  const whole = refundedCents === before.amountCents;
  return { ...before, status: whole ? status : before.status, refundedCents, updatedAt };
}

function nowpaymentsAfter(before: NowpaymentsCheckout, move: CheckoutMove): NowpaymentsCheckout {
  const after = {
    ...before,
    status: statusAfter(before, move.action),
    updatedAt: new Date().toISOString(),
  };
  if (move.action === 'pay') return { ...after, actuallyPaid: before.priceAmount };
  if (move.action === 'refund' && move.amountCents !== undefined)
    throw invalid('amountCents: cryptocurrency is given back as a whole.', {
      field: 'amountCents',
    });
  if (move.action === 'refund')
    return { ...after, refundedCents: Math.round(before.actuallyPaid * 100) };
  if (move.action !== 'payPart') return after;
  const cents = move.amountCents ?? Math.ceil(before.amountCents / 2);
  if (cents >= before.amountCents) throw invalid('A part is less than the whole amount.');
  return { ...after, actuallyPaid: cents / 100 };
}

function refundOf(checkout: StripeCheckout, move: CheckoutMove): number {
  const left = checkout.amountCents - checkout.refundedCents;
  const cents = move.amountCents ?? left;
  if (cents > left) throw invalid(`Only ${left} cents are left to refund.`);
  return cents;
}

function deliveriesOf(
  world: World,
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
