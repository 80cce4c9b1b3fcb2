/** Settings from the environment, read once at the start; all invalid settings are reported together. */

import { isIP } from 'node:net';
import { z } from 'zod';

declare module 'zod' {
  /**
   * A setting is declared once, as a zod type with `.describe('…')` or `.meta({ description: '…', … })` at its end.
   * docs/reference/settings.md and .env.example are generated from it.
   */
  interface GlobalMeta {
    /** Its value is a password or contains one. */
    secret?: boolean;
    /** Exists only for tests. */
    internal?: boolean;
    /** The default in words, if the code has none or one that means nothing to a reader. */
    shownDefault?: string;
  }
}

/** Lists all invalid settings, one per line. */
export class SettingsError extends Error {
  constructor(errors: string[]) {
    super(errors.join('\n'));
    this.name = 'SettingsError';
  }
}

export type Environment = Record<string, string | undefined>;

/** Reads `shape` from the environment; an empty value counts as absent. Throws SettingsError. */
export function readSettings<S extends z.ZodObject>(
  shape: S,
  environment: Environment,
): z.output<S> {
  const given: Environment = {};
  for (const name of Object.keys(shape.shape)) {
    const value = environment[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new SettingsError(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? 'settings');
      return given[name] === undefined
        ? `${name} is required.`
        : `${name} is ${describeValue(shape.shape[name], name, given[name])}: ${issue.message}.`;
    }),
  );
}

/** The value for an error message; secrets are not printed. */
function describeValue(
  schema: z.core.$ZodType | undefined,
  name: string,
  value: string | undefined,
): string {
  const isSecret =
    (schema as z.ZodType | undefined)?.meta()?.secret === true ||
    /SECRET|PASSWORD|KEY|TOKEN/.test(name) ||
    /:\/\/.*@/.test(value ?? '');
  return isSecret ? 'set, but not shown here' : JSON.stringify(value);
}

/**
 * Settings that a service's own modules read after start: `settings.value.eppHost`.
 * Reading them before the start is a bug and throws.
 */
export class Settings<S extends z.ZodObject> {
  readonly shape: S;
  #sandboxDefaults: Environment = {};
  #findErrors: (environment: Environment) => string[] = () => [];
  #value: z.output<S> | undefined;

  constructor(shape: S) {
    this.shape = shape;
  }

  /**
   * Defaults that apply with the sandbox if none of these settings is set; an installation for real users must set
   * them. They belong together: setting one requires setting all.
   */
  withSandboxDefaults(defaults: Environment): this {
    this.#sandboxDefaults = defaults;
    return this;
  }

  /** Adds errors that depend on several settings or on a file that a setting names. */
  withCheck(findErrors: (environment: Environment) => string[]): this {
    this.#findErrors = findErrors;
    return this;
  }

  /** Throws SettingsError with all errors. */
  read(environment: Environment): void {
    const { NAMELOAN_SANDBOX, NODE_ENV } = environment;
    const withSandbox = NAMELOAN_SANDBOX === 'on' && NODE_ENV !== 'production';
    const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
    const unset = Object.keys(this.#sandboxDefaults).every((name) => set[name] === undefined);
    const defaults = withSandbox && unset ? this.#sandboxDefaults : {};
    const errors = this.#findErrors(set);
    try {
      this.#value = readSettings(this.shape, { ...defaults, ...set });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      errors.unshift(error.message);
    }
    if (errors.length > 0) throw new SettingsError(errors);
  }

  get value(): z.output<S> {
    if (this.#value === undefined) throw new Error('settings are read before the start');
    return this.#value;
  }
}

export function defineSettings<S extends z.ZodRawShape>(fields: S): Settings<z.ZodObject<S>> {
  return new Settings(z.object(fields));
}

const networkNames = new Set(['loopback', 'linklocal']);
/** Wider networks are address ranges of many owners, such as all private addresses, whose senders could forge their address. */
const minPrefix = { 4: 13, 6: 32 };

function isProxy(one: string): boolean {
  if (one === '' || networkNames.has(one)) return true;
  const [address = '', prefix, ...more] = one.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  // A mapped IPv4 network would evade the limit of its family.
  if (family === 6 && address.includes('.')) return false;
  const min = minPrefix[family as 4 | 6];
  const max = family === 4 ? 32 : 128;
  return /^[0-9]{1,3}$/.test(prefix) && Number(prefix) >= min && Number(prefix) <= max;
}

const areProxies = (text: string) => text.split(',').every((one) => isProxy(one.trim()));

const url = () => z.url({ protocol: /^https?$/, error: 'not a URL', abort: true });
/** Whether a URL is a scheme, host and port alone; a final slash is accepted. */
function isOrigin(text: string): boolean {
  const { origin, href } = new URL(text);
  return href === `${origin}/` && !/[?#]$/.test(text);
}

const onOff = (standard: 'on' | 'off') =>
  z.enum(['on', 'off'], 'neither on nor off').default(standard);
const secret = () => z.string().min(32, 'shorter than 32 characters');

/** Field types and settings that several components share. */
export const setting = {
  port: (standard?: number) => {
    const port = z.coerce.number('not a port').int('not a port').min(0).max(65_535);
    return standard === undefined ? port : port.default(standard);
  },
  /** Only http or https: mails and pages link to such URLs. */
  url,
  /** The address of the product: its links, scripts and cookies belong to a whole origin. */
  origin: () =>
    url().refine(
      isOrigin,
      'not the address of a host alone, without login, path, query and fragment',
    ),
  onOff,
  /** Comma-separated addresses, networks (`10.42.0.0/16`), `loopback` or `linklocal`. */
  proxies: () =>
    z
      .string()
      .refine(areProxies, 'not a list of addresses or networks, at least /13 (IPv4) or /32 (IPv6)'),
  secret,
  internalSecret: () =>
    secret().meta({
      description:
        'The installation’s secret, at least 32 characters: it signs internal calls and encrypts stored fields ([keys.md](../keys.md)).',
      secret: true,
    }),
  internalSecretAlso: () =>
    secret().optional().meta({
      description: 'A second accepted secret during a rotation: the former or the next one.',
      secret: true,
    }),
  rateLimits: () =>
    onOff('on').describe('`off` for load tests only: no rate limits, no quotas per account.'),
  traceCollector: () =>
    url()
      .optional()
      .describe('Base URL of an OTLP/HTTP collector for traces; without it there is no tracing.'),
  /** A PEM text; line breaks may be written as \n. */
  pem: () =>
    z
      .string()
      .transform((text) => text.replaceAll('\\n', '\n'))
      .refine((text) => /^-----BEGIN [A-Z ]+-----\n/.test(text), 'not a PEM text'),
  logLevel: (standard: 'info' | 'warn') =>
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default(standard)
      .describe('Minimum level of the structured logs on standard output.'),
  host: () =>
    z
      .string()
      .default('127.0.0.1')
      .describe('Address to listen on; `0.0.0.0` in a container on a private network.'),
  milliseconds: (standard: number) => z.coerce.number().int().min(1).default(standard),
};
