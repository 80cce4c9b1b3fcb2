/** Settings of the domains service; the only place that knows their names. */

import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';
import { parseResolver } from './dns/resolver.ts';

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
  PROOF_HOST: z.string().max(150).regex(hostName, 'not a host name in lower case').optional().meta({
    description:
      'Domain of the operator under which accounts have names for proofs by CNAME (`TOKEN.dcv.`) and by nameservers (`TOKEN.ns1.`, `TOKEN.ns2.`), in a zone that only the operator controls.',
    shownDefault: 'these two proofs are not offered',
  }),
  DNS_TIMEOUT_MS: setting.milliseconds(4000).describe('Timeout of one DNS query.'),
  EPP_HOST: z.string().min(1).describe('The registry.'),
  EPP_PORT: setting.port(700).describe('Port of the registry.'),
  EPP_CLIENT_ID: z.string().min(3).max(16).describe('The platform’s registrar account.'),
  EPP_PASSWORD: z
    .string()
    .min(8)
    .max(64)
    .meta({ description: 'Password of the registrar account.', secret: true }),
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
}).withSandboxDefaults({ APPRAISER: 'built-in' });
