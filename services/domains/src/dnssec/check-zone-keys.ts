/**
 * Checks whether nameservers serve a zone that its DS records match, by asking each of them for the zone's keys. A
 * resolver's answer would come from the present nameservers or a cache.
 */

import { BlockList, isIPv6 } from 'node:net';
import { findAgreed } from '../dns/find-parent-servers.ts';
import { queryServer } from '../dns/query-server.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { DsRecord } from './ds-record.ts';
import { matchesDs } from './match-key.ts';

export interface ZoneQuery {
  /** As A-labels. */
  readonly zone: string;
  readonly ds: readonly DsRecord[];
  /** Every one of them must serve a matching key. */
  readonly nameservers: readonly string[];
  /** Find the nameservers' addresses, unless `zoneServers` names the servers to ask as `host:port`. */
  readonly resolvers: readonly Resolver[];
  readonly zoneServers?: readonly string[] | undefined;
  /** For each query. */
  readonly timeoutMs: number;
}

/** The first nameserver that serves no matching key, or that did not answer. */
export type ZoneResult =
  | { readonly kind: 'SIGNED' }
  | { readonly kind: 'BROKEN' | 'UNCLEAR'; readonly nameserver: string };

const codeMask = 15;
const port = 53;

/** Never throws; resolves within two timeouts. */
export async function checkZoneKeys(query: ZoneQuery): Promise<ZoneResult> {
  const results = await Promise.all(
    query.nameservers.map(async (nameserver) => ({
      nameserver,
      kind: await checkNameserver(query, nameserver),
    })),
  );
  const worst =
    results.find(({ kind }) => kind === 'BROKEN') ?? results.find(({ kind }) => kind === 'UNCLEAR');
  return worst?.kind === 'BROKEN' || worst?.kind === 'UNCLEAR'
    ? { kind: worst.kind, nameserver: worst.nameserver }
    : { kind: 'SIGNED' };
}

async function checkNameserver(query: ZoneQuery, nameserver: string) {
  const { zone, ds, timeoutMs } = query;
  const server = await findServer(query, nameserver);
  if (server === undefined) return 'UNCLEAR';
  try {
    const question = { name: zone, type: 'DNSKEY', server, authoritative: true } as const;
    const { flags = 0, answers = [] } = await queryServer(question, timeoutMs);
    if ((flags & codeMask) !== 0) return 'BROKEN';
    const isSigned = answers.some(
      (one) =>
        one.type === 'DNSKEY' && one.name.toLowerCase() === zone && matchesDs(zone, one.data, ds),
    );
    return isSigned ? 'SIGNED' : 'BROKEN';
  } catch {
    return 'UNCLEAR';
  }
}

/** The server to ask; undefined without a public address on which the resolvers agree. */
async function findServer(
  { resolvers, zoneServers, timeoutMs }: ZoneQuery,
  nameserver: string,
): Promise<string | undefined> {
  if (zoneServers) return zoneServers[0];
  const lookup = { resolvers, timeoutMs };
  for (const type of ['A', 'AAAA'] as const) {
    const addresses = await findAgreed(lookup, { name: nameserver, type });
    const address = addresses.find(isPublicAddress);
    if (address !== undefined)
      return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
  }
  return undefined;
}

/** Special-purpose networks (RFC 6890): an owner must not choose which machine of the operator is queried. */
const specialNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  specialNetworks.addSubnet(network, bits, 'ipv4');

/** Of IPv6, only global unicast is public. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
/** 6to4 and Teredo contain IPv4 addresses. */
const tunnels = new BlockList();
tunnels.addSubnet('2001::', 32, 'ipv6');
tunnels.addSubnet('2002::', 16, 'ipv6');
tunnels.addSubnet('2001:db8::', 32, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !specialNetworks.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');
}
