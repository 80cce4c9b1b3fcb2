/** The gateway's settings; the only reader of the environment here. */

import { natsSettings } from '@nameloan/service/bus/nats-settings.ts';
import { drainSettings } from '@nameloan/service/end-on-signal.ts';
import { metricsSettings } from '@nameloan/service/metrics.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { defineSettings, setting } from '@nameloan/service/settings.ts';
import { z } from 'zod';

const perMinute = (standard: number) => z.coerce.number().int().min(1).default(standard);

/** Browsers send an origin without a path: one with a final slash would silently never match. */
function areOrigins(text: string): boolean {
  const named = text.split(',').map((one) => one.trim());
  return named.every(
    (one) => one === '' || (/^https?:/.test(one) && URL.parse(one)?.origin === one),
  );
}

export const gatewaySettings = defineSettings({
  /** Public door; 0 picks a free port. */
  PORT: setting.port(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: setting.url().optional(),
  /** Folder of the built web app; absent: programs only. */
  WEB_DIR: z.string().min(1).optional(),
  /** A supergraph to serve instead of the one that was built in; taken anew whenever it changes. */
  SUPERGRAPH_FILE: z.string().min(1).optional(),
  ...metricsSettings,
  ...drainSettings,
  INTERNAL_SECRET: setting.secret(),
  /** A second secret that is understood while it is changed; docs/keys.md. */
  INTERNAL_SECRET_ALSO: setting.secret().optional(),
  /** Proxies whose X-Forwarded-For is believed: addresses, networks or names like `loopback`, with commas. */
  TRUST_PROXY: setting.proxies().optional(),
  /** Live signals come over it. */
  ...natsSettings,
  IDENTITY_URL: setting.url().default('http://127.0.0.1:4001'),
  DOMAINS_URL: setting.url().default('http://127.0.0.1:4002'),
  LENDING_URL: setting.url().default('http://127.0.0.1:4003'),
  PAYMENTS_URL: setting.url().default('http://127.0.0.1:4004'),
  NOTIFICATIONS_URL: setting.url().default('http://127.0.0.1:4005'),
  /** After this a service that has not answered counts as down. */
  SUBGRAPH_TIMEOUT_MS: setting.milliseconds(15_000),
  RATE_LIMITS: setting.onOff('on'),
  RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute(3000),
  RATE_LIMIT_ACCOUNT_PER_MINUTE: perMinute(3000),
  /** Other origins whose pages may call, with commas; none by default. */
  CORS_ORIGINS: z
    .string()
    .refine(areOrigins, 'not a list of origins like https://example.com')
    .default(''),
  /** Whether clients may ask the GraphQL schema about itself. */
  GRAPHQL_INTROSPECTION: setting.onOff('off'),
  /** Base URL of an OTLP/HTTP collector for traces; absent: no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url().optional(),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type GatewaySettings = z.output<(typeof gatewaySettings)['shape']>;

/** What the process was started with. */
export const readEnvironment = (): Environment => process.env;

/** Apollo's gateway sends figures to its maker and probes the cloud's metadata unless this stands. */
export function turnTelemetryOff(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
