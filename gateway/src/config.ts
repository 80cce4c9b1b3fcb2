/** The gateway's settings, read from the environment only here. */

import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames, servicePorts } from '@nameloan/contracts/platform';
import { natsSettings } from '@nameloan/messaging/nats/nats-settings';
import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';
import { addressPerMinute } from './web/config.ts';

const perMinute = (defaultValue: number) => z.coerce.number().int().min(1).default(defaultValue);

/** Browsers send origins without a path, so an origin with a trailing slash would never match. */
function areOrigins(text: string): boolean {
  const list = text.split(',').map((one) => one.trim());
  return list.every(
    (one) => one === '' || (/^https?:/.test(one) && URL.parse(one)?.origin === one),
  );
}

type ServiceUrlName = `${Uppercase<ServiceName>}_URL`;
const serviceUrl = (name: ServiceName) =>
  setting.url().default(`http://127.0.0.1:${servicePorts[name]}`).describe(`Base URL of ${name}.`);
const serviceUrlSettings = Object.fromEntries(
  serviceNames.map((name) => [`${name.toUpperCase()}_URL`, serviceUrl(name)]),
) as Record<ServiceUrlName, ReturnType<typeof serviceUrl>>;

export const gatewaySettings = defineSettings({
  PORT: setting.port(4000).describe('Public port; 0 picks a free one.'),
  HOST: setting.host(),
  PUBLIC_URL: setting.origin().optional().meta({
    description: 'Address of the product; with https, HSTS is sent.',
    shownDefault: '`http://localhost:PORT`',
  }),
  WEB_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the built web app; without it only the APIs are served.'),
  SUPERGRAPH_FILE: z.string().min(1).optional().meta({
    description: 'A supergraph to serve, reloaded whenever it changes.',
    shownDefault: 'the built-in one',
  }),
  ...metricsSettings,
  ...drainSettings,
  INTERNAL_SECRET: setting.internalSecret(),
  INTERNAL_SECRET_ALSO: setting.internalSecretAlso(),
  TRUST_PROXY: setting
    .proxies()
    .optional()
    .describe(
      'Proxies whose X-Forwarded-For is trusted: addresses, networks (at least /13, IPv6 /32), `loopback` or `linklocal`, separated by commas.',
    ),
  ...natsSettings,
  ...serviceUrlSettings,
  SUBGRAPH_TIMEOUT_MS: setting
    .milliseconds(15_000)
    .describe('A service that does not respond within this time counts as down.'),
  RATE_LIMITS: setting.rateLimits(),
  RATE_LIMIT_ADDRESS_PER_MINUTE: addressPerMinute(),
  RATE_LIMIT_ACCOUNT_PER_MINUTE: perMinute(3000).describe(
    'Requests per minute of one account, over all gateways.',
  ),
  CORS_ORIGINS: z
    .string()
    .refine(areOrigins, 'not a list of origins like https://example.com')
    .default('')
    .describe('Other origins that may call the API, separated by commas.'),
  GRAPHQL_INTROSPECTION: setting.onOff('off').describe('`on` lets GraphQL tools read the schema.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.traceCollector(),
  NODE_ENV: z
    .string()
    .default('development')
    .describe('`production` rejects settings and data that are meant for trials.'),
  LOG_LEVEL: setting.logLevel('info'),
});

export type GatewaySettings = z.output<(typeof gatewaySettings)['shape']>;

/** The environment of the process. */
export const readEnvironment = (): Environment => process.env;

/** Without this, Apollo's gateway sends telemetry to Apollo and probes the cloud's metadata. */
export function disableTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
