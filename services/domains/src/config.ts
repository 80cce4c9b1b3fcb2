/** Settings of the domains service; the only place that knows their names. */

import type { KeyObject } from 'node:crypto';
import type { Environment } from '@nameloan/runtime/settings';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';
import { readKeySettings } from './connect/signing-key.ts';
import { parseResolver } from './dns/resolver.ts';
import type { ConnectionSettings } from './registrar/registrar-file.ts';
import { defaultConnectionId, readRegistrarFile } from './registrar/registrar-file.ts';

const shownDefault = 'required without `REGISTRARS_FILE`';
const server = /^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\]):\d{1,5}$/;
const resolver = /^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\]):\d{1,5}(#trusted)?$/;

const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const settings = defineSettings({
  DNS_RESOLVERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((those) => those.every((one) => resolver.test(one)), 'not a list of host:port')
    .transform((those) => those.map(parseResolver))
    .describe(
      'DNS resolvers that every proof check queries, `host:port` separated by commas; all must agree. `#trusted` after one: its DNSSEC validation counts, because it runs on this machine or is reached over an authenticated channel.',
    ),
  DNS_PARENT_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((those) => those.every((one) => server.test(one)), 'not a list of host:port')
    .optional()
    .meta({
      description:
        'Name servers that are queried for the delegation of every name, `host:port` separated by commas.',
      shownDefault: 'two servers of the parent zone, found through the resolvers',
    }),
  DNS_ZONE_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((those) => those.every((one) => server.test(one)), 'not a list of host:port')
    .optional()
    .meta({
      description:
        'Name servers that are queried for the keys of every signed domain before its nameservers change, `host:port` separated by commas.',
      shownDefault: 'the new nameservers',
      internal: true,
    }),
  PROOF_HOST: z.string().max(150).regex(hostName, 'not a host name in lower case').optional().meta({
    description:
      'Domain of the operator under which accounts have names for proofs by CNAME (`TOKEN.dcv.`) and by nameservers (`TOKEN.ns1.`, `TOKEN.ns2.`), in a zone that only the operator controls.',
    shownDefault: 'these two proofs are not offered',
  }),
  DNS_TIMEOUT_MS: setting.milliseconds(4000).describe('Timeout of one DNS query.'),
  REGISTRARS_FILE: z.string().min(1).optional().meta({
    description:
      'JSON file with the registrar connections and their suffixes ([registrars.md](../registrars.md)); with it `EPP_HOST`, `EPP_PORT`, `EPP_CLIENT_ID`, `EPP_PASSWORD`, `EPP_CA`, `EPP_SERVERNAME` and `EPP_SESSIONS` are not used.',
    shownDefault: 'one connection for all suffixes, from the `EPP_` settings',
  }),
  EPP_HOST: z.string().min(1).optional().meta({ description: 'The registry.', shownDefault }),
  EPP_PORT: setting.port(700).describe('Port of the registry.'),
  EPP_CLIENT_ID: z
    .string()
    .min(3)
    .max(16)
    .optional()
    .meta({ description: 'The platform’s registrar account.', shownDefault }),
  EPP_PASSWORD: z
    .string()
    .min(8)
    .max(64)
    .optional()
    .meta({ description: 'Password of the registrar account.', secret: true, shownDefault }),
  EPP_CA: setting.pem().optional().meta({
    description: 'PEM of the authority that issued the registry’s certificate.',
    shownDefault: 'the system’s authorities',
  }),
  EPP_SERVERNAME: z
    .string()
    .optional()
    .meta({ description: 'Name in the registry’s certificate.', shownDefault: '`EPP_HOST`' }),
  EPP_TIMEOUT_MS: setting
    .milliseconds(6000)
    .describe(
      'Timeout of one response; a command waits three times as long in the queue and for a connection.',
    ),
  EPP_SESSIONS: z.coerce.number().int().min(1).max(100).optional().meta({
    description: 'Maximum of concurrent sessions at the registry, shared by all replicas.',
    shownDefault: 'one per replica',
  }),
  SUFFIXES_FILE: z.string().min(1).optional().meta({
    description:
      'JSON file with the suffixes that the platform can hold, its fees and the dated rules of transfers; replaces the included file.',
    shownDefault: '`services/domains/src/suffix/suffixes.json`',
  }),
  APPRAISER: z.string().min(1).default('none').meta({
    description:
      '`built-in`, `none`, or a module whose export `appraiser` has `appraise(name, at)`.',
    shownDefault: '`built-in` with the sandbox, otherwise `none`',
  }),
  EPP_POLL_MS: setting
    .milliseconds(30_000)
    .describe('Interval at which the registry’s messages are fetched.'),
  EPP_RESTING_POLL_MS: z.coerce.number().int().min(1).optional().meta({
    description: 'The interval after a minute without transfer activity.',
    shownDefault: '`EPP_POLL_MS`',
  }),
  RDAP_BOOTSTRAP_URL: setting.url().default('https://data.iana.org/rdap/dns.json').meta({
    description:
      'Bootstrap file of RDAP (RFC 9224), which names the server of each TLD. When set, it is used instead of the sandbox’s.',
    shownDefault: 'IANA’s, or the sandbox’s',
  }),
  RDAP_PLAIN_HTTP: setting.onOff('off').meta({
    description: '`on`: accepts an http address in `RDAP_BOOTSTRAP_URL`, as the sandbox has.',
    internal: true,
  }),
  DOMAIN_CONNECT_PROVIDER: z
    .string()
    .max(150)
    .regex(hostName, 'not a host name in lower case')
    .optional()
    .meta({
      description:
        'The operator’s provider id in its Domain Connect template, which is a domain of the operator ([domain-connect.md](../domain-connect.md)).',
      shownDefault: 'Domain Connect is off',
    }),
  DOMAIN_CONNECT_SERVICE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'not a service id')
    .default('domain-verification')
    .describe('The service id of the template.'),
  DOMAIN_CONNECT_KEY: setting.pem().optional().meta({
    description: 'PEM of the private RSA key that signs requests to DNS providers.',
    secret: true,
    shownDefault: 'none',
  }),
  DOMAIN_CONNECT_KEY_FILE: z.string().min(1).optional().meta({
    description: 'Path of a file with that key, instead of `DOMAIN_CONNECT_KEY`.',
    shownDefault: 'none',
  }),
  DOMAIN_CONNECT_KEY_LABEL: z
    .string()
    .regex(/^_?[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/, 'not a label in lower case')
    .default('dc1')
    .describe('Label of the TXT records with the public key; a new key gets another one.'),
  DOMAIN_CONNECT_KEY_HOST: z
    .string()
    .max(150)
    .regex(hostName, 'not a host name in lower case')
    .optional()
    .meta({
      description: 'Domain under which that label is: `syncPubKeyDomain` of the template.',
      shownDefault: '`DOMAIN_CONNECT_PROVIDER`',
    }),
})
  .withSandboxDefaults({ APPRAISER: 'built-in' })
  .withCheck((environment) => [...readConnections(environment), ...readConnectKey(environment)]);

let connections: readonly ConnectionSettings[] | undefined;

let signingKey: KeyObject | undefined;

/** Undefined: Domain Connect is off. */
export const connectKey = (): KeyObject | undefined => signingKey;

function readConnectKey(environment: Environment): string[] {
  const { key, errors } = readKeySettings(environment);
  signingKey = key;
  return errors;
}

/** The connections of the file, or the one of the `EPP_` settings. */
export function connectionSettings(): readonly ConnectionSettings[] {
  connections ??= [defaultConnection()];
  return connections;
}

/** Undefined for a connection that the file does not contain. */
export function findConnection(id: string): ConnectionSettings | undefined {
  return connectionSettings().find((one) => one.id === id);
}

function readConnections(environment: Environment): string[] {
  const { REGISTRARS_FILE: path } = environment;
  connections = undefined;
  if (!path)
    return ['EPP_HOST', 'EPP_CLIENT_ID', 'EPP_PASSWORD']
      .filter((name) => !environment[name])
      .map((name) => `${name} is required.`);
  const file = readRegistrarFile(path, environment);
  connections = file.connections;
  return file.errors;
}

function defaultConnection(): ConnectionSettings {
  const set = settings.value;
  return {
    id: defaultConnectionId,
    kind: 'epp',
    profile: 'rfc',
    holder: 'borrower',
    suffixes: '*',
    host: set.EPP_HOST ?? '',
    port: set.EPP_PORT,
    clientId: set.EPP_CLIENT_ID ?? '',
    password: set.EPP_PASSWORD ?? '',
    ca: set.EPP_CA,
    servername: set.EPP_SERVERNAME,
    sessions: set.EPP_SESSIONS,
  };
}
