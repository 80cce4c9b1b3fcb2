/** The registry's host objects (RFC 5732), which domains use as nameservers. */

import { isIP } from 'node:net';
import type { Host, HostAddress } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { isDomainName } from './domain.ts';
import { RegistryError } from './registry-error.ts';

export interface HostUpdate {
  readonly addAddresses: readonly HostAddress[];
  readonly removeAddresses: readonly HostAddress[];
  readonly addStatuses: readonly string[];
  readonly removeStatuses: readonly string[];
}

const maxAddresses = 13;
const settable = ['clientDeleteProhibited', 'clientUpdateProhibited'];
/** The other registrar's nameservers always exist. */
const otherRegistrarHosts = /^ns[12]-[0-9a-f]{4}\.other-registrar\.example$/;

export function hostExists(context: SandboxContext, name: string): boolean {
  return otherRegistrarHosts.test(name) || context.store.table('hosts').has(name);
}

export function getHost(context: SandboxContext, name: string): Host {
  const host = context.store.table('hosts').get(name);
  if (host) return host;
  if (otherRegistrarHosts.test(name))
    throw new RegistryError(2201, 'Another registrar sponsors this host.');
  throw new RegistryError(2303, `The host ${name} does not exist.`);
}

/** Whether a domain uses the host. */
function isLinked(context: SandboxContext, name: string): boolean {
  for (const domain of context.store.table('domains').values()) {
    if (domain.nameservers.includes(name)) return true;
  }
  return false;
}

/** RFC 5732 section 2.3: linked may be combined with other statuses, ok only with linked. */
export function displayedHostStatuses(context: SandboxContext, host: Host): string[] {
  const shown = [...(host.statuses.length > 0 ? host.statuses : ['ok'])];
  if (isLinked(context, host.name)) shown.push('linked');
  return shown;
}

export function createHost(
  context: SandboxContext,
  name: string,
  addresses: readonly HostAddress[],
): Host {
  if (!isDomainName(name)) throw new RegistryError(2005, `${name} is not a host name.`);
  if (hostExists(context, name)) throw new RegistryError(2302, `The host ${name} exists.`);
  const inside = parentOfOurs(context, name);
  if (inside && addresses.length === 0) {
    throw new RegistryError(2003, `A host under ${inside} needs an address.`);
  }
  if (!inside && addresses.length > 0) {
    throw new RegistryError(
      2306,
      'A host outside the domains of this registrar has no address here.',
    );
  }
  const host: Host = {
    name,
    roid: `H${context.store.nextNumber('host')}-NLSBX`,
    addresses: validateAddresses(addresses),
    statuses: [],
    registrar: context.registrar.id,
    createdAt: context.clock.now().toISOString(),
    updatedAt: null,
  };
  context.store.commit(['hosts', name, host]);
  return host;
}

export function updateHost(context: SandboxContext, name: string, update: HostUpdate): Host {
  const host = getHost(context, name);
  const lifts = update.removeStatuses.includes('clientUpdateProhibited');
  if (host.statuses.includes('clientUpdateProhibited') && !lifts) {
    throw new RegistryError(2304, 'The status clientUpdateProhibited prohibits this.');
  }
  const foreign = [...update.addStatuses, ...update.removeStatuses].find(
    (s) => !settable.includes(s),
  );
  if (foreign) throw new RegistryError(2306, `A registrar cannot set or remove ${foreign}.`);
  const gone = new Set(update.removeAddresses.map((each) => each.address));
  const left = host.addresses.filter((each) => !gone.has(each.address));
  const changed: Host = {
    ...host,
    addresses: validateAddresses([...left, ...update.addAddresses]),
    statuses: [
      ...new Set([
        ...host.statuses.filter((status) => !update.removeStatuses.includes(status)),
        ...update.addStatuses,
      ]),
    ],
    updatedAt: context.clock.now().toISOString(),
  };
  context.store.commit(['hosts', name, changed]);
  return changed;
}

export function deleteHost(context: SandboxContext, name: string): void {
  const host = getHost(context, name);
  if (host.statuses.includes('clientDeleteProhibited')) {
    throw new RegistryError(2304, 'The status clientDeleteProhibited prohibits this.');
  }
  if (isLinked(context, name)) throw new RegistryError(2305, 'Domains still use this host.');
  context.store.commit(['hosts', name, null]);
}

/** The domain of our registrar that contains the host, if any. */
function parentOfOurs(context: SandboxContext, name: string): string | null {
  const labels = name.split('.');
  for (let from = 1; from < labels.length - 1; from += 1) {
    const parent = labels.slice(from).join('.');
    if (context.store.table('domains').get(parent)?.registrar === context.registrar.id)
      return parent;
  }
  return null;
}

function validateAddresses(addresses: readonly HostAddress[]): HostAddress[] {
  for (const { ip, address } of addresses) {
    if (isIP(address) === (ip === 'v4' ? 4 : 6)) continue;
    throw new RegistryError(2005, `${address} is not an IP${ip} address.`);
  }
  const unique = new Map(addresses.map((each) => [each.address, each]));
  if (unique.size > maxAddresses) {
    throw new RegistryError(2306, `A host has at most ${maxAddresses} addresses.`);
  }
  return [...unique.values()];
}
