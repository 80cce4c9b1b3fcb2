/** NATS settings of services and gateway, and the validation of their combinations. */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { SettingsError } from '@nameloan/runtime/settings';
import { credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
import { z } from 'zod';
import type { NatsLogin } from './connect-nats.ts';
import { readSeed } from './connect-nats.ts';

const server = /^(nats|tls):\/\/(\[[0-9a-fA-F:]+\]|[^\s/@:,[\]]+)(:[0-9]{1,5})?\/?$/;

/** Comma-separated servers of one cluster. The login has separate settings, so that no log shows it. */
function areServers(text: string): boolean {
  return text.split(',').every((one) => server.test(one.trim()));
}

export const natsSettings = {
  NATS_URL: z
    .string()
    .refine(
      (text) => !text.includes('@'),
      'a URL with a login: use NATS_USER and NATS_PASSWORD instead',
    )
    .refine(
      (text) => text.includes('@') || areServers(text),
      'not a NATS URL like nats://host:4222, or several separated by commas',
    )
    .optional()
    .describe(
      'NATS with JetStream: one server, or several of one cluster separated by commas ([broker.md](../broker.md)). Required by a component that runs as a separate process.',
    ),
  NATS_STREAM: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'not a stream name')
    .default('NAMELOAN')
    .describe('Name of the stream that stores all events.'),
  NATS_REPLICAS: z
    .enum(['1', '3', '5'], 'neither 1, 3 nor 5')
    .default('1')
    .transform((text) => Number(text))
    .describe('How many NATS servers store each event.'),
  NATS_USER: z
    .string()
    .optional()
    .describe(
      'Login with a password; the name of the component where the broker has a user for each.',
    ),
  NATS_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password of `NATS_USER`.', secret: true }),
  NATS_CREDS_FILE: z.string().optional().describe('Login with a creds file.'),
  NATS_NKEY_FILE: z.string().optional().describe('Login with the seed of a user’s nkey.'),
  NATS_TLS_CA_FILE: z.string().optional().meta({
    description: 'Authority of the servers’ certificates.',
    shownDefault: 'the system’s authorities',
  }),
  NATS_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('Client certificate; requires `NATS_TLS_KEY_FILE`.'),
  NATS_TLS_KEY_FILE: z.string().optional().describe('Key of the client certificate.'),
};

const shape = z.object(natsSettings);
export type NatsSettings = z.output<typeof shape>;

const logins = ['NATS_USER', 'NATS_CREDS_FILE', 'NATS_NKEY_FILE'] as const;
const pairs = [
  ['NATS_USER', 'NATS_PASSWORD'],
  ['NATS_TLS_CERT_FILE', 'NATS_TLS_KEY_FILE'],
] as const;
const needUrl = [
  ...logins,
  'NATS_PASSWORD',
  'NATS_TLS_CA_FILE',
  'NATS_TLS_CERT_FILE',
  'NATS_TLS_KEY_FILE',
] as const;

export interface NatsAccess {
  replicas: number;
  login: NatsLogin;
}

/** Replicas and login for the broker. Throws a SettingsError that names each invalid setting and no secret. */
export function readNatsAccess(settings: NatsSettings): NatsAccess {
  const errors = [...contradictions(settings), ...unfitFiles(settings)];
  if (errors.length > 0) throw new SettingsError(errors);
  const { NATS_USER: user, NATS_PASSWORD: password } = settings;
  return {
    replicas: settings.NATS_REPLICAS,
    login: {
      user,
      password,
      credsFile: settings.NATS_CREDS_FILE,
      nkeyFile: settings.NATS_NKEY_FILE,
      caFile: settings.NATS_TLS_CA_FILE,
      certFile: settings.NATS_TLS_CERT_FILE,
      keyFile: settings.NATS_TLS_KEY_FILE,
    },
  };
}

function contradictions(settings: NatsSettings): string[] {
  const errors: string[] = [];
  if (settings.NATS_URL === undefined) {
    const idle = needUrl.filter((name) => settings[name] !== undefined);
    if (idle.length > 0) return idle.map((name) => `${name} is set, but NATS_URL is not.`);
  }
  for (const [one, other] of pairs) {
    if ((settings[one] === undefined) === (settings[other] === undefined)) continue;
    const [given, absent] = settings[one] === undefined ? [other, one] : [one, other];
    errors.push(`${absent} is required when ${given} is set.`);
  }
  const [first, second] = logins.filter((name) => settings[name] !== undefined);
  if (first && second) errors.push(`${first} and ${second} are both set: set only one of them.`);
  return errors;
}

/** Validates the files at the start, not at the first reconnect. */
function unfitFiles(settings: NatsSettings): string[] {
  const errors: string[] = [];
  const read = (name: keyof NatsSettings): Buffer | undefined => {
    const file = settings[name];
    if (file === undefined) return undefined;
    try {
      return readFileSync(String(file));
    } catch (error) {
      errors.push(`${name} cannot be read (${(error as { code?: string }).code}).`);
      return undefined;
    }
  };
  const fits = (name: string, what: string, use: () => unknown) => {
    try {
      use();
    } catch {
      errors.push(`${name} is not ${what}.`);
    }
  };
  const creds = read('NATS_CREDS_FILE');
  if (creds) fits('NATS_CREDS_FILE', 'a creds file', () => credsAuthenticator(creds)('nonce'));
  const nkeyFile = settings.NATS_NKEY_FILE;
  if (nkeyFile && read('NATS_NKEY_FILE'))
    fits('NATS_NKEY_FILE', 'the seed of an nkey', () =>
      nkeyAuthenticator(readSeed(nkeyFile))('nonce'),
    );
  const ca = read('NATS_TLS_CA_FILE');
  if (ca) fits('NATS_TLS_CA_FILE', 'a certificate', () => new X509Certificate(ca));
  const cert = read('NATS_TLS_CERT_FILE');
  const key = read('NATS_TLS_KEY_FILE');
  if (cert && key)
    fits('NATS_TLS_CERT_FILE', 'the certificate of NATS_TLS_KEY_FILE', () =>
      createSecureContext({ cert, key }),
    );
  return errors;
}
