/** Settings of the payments service. */

import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const settings = defineSettings({
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'not a Stripe secret key')
    .meta({ description: 'API key at Stripe.', secret: true }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(16, 'shorter than 16 characters')
    .meta({ description: 'Signing secret of the webhook endpoint at Stripe.', secret: true }),
  STRIPE_API_URL: setting.url().optional().meta({
    description: 'Base URL of Stripe’s API, for example the sandbox’s.',
    shownDefault: 'Stripe’s',
  }),
  NOWPAYMENTS_API_URL: setting
    .url()
    .default('https://api.nowpayments.io')
    .describe('Base URL of the NOWPayments API, without `/v1`.'),
  NOWPAYMENTS_API_KEY: z
    .string()
    .min(1)
    .meta({ description: 'API key at NOWPayments.', secret: true }),
  NOWPAYMENTS_IPN_SECRET: z
    .string()
    .min(16, 'shorter than 16 characters')
    .meta({ description: 'Signing secret of NOWPayments’ callbacks.', secret: true }),
  NOWPAYMENTS_IPN_URL: setting.url().optional().meta({
    description: 'Callback URL for NOWPayments.',
    shownDefault: '`PUBLIC_URL/api/webhooks/nowpayments`',
  }),
  PROVIDER_TIMEOUT_MS: setting.milliseconds(6000).describe('Timeout of a call to a provider.'),
});
