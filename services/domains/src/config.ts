/** Settings of the domains service; the only place that knows their names. */

import { defineSettings, setting } from '@nameloan/service/settings.ts';
import { z } from 'zod';

const address = /^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\]):\d{1,5}$/;

export const settings = defineSettings({
  /** Resolvers that a proof asks, all of them: `host:port`, separated by commas. */
  DNS_RESOLVERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((those) => those.every((one) => address.test(one)), 'not a list of host:port'),
  DNS_TIMEOUT_MS: setting.milliseconds(4000),
  EPP_HOST: z.string().min(1),
  EPP_PORT: setting.port(700),
  EPP_CLIENT_ID: z.string().min(3).max(16),
  EPP_PASSWORD: z.string().min(8).max(64),
  /** PEM of the authority that the registry's certificate comes from; default: the system's. */
  EPP_CA: setting.pem().optional(),
  /** Name that the registry's certificate must carry; default: EPP_HOST. */
  EPP_SERVERNAME: z.string().optional(),
  /** For one answer; a command waits three times as long for its turn and a connection. */
  EPP_TIMEOUT_MS: setting.milliseconds(6000),
  /** Sessions that the registry allows the account at once, shared by all replicas; absent: one for each replica. */
  EPP_SESSIONS: z.coerce.number().int().min(1).max(100).optional(),
  /** `built-in`, or a module whose export `appraiser` estimates what a name is worth. */
  APPRAISER: z.string().min(1).default('built-in'),
  /** How often the registry's messages are fetched, in milliseconds. */
  EPP_POLL_MS: setting.milliseconds(30_000),
  /** The same once no transfer has begun or moved for a minute; default: EPP_POLL_MS. */
  EPP_RESTING_POLL_MS: z.coerce.number().int().min(1).optional(),
});
