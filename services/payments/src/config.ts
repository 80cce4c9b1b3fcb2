/** Settings of the payments service. */

import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const settings = defineSettings({
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_(test|live)_\w+$/, 'not a Stripe secret key'),
  /** Signing secret of the webhook endpoint at Stripe. */
  STRIPE_WEBHOOK_SECRET: z.string().min(16, 'shorter than 16 characters'),
  /** Base URL of Stripe's API, for example the sandbox's; default: Stripe's. */
  STRIPE_API_URL: setting.url().optional(),
  /** Base URL of the NOWPayments API, without `/v1`. */
  NOWPAYMENTS_API_URL: setting.url().default('https://api.nowpayments.io'),
  NOWPAYMENTS_API_KEY: z.string().min(1),
  NOWPAYMENTS_IPN_SECRET: z.string().min(16, 'shorter than 16 characters'),
  /** Callback URL for NOWPayments; default: PUBLIC_URL/api/webhooks/nowpayments. */
  NOWPAYMENTS_IPN_URL: setting.url().optional(),
  /** Timeout of a provider call. */
  PROVIDER_TIMEOUT_MS: setting.milliseconds(6000),
});
