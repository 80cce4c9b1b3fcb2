/** Starts the sandbox, which simulates the external systems, and returns the settings that connect the product to it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxRegistrars } from '@nameloan/driver/sandbox-registrars';
import type { Sandbox } from '@nameloan/driver/sandbox-settings';
import { readyLine, sandboxSettings } from '@nameloan/driver/sandbox-settings';
import { freePort } from '@nameloan/runtime/free-port';
import { Child } from './child.ts';
import type { EngineOptions } from './engines.ts';
import type { StartSettings } from './settings.ts';

const autoApproveSeconds = 5;

export interface RunningSandbox {
  controlUrl: string;
  /** Environment for the services and the gateway. */
  settings: Record<string, string>;
}

export async function startSandboxChild(
  settings: StartSettings,
  context: EngineOptions & { productPort: number },
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
      SANDBOX_PORT: String(settings.SANDBOX_PORT === 0 ? await freePort() : settings.SANDBOX_PORT),
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
  const sandbox = (await child.start()) as Sandbox;
  const webhookUrl = `http://127.0.0.1:${context.productPort}/api/webhooks/namecom/namecom`;
  return {
    controlUrl: sandbox.controlUrl,
    settings: {
      ...sandboxSettings(sandbox, secrets),
      ...writeRegistrars(sandbox, { settings, folder: context.folder.path, webhookUrl }),
    },
  };
}

/** Without a choice the product uses the registry's account by its own settings. */
function writeRegistrars(
  sandbox: Sandbox,
  { settings, folder, webhookUrl }: { settings: StartSettings; folder: string; webhookUrl: string },
): Record<string, string> {
  const { SANDBOX_REGISTRAR: choice } = settings;
  if (choice === 'registry') return {};
  const { file, settings: secrets } = sandboxRegistrars(sandbox, choice, webhookUrl);
  const path = join(folder, 'sandbox-registrars.json');
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
  return { ...secrets, REGISTRARS_FILE: path };
}
