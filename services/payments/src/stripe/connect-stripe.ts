/** The client for Stripe's API, at Stripe's own address or another one. */

import Stripe from 'stripe';
import { settings } from '../config.ts';

/** Pinned, so that Stripe's account settings cannot change the shapes that we read. */
export const apiVersion = '2026-10-28.endive';

let client: Stripe | undefined;

/** Made from the settings before any door opens. */
export function connectStripe(): void {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL, PROVIDER_TIMEOUT_MS } = settings.value;
  client = new Stripe(STRIPE_SECRET_KEY, {
    apiVersion,
    maxNetworkRetries: 1,
    timeout: PROVIDER_TIMEOUT_MS,
    telemetry: false,
    ...addressOf(STRIPE_API_URL),
  });
}

export function stripe(): Stripe {
  if (!client) throw new Error('Stripe is used before the start');
  return client;
}

function addressOf(url: string | undefined) {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  const plain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (plain ? 80 : 443) : Number(port),
    protocol: plain ? ('http' as const) : ('https' as const),
  };
}
