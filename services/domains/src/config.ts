/** Settings of the domains service; the only place that knows their names. */

import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

const address = /^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\]):\d{1,5}$/;

export const settings = defineSettings({
  /** DNS resolvers that every proof check queries: `host:port`, separated by commas. */
  DNS_RESOLVERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((those) => those.every((one) => address.test(one)), 'not a list of host:port'),
  DNS_TIMEOUT_MS: setting.milliseconds(4000),
  EPP_HOST: z.string().min(1),
  EPP_PORT: setting.port(700),
  EPP_CLIENT_ID: z.string().min(3).max(16),
  EPP_PASSWORD: z.string().min(8).max(64),
  /** PEM of the authority that issued the registry's certificate; default: the system's authorities. */
  EPP_CA: setting.pem().optional(),
  /** Name in the registry's certificate; default: EPP_HOST. */
  EPP_SERVERNAME: z.string().optional(),
  /** Timeout of one response; a command waits three times as long in the queue and for a connection. */
  EPP_TIMEOUT_MS: setting.milliseconds(6000),
  /** Maximum of concurrent sessions at the registry, shared by all replicas; absent: one per replica. */
  EPP_SESSIONS: z.coerce.number().int().min(1).max(100).optional(),
  /** `built-in`, or a module whose export `appraiser` estimates values. */
  APPRAISER: z.string().min(1).default('built-in'),
  /** Interval at which the registry's messages are fetched. */
  EPP_POLL_MS: setting.milliseconds(30_000),
  /** The interval after a minute without transfer activity; default: EPP_POLL_MS. */
  EPP_RESTING_POLL_MS: z.coerce.number().int().min(1).optional(),
});
