/** Settings of every service. */

import { natsSettings } from '@nameloan/messaging/nats/nats-settings';
import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import { setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const commonSettings = z.object({
  PORT: setting.port(0).meta({
    description: 'Port of the internal HTTP server.',
    shownDefault: 'a free port',
  }),
  HOST: setting.host(),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'not a MongoDB URL')
    .meta({
      description: 'MongoDB, a replica set, with a login for the service’s own database.',
      secret: true,
    }),
  DATABASE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/, 'not a database prefix')
    .default('nameloan_')
    .meta({ description: 'Prefix of the database’s name.', internal: true }),
  MIGRATIONS: setting
    .onOff('on')
    .describe(
      '`off`: only the migration step creates collections and indexes, and a start waits for it.',
    ),
  ...natsSettings,
  ...metricsSettings,
  ...drainSettings,
  INTERNAL_SECRET: setting.internalSecret(),
  INTERNAL_SECRET_ALSO: setting.internalSecretAlso(),
  RATE_LIMITS: setting.rateLimits(),
  PUBLIC_URL: setting
    .origin()
    .default('http://localhost:4000')
    .describe('Address of the product in mails, contract links and checkout returns.'),
  NAMELOAN_SANDBOX: setting
    .onOff('off')
    .describe('`on`: the sandbox simulates every external system and moves the business clock.'),
  SANDBOX_URL: z
    .string()
    .optional()
    .describe('Control API of the sandbox; required while it is on.'),
  SANDBOX_SECRET: z.string().optional().meta({
    description: 'Secret shared with the sandbox; required while it is on.',
    secret: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.traceCollector(),
  LOG_LEVEL: setting.logLevel('info'),
});

export type CommonSettings = z.output<typeof commonSettings>;
