/** The gateway's settings, read from the environment only here. */

import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames, servicePorts } from '@nameloan/contracts/platform';
import { natsSettings } from '@nameloan/messaging/nats/nats-settings';
import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

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
  setting.url().default(`http://127.0.0.1:${servicePorts[name]}`);
const serviceUrlSettings = Object.fromEntries(
  serviceNames.map((name) => [`${name.toUpperCase()}_URL`, serviceUrl(name)]),
) as Record<ServiceUrlName, ReturnType<typeof serviceUrl>>;

export const gatewaySettings = defineSettings({
  /** Public port; 0 picks a free one. */
  PORT: setting.port(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: setting.url().optional(),
  /** Folder of the built web app; without it only the APIs are served. */
  WEB_DIR: z.string().min(1).optional(),
  /** A supergraph to serve instead of the built-in one; reloaded whenever it changes. */
  SUPERGRAPH_FILE: z.string().min(1).optional(),
  ...metricsSettings,
  ...drainSettings,
  INTERNAL_SECRET: setting.secret(),
  /** A second secret that is accepted during rotation; docs/keys.md. */
  INTERNAL_SECRET_ALSO: setting.secret().optional(),
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks or names like `loopback`, separated by commas. */
  TRUST_PROXY: setting.proxies().optional(),
  /** Delivers live signals. */
  ...natsSettings,
  ...serviceUrlSettings,
  /** A service that does not respond within this time counts as down. */
  SUBGRAPH_TIMEOUT_MS: setting.milliseconds(15_000),
  RATE_LIMITS: setting.onOff('on'),
  RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute(3000),
  RATE_LIMIT_ACCOUNT_PER_MINUTE: perMinute(3000),
  /** Other origins that may call the API, separated by commas; none by default. */
  CORS_ORIGINS: z
    .string()
    .refine(areOrigins, 'not a list of origins like https://example.com')
    .default(''),
  /** Whether GraphQL introspection is enabled. */
  GRAPHQL_INTROSPECTION: setting.onOff('off'),
  /** Base URL of an OTLP/HTTP trace collector; without it there is no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url().optional(),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type GatewaySettings = z.output<(typeof gatewaySettings)['shape']>;

/** The environment of the process. */
export const readEnvironment = (): Environment => process.env;

/** Without this, Apollo's gateway sends telemetry to Apollo and probes the cloud's metadata. */
export function disableTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
