/** The sandbox's settings: the only reader of the environment, which names every fault at once. */

import { createSecureContext } from 'node:tls';
import type { Certificate } from './epp/make-certificate.ts';
import type { NetworkAccess } from './sandbox-context.ts';

export interface SandboxConfig {
  /** Control API and pages; 0 takes a free port. */
  readonly port: number;
  /** Folder for the sandbox's state; null keeps nothing. */
  readonly dataFolder: string | null;
  readonly secret: string | null;
  readonly stripe: { readonly url: string | null; readonly secret: string | null };
  readonly nowpayments: { readonly url: string | null; readonly secret: string | null };
  readonly eppPort: number;
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly autoApproveSeconds: number | null;
  readonly reach: NetworkAccess;
  readonly publicUrl: string | null;
  readonly registrarPassword: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws one error that lists every setting that cannot be used. */
export function readConfig(environment: Environment = process.env): SandboxConfig {
  const faults: string[] = [];
  const text = (name: string) => environment[name] || null;
  const port = (name: string, preset: number) => {
    const value = Number(text(name) ?? preset);
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
    faults.push(`${name} must be a port, 0 to 65535, not ${text(name)}`);
    return preset;
  };
  /** `path`: where it is on the product, if it is there when not told. */
  const address = (name: string, path: string | null) => {
    const own = text(name);
    const product = path === null ? null : text('PRODUCT_URL');
    const whole = own ?? (product && `${product.replace(/\/$/, '')}${path}`);
    if (whole === null || /^https?:$/.test(URL.parse(whole)?.protocol ?? '')) return whole;
    faults.push(`${own ? name : 'PRODUCT_URL'} must be a web address, not ${own ?? product}`);
    return null;
  };
  const seconds = (name: string) => {
    const given = text(name);
    if (given === null || given === 'off') return null;
    const value = Number(given);
    if (value >= 0 && value <= 86_400) return value;
    faults.push(`${name} must be off or 0 to 86400 seconds, not ${given}`);
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
    reach: {
      host: text('SANDBOX_HOST') ?? '127.0.0.1',
      names: (text('SANDBOX_NAMES') ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
      certificate: readCertificate(text, faults),
    },
    publicUrl: address('SANDBOX_PUBLIC_URL', null)?.replace(/\/$/, '') ?? null,
    registrarPassword: text('EPP_PASSWORD'),
  };
  if (faults.length > 0)
    throw new Error(`The sandbox cannot start: ${[...new Set(faults)].join('; ')}.`);
  return config;
}

/** Three PEM texts that belong together; in an environment, line ends may be written as \n. */
function readCertificate(
  text: (name: string) => string | null,
  faults: string[],
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
      // Told below, without the words of the library: they may quote the key.
    }
  }
  faults.push(`${names.join(', ')} must be PEM texts that belong together, all or none`);
  return null;
}
