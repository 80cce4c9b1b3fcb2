/** Reads the sandbox's settings from the environment and reports every invalid one at once. */

import { createPrivateKey } from 'node:crypto';
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
  readonly resellerPort: number;
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly autoApproveSeconds: number | null;
  readonly networkAccess: NetworkAccess;
  readonly publicUrl: string | null;
  readonly registrarPassword: string | null;
  /** PEM. */
  readonly productKey: string | null;
}

/** Every setting. `default`: the value that an absent or empty one has; without it the setting is off or generated. */
export const sandboxSettings = {
  SANDBOX_PORT: {
    default: '4100',
    description: 'Control API, pages and both payment providers’ calls; 0 takes a free port.',
  },
  EPP_PORT: { default: '0', description: 'Port of the registry; 0 takes a free one.' },
  RESELLER_PORT: {
    default: '0',
    description: 'Port of the reseller’s EPP gateway to the same registry; 0 takes a free one.',
  },
  DNS_PORT: { default: '0', description: 'Port of the DNS server; 0 takes a free one.' },
  SMTP_PORT: { default: '0', description: 'Port of the mail server; 0 takes a free one.' },
  DATA_DIR: {
    description: 'State is stored in its folder `sandbox`; without it in memory only.',
  },
  SANDBOX_SECRET: {
    secret: true,
    shownDefault: 'created once',
    description: 'Shared with the product, for registering services and moving their clock.',
  },
  PRODUCT_URL: {
    description: 'Webhooks go to its `/api/webhooks/stripe` and `/api/webhooks/nowpayments`.',
  },
  STRIPE_WEBHOOK_URL: {
    shownDefault: 'from `PRODUCT_URL`',
    description: 'Where Stripe’s webhooks go.',
  },
  NOWPAYMENTS_WEBHOOK_URL: {
    shownDefault: 'from `PRODUCT_URL`',
    description: 'Where NOWPayments’ callbacks go.',
  },
  STRIPE_WEBHOOK_SECRET: {
    secret: true,
    shownDefault: 'created once',
    description: 'Signs Stripe’s webhooks.',
  },
  NOWPAYMENTS_IPN_SECRET: {
    secret: true,
    shownDefault: 'created once',
    description: 'Signs NOWPayments’ callbacks.',
  },
  AUTO_APPROVE_SECONDS: {
    shownDefault: 'off',
    description: 'Transfers are approved automatically after this many seconds of wall time.',
  },
  SANDBOX_HOST: {
    default: '127.0.0.1',
    description: 'Address that every listener binds to; in a container `0.0.0.0`.',
  },
  SANDBOX_NAMES: {
    description: 'Host names that the services use for it, separated by commas.',
  },
  SANDBOX_PUBLIC_URL: {
    shownDefault: '`http://localhost:SANDBOX_PORT`',
    description: 'Address of its pages for browsers, including the payment pages.',
  },
  EPP_PASSWORD: {
    secret: true,
    shownDefault: 'created once',
    description: 'Password of the registrar account.',
  },
  SANDBOX_CA: {
    shownDefault: 'created once, for this machine’s names',
    description:
      'TLS of the registry and the mail server: the authority as PEM, with line ends optionally written as `\\n`. `npm run env` creates all three.',
  },
  SANDBOX_CERTIFICATE: { shownDefault: 'as `SANDBOX_CA`', description: 'The certificate.' },
  SANDBOX_KEY: { secret: true, shownDefault: 'as `SANDBOX_CA`', description: 'Its key.' },
  SANDBOX_CONNECT_KEY: {
    secret: true,
    shownDefault: 'created once',
    description:
      'PEM of the private RSA key with which the product signs requests to the DNS provider (Domain Connect); line ends as for `SANDBOX_CA`.',
  },
} as const satisfies Record<
  string,
  { description: string; default?: string; shownDefault?: string; secret?: boolean }
>;

type SettingName = keyof typeof sandboxSettings;
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws one error that lists every invalid setting. */
export function readConfig(environment: Environment = process.env): SandboxConfig {
  const problems: string[] = [];
  const text = (name: SettingName) => {
    const { default: fallback = null } = sandboxSettings[name] as { default?: string };
    return environment[name] || fallback;
  };
  const port = (name: SettingName) => {
    const value = Number(text(name));
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
    problems.push(`${name} must be a port, 0 to 65535, not ${text(name)}`);
    return 0;
  };
  /** `path`: the path under PRODUCT_URL that is used when the setting is absent. */
  const address = (name: SettingName, path: string | null) => {
    const own = text(name);
    const product = path === null ? null : text('PRODUCT_URL');
    const whole = own ?? (product && `${product.replace(/\/$/, '')}${path}`);
    if (whole === null || /^https?:$/.test(URL.parse(whole)?.protocol ?? '')) return whole;
    problems.push(`${own ? name : 'PRODUCT_URL'} must be a web address, not ${own ?? product}`);
    return null;
  };
  const seconds = (name: SettingName) => {
    const input = text(name);
    if (input === null || input === 'off') return null;
    const value = Number(input);
    if (value >= 0 && value <= 86_400) return value;
    problems.push(`${name} must be off or 0 to 86400 seconds, not ${input}`);
    return null;
  };
  const config: SandboxConfig = {
    port: port('SANDBOX_PORT'),
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
    eppPort: port('EPP_PORT'),
    resellerPort: port('RESELLER_PORT'),
    dnsPort: port('DNS_PORT'),
    smtpPort: port('SMTP_PORT'),
    autoApproveSeconds: seconds('AUTO_APPROVE_SECONDS'),
    networkAccess: {
      host: text('SANDBOX_HOST') ?? '',
      names: (text('SANDBOX_NAMES') ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
      certificate: readCertificate(text, problems),
    },
    publicUrl: address('SANDBOX_PUBLIC_URL', null)?.replace(/\/$/, '') ?? null,
    registrarPassword: text('EPP_PASSWORD'),
    productKey: readProductKey(text, problems),
  };
  if (problems.length > 0)
    throw new Error(`The sandbox cannot start: ${[...new Set(problems)].join('; ')}.`);
  return config;
}

function readProductKey(
  text: (name: SettingName) => string | null,
  problems: string[],
): string | null {
  const pem = text('SANDBOX_CONNECT_KEY')?.replaceAll('\\n', '\n') ?? null;
  if (pem === null) return null;
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // Reported below without the library's message, which may quote the key.
  }
  problems.push('SANDBOX_CONNECT_KEY must be the PEM text of a private RSA key');
  return null;
}

/** Three PEM strings that belong together; line ends may be written as \n. */
function readCertificate(
  text: (name: SettingName) => string | null,
  problems: string[],
): Certificate | null {
  const names = ['SANDBOX_CA', 'SANDBOX_CERTIFICATE', 'SANDBOX_KEY'] as const;
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
