/** One signed call that a provider owes the product, kept until it is answered. */

import { createHmac } from 'node:crypto';
import type { Checkout, Delivery } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { stripeSignature } from '../stripe/event.ts';

export function newDelivery(
  world: SandboxContext,
  checkout: Checkout,
  content: { kind: string; body: string },
): Delivery {
  return {
    id: String(world.store.nextNumber('delivery')),
    checkoutId: checkout.id,
    provider: checkout.provider,
    ...content,
    state: 'pending',
    attempts: 0,
    nextAttemptAtMs: Date.now(),
    lastResult: null,
  };
}

/** The provider's signature header over the exact body, made at sending: Stripe's carries the time. */
export function signatureHeaders(
  world: SandboxContext,
  delivery: Delivery,
): Record<string, string> {
  const { secret } = world.webhooks[delivery.provider];
  if (delivery.provider === 'stripe') {
    return { 'stripe-signature': stripeSignature(delivery.body, secret, Date.now()) };
  }
  const sorted = JSON.stringify(withSortedKeys(JSON.parse(delivery.body)));
  return { 'x-nowpayments-sig': createHmac('sha512', secret).update(sorted).digest('hex') };
}

/** The same value with the keys of every object in order, as the provider's signature wants it. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}

/** Where a delivery goes: the configured address, else the one that the order itself named. */
export function findTarget(world: SandboxContext, delivery: Delivery): string | null {
  const { url } = world.webhooks[delivery.provider];
  if (url) return url;
  const checkout = world.store.table('checkouts').get(delivery.checkoutId);
  return checkout?.provider === 'nowpayments' ? checkout.ipnUrl : null;
}
