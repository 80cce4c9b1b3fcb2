/** The sandbox's ready line, and the settings that connect a product to it. */

import { z } from 'zod';

const eppAccount = z.object({
  host: z.string(),
  port: z.number(),
  caPem: z.string(),
  clientId: z.string(),
  password: z.string(),
});

export const readyLine = z.object({
  ready: z.literal(true),
  controlUrl: z.string(),
  epp: eppAccount,
  reseller: eppAccount,
  namecom: z.object({ url: z.string(), username: z.string(), token: z.string() }),
  dns: z.object({ host: z.string(), port: z.number() }),
  smtp: z.object({ host: z.string(), port: z.number() }),
  stripe: z.object({ url: z.string() }),
  nowpayments: z.object({ url: z.string() }),
  rdap: z.object({ bootstrapUrl: z.string() }),
  domainConnect: z
    .object({ providerId: z.string(), label: z.string(), privateKey: z.string() })
    .nullable(),
});

export type Sandbox = z.output<typeof readyLine>;

/** Settings that point to the sandbox; in production they point to the real systems. */
export function sandboxSettings(
  sandbox: Sandbox,
  secrets: { sandboxSecret: string; stripeWebhookSecret: string; nowpaymentsIpnSecret: string },
): Record<string, string> {
  return {
    NAMELOAN_SANDBOX: 'on',
    SANDBOX_URL: sandbox.controlUrl,
    SANDBOX_SECRET: secrets.sandboxSecret,
    EPP_HOST: sandbox.epp.host,
    EPP_PORT: String(sandbox.epp.port),
    EPP_CA: sandbox.epp.caPem,
    EPP_SERVERNAME: 'localhost',
    EPP_CLIENT_ID: sandbox.epp.clientId,
    EPP_PASSWORD: sandbox.epp.password,
    EPP_POLL_MS: '1000',
    EPP_RESTING_POLL_MS: '5000',
    DNS_RESOLVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    RDAP_BOOTSTRAP_URL: sandbox.rdap.bootstrapUrl,
    RDAP_PLAIN_HTTP: 'on',
    DNS_PARENT_SERVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    DNS_ZONE_SERVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    PROOF_HOST: 'proof.nameloan.example',
    ...(sandbox.domainConnect && domainConnectSettings(sandbox.domainConnect)),
    SMTP_URL: `smtp://${sandbox.smtp.host}:${sandbox.smtp.port}`,
    // Tests and the demo move the clock by days within seconds.
    DIGEST_WAIT_MS: '2000',
    STRIPE_API_URL: sandbox.stripe.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    NOWPAYMENTS_API_URL: sandbox.nowpayments.url,
    NOWPAYMENTS_API_KEY: 'sandbox',
    NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
  };
}

function domainConnectSettings({
  providerId,
  label,
  privateKey,
}: NonNullable<Sandbox['domainConnect']>): Record<string, string> {
  return {
    DOMAIN_CONNECT_PROVIDER: providerId,
    DOMAIN_CONNECT_KEY_LABEL: label,
    DOMAIN_CONNECT_KEY: privateKey,
  };
}
