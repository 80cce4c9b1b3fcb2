/** Settings of the back end of `npm run dev`, which is behind the web app's development server. */

import { isIP } from 'node:net';
import { isLoopback } from '@nameloan/runtime/loopback';
import type { Environment } from '@nameloan/runtime/settings';
import type { StartSettings } from '../settings.ts';

export interface DevAddresses {
  set: StartSettings;
  /** Of the web's own server. */
  port: number;
  /** Of the back end. */
  behind: number;
}

const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** HOST stays what was written: by it the back end knows whether others can reach its accounts. */
export function proxiedEnvironment(environment: Environment, { set, port, behind }: DevAddresses) {
  const { HOST } = set;
  // Calls from the server in front come from the address that both listen on.
  const own = isIP(HOST) !== 0 && !isLoopback(HOST) && !everywhere[HOST] ? HOST : undefined;
  return {
    ...environment,
    PORT: String(behind),
    PUBLIC_URL: set.PUBLIC_URL ?? `http://localhost:${port}`,
    TRUST_PROXY: [set.TRUST_PROXY, 'loopback', own].filter(Boolean).join(','),
    WEB_DIR: 'off',
  };
}

export function proxiedUrl({ set, behind }: DevAddresses): string {
  const host = everywhere[set.HOST] ?? set.HOST;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${behind}`;
}
