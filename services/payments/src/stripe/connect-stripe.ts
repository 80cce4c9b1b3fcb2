/** Stripe API client. */

import type { Stripe } from 'stripe';
import { settings } from '../config.ts';

/** Pinned, so that the account's settings at Stripe cannot change the response shapes. */
const apiVersion = '2026-10-28.endive';

let connected: { settings: unknown; client: Promise<Stripe> } | undefined;

/** Loads the library lazily, because it is large; reconnects when the settings change. */
export function getStripe(): Promise<Stripe> {
  if (connected?.settings !== settings.value) {
    connected = { settings: settings.value, client: connect() };
  }
  return connected.client;
}

async function connect(): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  const { STRIPE_SECRET_KEY, STRIPE_API_URL, PROVIDER_TIMEOUT_MS } = settings.value;
  return new Stripe(STRIPE_SECRET_KEY, {
    apiVersion,
    maxNetworkRetries: 1,
    timeout: PROVIDER_TIMEOUT_MS,
    telemetry: false,
    ...parseAddress(STRIPE_API_URL),
  });
}

function parseAddress(url: string | undefined) {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  const plain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (plain ? 80 : 443) : Number(port),
    protocol: plain ? ('http' as const) : ('https' as const),
  };
}
