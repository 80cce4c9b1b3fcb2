/** The registry's host objects (RFC 5732): the nameservers that domains may point at. */

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
/** The other registrar's nameservers are as old as the domains that point at them. */
const otherRegistrarHosts = /^ns[12]-[0-9a-f]{4}\.other-registrar\.example$/;

export function hostExists(world: SandboxContext, name: string): boolean {
  return otherRegistrarHosts.test(name) || world.store.table('hosts').has(name);
}

export function getHost(world: SandboxContext, name: string): Host {
  const host = world.store.table('hosts').get(name);
  if (host) return host;
  if (otherRegistrarHosts.test(name))
    throw new RegistryError(2201, 'Another registrar sponsors this host.');
  throw new RegistryError(2303, `The host ${name} does not exist.`);
}

/** Which domains point at the host. */
function isLinked(world: SandboxContext, name: string): boolean {
  for (const domain of world.store.table('domains').values()) {
    if (domain.nameservers.includes(name)) return true;
  }
  return false;
}

/** RFC 5732 section 2.3: linked may stand beside others, ok may not. */
export function displayedHostStatuses(world: SandboxContext, host: Host): string[] {
  const shown = [...(host.statuses.length > 0 ? host.statuses : ['ok'])];
  if (isLinked(world, host.name)) shown.push('linked');
  return shown;
}

export function createHost(
  world: SandboxContext,
  name: string,
  addresses: readonly HostAddress[],
): Host {
  if (!isDomainName(name)) throw new RegistryError(2005, `${name} is not a host name.`);
  if (hostExists(world, name)) throw new RegistryError(2302, `The host ${name} exists.`);
  const inside = parentOfOurs(world, name);
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
    roid: `H${world.store.nextNumber('host')}-NLSBX`,
    addresses: validateAddresses(addresses),
    statuses: [],
    registrar: world.registrar.id,
    createdAt: world.clock.now().toISOString(),
    updatedAt: null,
  };
  world.store.commit(['hosts', name, host]);
  return host;
}

export function updateHost(world: SandboxContext, name: string, update: HostUpdate): Host {
  const host = getHost(world, name);
  const lifts = update.removeStatuses.includes('clientUpdateProhibited');
  if (host.statuses.includes('clientUpdateProhibited') && !lifts) {
    throw new RegistryError(2304, 'The status clientUpdateProhibited forbids this.');
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
    updatedAt: world.clock.now().toISOString(),
  };
  world.store.commit(['hosts', name, changed]);
  return changed;
}

export function deleteHost(world: SandboxContext, name: string): void {
  const host = getHost(world, name);
  if (host.statuses.includes('clientDeleteProhibited')) {
    throw new RegistryError(2304, 'The status clientDeleteProhibited forbids this.');
  }
  if (isLinked(world, name)) throw new RegistryError(2305, 'Domains still point at this host.');
  world.store.commit(['hosts', name, null]);
}

/** The domain of ours that the host lies under, if any. */
function parentOfOurs(world: SandboxContext, name: string): string | null {
  const labels = name.split('.');
  for (let from = 1; from < labels.length - 1; from += 1) {
    const parent = labels.slice(from).join('.');
    if (world.store.table('domains').get(parent)?.registrar === world.registrar.id) return parent;
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
