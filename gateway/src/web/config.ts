/** Settings of the web app's server; the only file here that reads the environment. */

import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const webSettings = defineSettings({
  /** 0 picks a free port. */
  PORT: setting.port(4000),
  HOST: z.string().default('127.0.0.1'),
  /** Folder of the built web app. */
  WEB_DIR: z.string().min(1),
  /** The product's public URL. With https, HSTS is sent. */
  PUBLIC_URL: setting.url().optional(),
  /** The sandbox's public URL, shown on the developers page; absent without a sandbox. */
  SANDBOX_PUBLIC_URL: setting.url().optional(),
  ...metricsSettings,
  ...drainSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type WebSettings = z.output<(typeof webSettings)['shape']>;

/** The environment of this process. */
export const readEnvironment = (): Environment => process.env;
