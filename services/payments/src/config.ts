/** Settings of the payments service; the only place that knows their names. */

import { defineSettings, setting } from '@nameloan/service/settings.ts';
import { z } from 'zod';

export const settings = defineSettings({
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_(test|live)_\w+$/, 'not a secret key of Stripe'),
  /** Signing secret of the webhook endpoint at Stripe. */
  STRIPE_WEBHOOK_SECRET: z.string().min(16, 'shorter than 16 characters'),
  /** Another address for Stripe's API, such as the sandbox's; default: Stripe's own. */
  STRIPE_API_URL: setting.url().optional(),
  /** Address of NOWPayments' API, without the `/v1`. */
  NOWPAYMENTS_API_URL: setting.url().default('https://api.nowpayments.io'),
  NOWPAYMENTS_API_KEY: z.string().min(1),
  NOWPAYMENTS_IPN_SECRET: z.string().min(16, 'shorter than 16 characters'),
  /** Where NOWPayments sends its callbacks; default: PUBLIC_URL/api/webhooks/nowpayments. */
  NOWPAYMENTS_IPN_URL: setting.url().optional(),
  /** How long a provider may take to answer, in milliseconds. */
  PROVIDER_TIMEOUT_MS: setting.milliseconds(6000),
});
