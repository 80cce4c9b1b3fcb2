/** What the sandbox prints when it is ready, and the settings with which a product reaches it. */

import { z } from 'zod';

export const readyLine = z.object({
  ready: z.literal(true),
  controlUrl: z.string(),
  epp: z.object({
    host: z.string(),
    port: z.number(),
    caPem: z.string(),
    clientId: z.string(),
    password: z.string(),
  }),
  dns: z.object({ host: z.string(), port: z.number() }),
  smtp: z.object({ host: z.string(), port: z.number() }),
  stripe: z.object({ url: z.string() }),
  nowpayments: z.object({ url: z.string() }),
});

export type Sandbox = z.output<typeof readyLine>;

/** How the product reaches the sandbox; the same names lead to the real parties in production. */
export function sandboxSettings(
  there: Sandbox,
  secrets: { sandboxSecret: string; stripeWebhookSecret: string; nowpaymentsIpnSecret: string },
): Record<string, string> {
  return {
    NAMELOAN_SANDBOX: 'on',
    SANDBOX_URL: there.controlUrl,
    SANDBOX_SECRET: secrets.sandboxSecret,
    EPP_HOST: there.epp.host,
    EPP_PORT: String(there.epp.port),
    EPP_CA: there.epp.caPem,
    EPP_SERVERNAME: 'localhost',
    EPP_CLIENT_ID: there.epp.clientId,
    EPP_PASSWORD: there.epp.password,
    EPP_POLL_MS: '1000',
    EPP_RESTING_POLL_MS: '5000',
    DNS_RESOLVERS: `${there.dns.host}:${there.dns.port}`,
    SMTP_URL: `smtp://${there.smtp.host}:${there.smtp.port}`,
    // A day may pass in a moment here.
    DIGEST_WAIT_MS: '2000',
    STRIPE_API_URL: there.stripe.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    NOWPAYMENTS_API_URL: there.nowpayments.url,
    NOWPAYMENTS_API_KEY: 'sandbox',
    NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
  };
}
