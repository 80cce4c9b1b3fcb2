/** The sandbox's settings: the only reader of the environment, which names every fault at once. */

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
  const address = (name: string, path: string) => {
    const own = text(name);
    const product = text('PRODUCT_URL');
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
  };
  if (faults.length > 0)
    throw new Error(`The sandbox cannot start: ${[...new Set(faults)].join('; ')}.`);
  return config;
}
