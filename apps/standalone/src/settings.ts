/** Settings of `npm start`, checked before anything runs. */

import { registrarChoices } from '@nameloan/driver/sandbox-registrars';
import { natsSettings } from '@nameloan/messaging/nats/nats-settings';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const startSettings = z.object({
  PORT: setting
    .port(4000)
    .describe('Port of the gateway, the public entry point; 0 picks a free one.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address of the gateway. An address that isn’t loopback requires `NAMELOAN_SANDBOX`.',
    ),
  SANDBOX_PORT: setting.port(4100).describe('The sandbox’s pages and control API.'),
  ...metricsSettings,
  DATA_DIR: z.string().default('.data').describe('All local state. One process at a time.'),
  TRUST_PROXY: setting
    .proxies()
    .optional()
    .describe(
      'Proxies whose X-Forwarded-For is trusted: addresses, networks (at least /13, IPv6 /32), `loopback` or `linklocal`, separated by commas.',
    ),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'not a MongoDB URL')
    .optional()
    .meta({
      description: 'A real MongoDB, a replica set.',
      shownDefault: '`MONGOD_BINARY`, otherwise the embedded engine',
      secret: true,
    }),
  MONGOD_BINARY: z.string().optional().meta({
    description: 'A `mongod` to start as a private replica set of one node.',
    shownDefault: 'one on the path, if any',
  }),
  NATS_URL: natsSettings.NATS_URL.meta({
    description:
      'NATS with JetStream: one server, or several of one cluster separated by commas. Logins, TLS and replicas: [broker.md](../broker.md).',
    shownDefault: '`NATS_SERVER_BINARY`, otherwise messaging inside the process',
  }),
  NATS_SERVER_BINARY: z.string().optional().meta({
    description: 'A `nats-server` to start.',
    shownDefault: 'one on the path, if any',
  }),
  PUBLIC_URL: setting.origin().optional().meta({
    description: 'Address of the product in mails, contract links and checkout returns.',
    shownDefault: '`http://localhost:PORT`',
  }),
  WEB_DIR: z.string().min(1).optional().meta({
    description: 'Folder of a built web app, or `off` for the API alone.',
    shownDefault: 'built at the start',
  }),
  NAMELOAN_DEMO: setting
    .onOff('on')
    .describe(
      'Demo data on an empty data folder. Where `NAMELOAN_SANDBOX` must be set, demo accounts also need `on`, and get random passwords.',
    ),
  NAMELOAN_SANDBOX: setting
    .onOff('on')
    .describe(
      'Simulates every external system. With `off` the start names each missing setting of a real one. It must be set with `NODE_ENV=production`, a `HOST` that isn’t loopback, a `PUBLIC_URL` that isn’t localhost, or any setting of Stripe, NOWPayments, SMTP or EPP.',
    ),
  SANDBOX_REGISTRAR: z
    .enum(registrarChoices)
    .default('registry')
    .describe(
      'Which simulated registrar accounts hold the names: `registry`, `reseller`, `namecom`, or `mixed` by suffix ([registrars.md](../registrars.md#try-it)).',
    ),
  RATE_LIMITS: setting.rateLimits(),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.traceCollector(),
  LOG_LEVEL: setting.logLevel('warn'),
});

export type StartSettings = z.output<typeof startSettings>;

export function readStartSettings(environment: Environment): StartSettings {
  return readSettings(startSettings, environment);
}
