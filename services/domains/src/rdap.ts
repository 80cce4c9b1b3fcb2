/** The service's RDAP client, which reads what registries and registrars publish about a name. */

import { RdapClient } from '@nameloan/rdap/client';
import { SettingsError } from '@nameloan/runtime/settings';
import { traced } from '@nameloan/runtime/trace';
import { settings } from './config.ts';

/** The sandbox needs no protection from many requests. */
const sandboxIntervalMs = 20;

let client: RdapClient | undefined;

const tracedClient: Pick<RdapClient, 'lookUp'> = {
  lookUp: (name, options) =>
    traced('RDAP domain', { kind: 'client' }, () => {
      if (!client) throw new Error('the RDAP client is used before it is opened');
      return client.lookUp(name, options);
    }),
};

export const rdap = () => tracedClient;

/** It connects on demand, so the service starts without any RDAP server. Throws SettingsError. */
export function openRdap(): void {
  const { RDAP_BOOTSTRAP_URL, RDAP_PLAIN_HTTP } = settings.value;
  const isPlain = new URL(RDAP_BOOTSTRAP_URL).protocol === 'http:';
  if (isPlain && RDAP_PLAIN_HTTP === 'off')
    throw new SettingsError(['RDAP_BOOTSTRAP_URL must be https; only the sandbox uses http.']);
  // With a real bootstrap file, answers must not lead to this machine, even while the sandbox is on.
  client = new RdapClient({
    bootstrapUrl: RDAP_BOOTSTRAP_URL,
    allowLoopbackHttp: isPlain,
    ...(isPlain && { startIntervalMs: sandboxIntervalMs }),
  });
}

export async function closeRdap(): Promise<void> {
  await client?.close();
  client = undefined;
}
