/** Settings of the back end of `npm run dev`, which runs behind the web app's development server. */

import { isIP } from 'node:net';
import { isLoopback } from '@nameloan/runtime/loopback';
import type { Environment } from '@nameloan/runtime/settings';
import type { StartSettings } from '../settings.ts';

export interface DevAddresses {
  settings: StartSettings;
  /** Port of the development server. */
  port: number;
  backEndPort: number;
}

const loopbackOfWildcard: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** HOST stays unchanged, so that the production guard sees whether other machines can reach the back end. */
export function proxiedEnvironment(
  environment: Environment,
  { settings, port, backEndPort }: DevAddresses,
) {
  const { HOST } = settings;
  // The development server connects from the address that both listen on.
  const proxyAddress =
    isIP(HOST) !== 0 && !isLoopback(HOST) && !loopbackOfWildcard[HOST] ? HOST : undefined;
  return {
    ...environment,
    PORT: String(backEndPort),
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${port}`,
    TRUST_PROXY: [settings.TRUST_PROXY, 'loopback', proxyAddress].filter(Boolean).join(','),
    WEB_DIR: 'off',
  };
}

export function proxiedUrl({ settings, backEndPort }: DevAddresses): string {
  const host = loopbackOfWildcard[settings.HOST] ?? settings.HOST;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${backEndPort}`;
}
