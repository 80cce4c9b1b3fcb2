/** The file of registrar connections: which account holds the names of which suffixes. Secrets stay in settings. */

import { readFileSync } from 'node:fs';
import type { Environment } from '@nameloan/runtime/settings';
import { setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

const capabilities = z
  .strictObject({
    cancelWhilePending: z.boolean(),
    updateLock: z.boolean(),
    answersTransferOut: z.boolean(),
    pollQueue: z.boolean(),
    dnssec: z.boolean(),
    setsRegistrant: z.boolean(),
  })
  .partial();

const environmentVariable = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'not the name of an environment variable');

const line = z.string().trim().min(1).max(255);
/** A contact (RFC 5733). */
const platformContact = z.strictObject({
  name: line,
  organization: line.optional(),
  street: z.array(line).min(1).max(3),
  city: line,
  state: line.optional(),
  postalCode: line.max(16).optional(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, 'not two capital letters'),
  voice: z
    .string()
    .regex(/^\+\d{1,3}\.\d{1,14}$/, 'not +CC.NUMBER')
    .optional(),
  email: z.email(),
});

/** The fields of every kind. */
const sharedFields = {
  /** Stored with every name that the connection holds, so it never changes. */
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'not 1 to 32 letters a to z, digits and hyphens'),
  /** The registrant during a loan. */
  holder: z.enum(['borrower', 'platform']).default('borrower'),
  /** The registrant of names that the platform holds. */
  platformContact: platformContact.optional(),
  /** As A-labels without a leading dot; `*`: all that no other connection names. */
  suffixes: z.union([z.literal('*'), z.array(z.string().min(1)).min(1)]),
  /** The environment variable with the password or the API token. */
  passwordSetting: environmentVariable,
  pollMs: z.number().int().min(1).max(86_400_000).optional(),
  timeoutMs: z.number().int().min(1).max(600_000).optional(),
  capabilities: capabilities.optional(),
};

const eppConnection = z.strictObject({
  ...sharedFields,
  kind: z.literal('epp'),
  /** `rfc`: a registry. `centralnic`: the gateway of CentralNic Reseller. */
  profile: z.enum(['rfc', 'centralnic']).default('rfc'),
  host: z.string().min(1),
  port: z.number().int().min(1).max(65_535).default(700),
  clientId: z.string().min(3).max(16),
  /** PEM of the authority that issued the registry’s certificate. */
  ca: setting.pem().optional(),
  servername: z.string().min(1).optional(),
  sessions: z.number().int().min(1).max(100).optional(),
});

const namecomConnection = z.strictObject({
  ...sharedFields,
  kind: z.literal('namecom'),
  url: z
    .url()
    .default('https://api.name.com')
    .transform((text) => text.replace(/\/+$/, ''))
    .refine(isSecure, 'not an https address'),
  username: z.string().min(1).max(100),
  /** The address at which name.com sends its notices, exactly as it is registered there. */
  webhookUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** The environment variable with the API token that signs the notices; default: that of `passwordSetting`. */
  webhookTokenSetting: environmentVariable.optional(),
});

/** Plain http is accepted on this machine only: the API token is sent with every request. */
function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const connection = z.discriminatedUnion('kind', [eppConnection, namecomConnection], {
  error: 'not "epp" or "namecom"',
});
type ConnectionRow = z.output<typeof connection>;

const registrarFile = z
  .strictObject({ connections: z.array(connection).min(1) })
  .superRefine(({ connections }, context) => {
    const report = (message: string) =>
      context.addIssue({ code: 'custom', message, path: ['connections'] });
    for (const { id, holder, platformContact: contact } of connections)
      if (holder === 'platform' && !contact)
        report(`${id} has the platform as holder and needs platformContact`);
    for (const [what, valuesOf] of Object.entries(uniqueValues))
      for (const [value, rows] of Map.groupBy(
        connections.flatMap((row) => valuesOf(row).map((value) => ({ value, id: row.id }))),
        (entry) => entry.value,
      ))
        if (rows.length > 1)
          report(`the ${what} ${value} is used by ${rows.map(({ id }) => id).join(' and ')}`);
  });

/** One message queue, one set of sessions and one owner per account; one account per suffix. */
const uniqueValues: Readonly<Record<string, (row: ConnectionRow) => string[]>> = {
  id: ({ id }) => [id],
  account: (row) => [
    row.kind === 'epp'
      ? `${row.clientId} at ${row.host}:${row.port}`
      : `${row.username} at ${row.url}`,
  ],
  suffix: ({ suffixes }) => [...suffixes],
};

type EppRow = z.output<typeof eppConnection>;
type NamecomRow = z.output<typeof namecomConnection>;
export type EppSettings = Readonly<Omit<EppRow, 'passwordSetting'> & { password: string }>;
export type NamecomSettings = Readonly<
  Omit<NamecomRow, 'passwordSetting' | 'webhookTokenSetting'> & {
    password: string;
    /** The API token that signs the notices. */
    webhookToken: string;
  }
>;
export type ConnectionSettings = EppSettings | NamecomSettings;

export const defaultConnectionId = 'default';

/** The connections of the file at `path`, or all errors of its content, without secrets. */
export function readRegistrarFile(
  path: string,
  environment: Environment,
): { connections: ConnectionSettings[]; errors: string[] } {
  const failed = (what: string) => ({
    connections: [],
    errors: [`REGISTRARS_FILE is ${JSON.stringify(path)}: ${what}`],
  });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return failed(`the file cannot be read (${(error as Error).message}).`);
  }
  const result = registrarFile.safeParse(content);
  if (!result.success) return failed(`the file is invalid.\n${z.prettifyError(result.error)}`);
  const errors: string[] = [];
  const readSecret = (name: string, id: string) => {
    const secret = environment[name] ?? '';
    // The limits of RFC 5730, pwType.
    if (secret.length < 8 || secret.length > 64)
      errors.push(
        `${name} is required with 8 to 64 characters for the registrar connection ${id}.`,
      );
    return secret;
  };
  const connections = result.data.connections.map(({ passwordSetting, ...row }) => {
    const password = readSecret(passwordSetting, row.id);
    if (row.kind === 'epp') return { ...row, password };
    const { webhookTokenSetting, ...rest } = row;
    const webhookToken = webhookTokenSetting ? readSecret(webhookTokenSetting, row.id) : password;
    return { ...rest, password, webhookToken };
  });
  return { connections, errors };
}

/** The id of the connection for new names under the suffix; undefined when no connection has it. */
export function findConnectionId(
  connections: readonly Pick<ConnectionSettings, 'id' | 'suffixes'>[],
  suffix: string,
): string | undefined {
  const named = connections.find(({ suffixes }) => suffixes !== '*' && suffixes.includes(suffix));
  return (named ?? connections.find(({ suffixes }) => suffixes === '*'))?.id;
}
