/** The URL by which other machines reach a process that listens on all addresses, as in a container. */

import type { AddressInfo, Server } from 'node:net';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const everyAddress = new Set(['0.0.0.0', '::']);

/** The host for a URL; for "all addresses" the first external one, or loopback. */
export function reachableHost(host: string, interfaces = networkInterfaces()): string {
  if (!everyAddress.has(host)) return bracketed(host);
  const outer = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const found = outer.find(({ family }) => family === 'IPv4') ?? outer[0];
  return bracketed(found?.address ?? '127.0.0.1');
}

/** The URL of a listening server bound to `host`. */
export const reachableUrl = (server: Server, host: string) =>
  `http://${reachableHost(host)}:${(server.address() as AddressInfo).port}`;

const bracketed = (host: string) => (isIPv6(host) ? `[${host}]` : host);
