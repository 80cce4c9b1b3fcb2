/** Settings of the web app's server; the only file here that reads the environment. */

import { drainSettings } from '@nameloan/runtime/end-on-signal';
import { metricsSettings } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

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
  ...metricsSettings,
  ...drainSettings,
  LOG_LEVEL: setting.logLevel('info'),
});

export type WebSettings = z.output<(typeof webSettings)['shape']>;

/** The environment of this process. */
export const readEnvironment = (): Environment => process.env;
