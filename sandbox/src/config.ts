/** Reads the sandbox's settings from the environment and reports every invalid one at once. */

import { createSecureContext } from 'node:tls';
import type { Certificate } from './epp/make-certificate.ts';
import type { NetworkAccess } from './sandbox-context.ts';

export interface SandboxConfig {
  /** Control API and pages; 0 takes a free port. */
  readonly port: number;
  /** Folder for the sandbox's state; null keeps it in memory only. */
  readonly dataFolder: string | null;
  readonly secret: string | null;
  readonly stripe: { readonly url: string | null; readonly secret: string | null };
  readonly nowpayments: { readonly url: string | null; readonly secret: string | null };
  readonly eppPort: number;
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly autoApproveSeconds: number | null;
  readonly networkAccess: NetworkAccess;
  readonly publicUrl: string | null;
  readonly registrarPassword: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws one error that lists every invalid setting. */
export function readConfig(environment: Environment = process.env): SandboxConfig {
  const problems: string[] = [];
  const text = (name: string) => environment[name] || null;
  const port = (name: string, fallback: number) => {
    const value = Number(text(name) ?? fallback);
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
    problems.push(`${name} must be a port, 0 to 65535, not ${text(name)}`);
    return fallback;
  };
  /** `path`: the path under PRODUCT_URL that is used when the setting is absent. */
  const address = (name: string, path: string | null) => {
    const own = text(name);
    const product = path === null ? null : text('PRODUCT_URL');
    const whole = own ?? (product && `${product.replace(/\/$/, '')}${path}`);
    if (whole === null || /^https?:$/.test(URL.parse(whole)?.protocol ?? '')) return whole;
    problems.push(`${own ? name : 'PRODUCT_URL'} must be a web address, not ${own ?? product}`);
    return null;
  };
  const seconds = (name: string) => {
    const input = text(name);
    if (input === null || input === 'off') return null;
    const value = Number(input);
    if (value >= 0 && value <= 86_400) return value;
    problems.push(`${name} must be off or 0 to 86400 seconds, not ${input}`);
    return null;
  };
  const config: SandboxConfig = {
    port: port('SANDBOX_PORT', 4100),
    dataFolder: text('DATA_DIR'),
    secret: text('SANDBOX_SECRET'),
    stripe: {
      url: address('STRIPE_WEBHOOK_URL', '/api/webhooks/stripe'),
      secret: text('STRIPE_WEBHOOK_SECRET'),
    },
    nowpayments: {
      url: address('NOWPAYMENTS_WEBHOOK_URL', '/api/webhooks/nowpayments'),
      secret: text('NOWPAYMENTS_IPN_SECRET'),
    },
    eppPort: port('EPP_PORT', 0),
    dnsPort: port('DNS_PORT', 0),
    smtpPort: port('SMTP_PORT', 0),
    autoApproveSeconds: seconds('AUTO_APPROVE_SECONDS'),
    networkAccess: {
      host: text('SANDBOX_HOST') ?? '127.0.0.1',
      names: (text('SANDBOX_NAMES') ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
      certificate: readCertificate(text, problems),
    },
    publicUrl: address('SANDBOX_PUBLIC_URL', null)?.replace(/\/$/, '') ?? null,
    registrarPassword: text('EPP_PASSWORD'),
  };
  if (problems.length > 0)
    throw new Error(`The sandbox cannot start: ${[...new Set(problems)].join('; ')}.`);
  return config;
}

/** Three PEM strings that belong together; line ends may be written as \n. */
function readCertificate(
  text: (name: string) => string | null,
  problems: string[],
): Certificate | null {
  const names = ['SANDBOX_CA', 'SANDBOX_CERTIFICATE', 'SANDBOX_KEY'];
  const [caPem, certificatePem, keyPem] = names.map((name) =>
    (text(name) ?? '').replaceAll('\\n', '\n'),
  );
  if (!caPem && !certificatePem && !keyPem) return null;
  if (caPem && certificatePem && keyPem) {
    try {
      createSecureContext({ ca: caPem, cert: certificatePem, key: keyPem });
      return { caPem, certificatePem, keyPem };
    } catch {
      // Reported below without the library's message, which may quote the key.
    }
  }
  problems.push(`${names.join(', ')} must be PEM texts that belong together, all or none`);
  return null;
}
