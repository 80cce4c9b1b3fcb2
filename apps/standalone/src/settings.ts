/** Settings of `npm start`, listed in docs/reference/settings.md and checked before anything runs. */

import { natsSettings } from '@nameloan/messaging/nats/nats-settings';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

const shape = z.object({
  PORT: setting.port(4000),
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: setting.port(4100),
  ...metricsSettings,
  DATA_DIR: z.string().default('.data'),
  TRUST_PROXY: setting.proxies().optional(),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'not a MongoDB URL')
    .optional(),
  MONGOD_BINARY: z.string().optional(),
  NATS_URL: natsSettings.NATS_URL,
  NATS_SERVER_BINARY: z.string().optional(),
  PUBLIC_URL: setting.url().optional(),
  /** A folder that is built already, or `off`: programs only. */
  WEB_DIR: z.string().min(1).optional(),
  NAMELOAN_DEMO: setting.onOff('on'),
  NAMELOAN_SANDBOX: setting.onOff('on'),
  RATE_LIMITS: setting.onOff('on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

export type StartSettings = z.output<typeof shape>;

export function readStartSettings(environment: Environment): StartSettings {
  return readSettings(shape, environment);
}
