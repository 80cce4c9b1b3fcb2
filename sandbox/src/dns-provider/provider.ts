/** The state of the simulated DNS provider: which domains it hosts, and whether it has the product's template. */

import { canonicalName, getTxt, setRecords } from '../dns/zone.ts';
import type { SandboxContext } from '../sandbox-context.ts';

export interface DnsProvider {
  /** The zones that it hosts, as A-labels. */
  readonly domains: readonly string[];
  /** Whether the product's template is onboarded. */
  readonly template: boolean;
}

export const providerPath = '/dns-provider';
export const providerName = 'Sandbox DNS';
export const nameservers = ['ns1.dns-provider.example', 'ns2.dns-provider.example'] as const;

const storedKey = 'dnsProvider';
const empty: DnsProvider = { domains: [], template: false };

export function getDnsProvider(context: SandboxContext): DnsProvider {
  return (context.store.table('values').get(storedKey) as DnsProvider | undefined) ?? empty;
}

/**
 * Replaces the hosted domains. Each is delegated to the provider and names it in its zone (Domain Connect section 7); a
 * domain that it hosts no longer loses both.
 */
export function setDnsProvider(
  context: SandboxContext,
  { domains, template }: DnsProvider,
): DnsProvider {
  const hosted = [...new Set(domains.map(canonicalName))];
  for (const name of getDnsProvider(context).domains)
    if (!hosted.includes(name)) leave(context, name);
  for (const name of hosted) {
    setRecords(context, name, { txt: [...getTxt(context, name)], ns: [...nameservers] });
    setRecords(context, discoveryName(name), { txt: [authority(context)] });
  }
  const provider = { domains: hosted, template };
  context.store.commit(['values', storedKey, provider]);
  return provider;
}

const discoveryName = (name: string) => `_domainconnect.${name}`;

function leave(context: SandboxContext, name: string): void {
  const change = getTxt(context, name);
  const kept = { name, txt: change, at: context.clock.now().toISOString() };
  context.store.commit(['dns', name, change.length > 0 ? kept : null]);
  context.store.commit(['dns', discoveryName(name), null]);
}

/** Where the services find it: this machine, or the name that they use for the sandbox. */
function authority({ networkAccess, httpPort }: SandboxContext): string {
  const [host = '127.0.0.1'] = networkAccess.names;
  return `${host}:${httpPort}${providerPath}`;
}
