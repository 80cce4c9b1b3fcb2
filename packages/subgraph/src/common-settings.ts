/** Settings of every service. */

import { natsSettings } from '@nameloan/messaging/nats/nats-settings';
import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import { setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const commonSettings = z.object({
  /** Port of the internal HTTP server; 0 picks a free one. */
  PORT: setting.port(0),
  HOST: z.string().default('127.0.0.1'),
  MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, 'not a MongoDB URL'),
  /** Prefix of the service's database name. */
  DATABASE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/, 'not a database prefix')
    .default('nameloan_'),
  /** `off`: only the migration step creates collections and indexes, and a start waits for it. */
  MIGRATIONS: setting.onOff('on'),
  ...natsSettings,
  ...metricsSettings,
  ...drainSettings,
  INTERNAL_SECRET: setting.secret(),
  /** A second accepted secret during a rotation: the former or the next one. */
  INTERNAL_SECRET_ALSO: setting.secret().optional(),
  /** `off` for load tests only: no rate limits, no quotas. */
  RATE_LIMITS: setting.onOff('on'),
  PUBLIC_URL: setting.url().default('http://localhost:4000'),
  NAMELOAN_SANDBOX: setting.onOff('off'),
  /** Control API of the sandbox; required when it is on. */
  SANDBOX_URL: z.string().optional(),
  SANDBOX_SECRET: z.string().optional(),
  /** Base URL of an OTLP/HTTP collector for traces; absent: no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type CommonSettings = z.output<typeof commonSettings>;
