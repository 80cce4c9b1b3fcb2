/** Where others on the network find a process that listens on every address it has, as one in a container does. */

import type { AddressInfo, Server } from 'node:net';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const everyAddress = new Set(['0.0.0.0', '::']);

/** The host as it stands in a URL: of "every address" the first that leads here from outside, else loopback. */
export function reachableHost(host: string, interfaces = networkInterfaces()): string {
  if (!everyAddress.has(host)) return bracketed(host);
  const outer = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const found = outer.find(({ family }) => family === 'IPv4') ?? outer[0];
  return bracketed(found?.address ?? '127.0.0.1');
}

/** Of a server that listens, bound to `host`. */
export const reachableUrl = (server: Server, host: string) =>
  `http://${reachableHost(host)}:${(server.address() as AddressInfo).port}`;

const bracketed = (host: string) => (isIPv6(host) ? `[${host}]` : host);
