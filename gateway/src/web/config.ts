/** Settings of the web app's server; the only file here that reads the environment. */

import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

/** The same for gateway and web app. */
export const addressPerMinute = () =>
  z.coerce
    .number()
    .int()
    .min(1)
    .default(3000)
    .describe('Requests per minute from one address, over all gateways; four times as many files.');

export const webSettings = defineSettings({
  PORT: setting.port(4000).describe('Public port; 0 picks a free one.'),
  HOST: setting.host(),
  WEB_DIR: z.string().min(1).describe('Folder of the built web app.'),
  PUBLIC_URL: setting.origin().optional().meta({
    description: 'Address of the product; with https, HSTS is sent.',
    shownDefault: '`http://localhost:PORT`',
  }),
  SANDBOX_PUBLIC_URL: setting
    .url()
    .optional()
    .describe('Public address of the sandbox, for the developers’ page.'),
  TRUST_PROXY: setting
    .proxies()
    .optional()
    .describe(
      'Proxies whose X-Forwarded-For is trusted: addresses, networks (at least /13, IPv6 /32), `loopback` or `linklocal`, separated by commas.',
    ),
  RATE_LIMITS: setting.rateLimits(),
  RATE_LIMIT_ADDRESS_PER_MINUTE: addressPerMinute(),
  ...metricsSettings,
  ...drainSettings,
  LOG_LEVEL: setting.logLevel('info'),
});

export type WebSettings = z.output<(typeof webSettings)['shape']>;

/** The environment of this process. */
export const readEnvironment = (): Environment => process.env;
