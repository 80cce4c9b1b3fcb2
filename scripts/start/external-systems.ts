/** The sandbox that plays the outside world, and the settings with which the product reaches it. */

import { fileURLToPath } from 'node:url';
import { freePort } from '@nameloan/runtime/free-port';
import { z } from 'zod';
import { Child } from './child.ts';
import type { EngineStart } from './engines.ts';
import type { StartSettings } from './settings.ts';

const autoApproveSeconds = 5;

const readyLine = z.object({
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

export interface RunningSandbox {
  controlUrl: string;
  /** Environment for the services and the gateway. */
  settings: Record<string, string>;
}

export async function startSandboxChild(
  set: StartSettings,
  context: EngineStart & { productPort: number },
): Promise<RunningSandbox> {
  const secrets = context.folder.secrets();
  const [epp, dns, smtp] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = new Child({
    name: 'sandbox',
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('@nameloan/sandbox/main'))],
    node: true,
    environment: {
      PATH: context.environment.PATH,
      SANDBOX_PORT: String(set.SANDBOX_PORT === 0 ? await freePort() : set.SANDBOX_PORT),
      DATA_DIR: context.folder.path,
      SANDBOX_SECRET: secrets.sandboxSecret,
      PRODUCT_URL: `http://127.0.0.1:${context.productPort}`,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
      EPP_PORT: String(epp),
      DNS_PORT: String(dns),
      SMTP_PORT: String(smtp),
      AUTO_APPROVE_SECONDS: String(autoApproveSeconds),
    },
    readReady: (line) => {
      try {
        return readyLine.parse(JSON.parse(line));
      } catch {
        return undefined;
      }
    },
  });
  context.adopt(child);
  const there = (await child.start()) as Sandbox;
  return { controlUrl: there.controlUrl, settings: sandboxSettings(there, secrets) };
}

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
