/** One signed webhook of a provider, stored until the product accepts it. */

import { createHmac } from 'node:crypto';
import type { Checkout, Delivery } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { stripeSignature } from '../stripe/event.ts';

export function newDelivery(
  context: SandboxContext,
  checkout: Checkout,
  content: { kind: string; body: string },
): Delivery {
  return {
    id: String(context.store.nextNumber('delivery')),
    checkoutId: checkout.id,
    provider: checkout.provider,
    ...content,
    state: 'pending',
    attempts: 0,
    nextAttemptAtMs: Date.now(),
    lastResult: null,
  };
}

/** The provider's signature header over the exact body, created at sending because Stripe's contains the time. */
export function signatureHeaders(
  context: SandboxContext,
  delivery: Delivery,
): Record<string, string> {
  const { secret } = context.webhooks[delivery.provider];
  if (delivery.provider === 'stripe') {
    return { 'stripe-signature': stripeSignature(delivery.body, secret, Date.now()) };
  }
  const sorted = JSON.stringify(withSortedKeys(JSON.parse(delivery.body)));
  return { 'x-nowpayments-sig': createHmac('sha512', secret).update(sorted).digest('hex') };
}

/** The same value with sorted object keys, as the provider's signature requires. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}

/** The URL of a delivery: the configured one, else the callback URL of the order. */
export function findTarget(context: SandboxContext, delivery: Delivery): string | null {
  const { url } = context.webhooks[delivery.provider];
  if (url) return url;
  const checkout = context.store.table('checkouts').get(delivery.checkoutId);
  return checkout?.provider === 'nowpayments' ? checkout.ipnUrl : null;
}
