/** A DNS resolver of the settings, and whether its validation can be relied on. */

import { isIP } from 'node:net';

export interface Resolver {
  /** `host:port` */
  readonly address: string;
  /** Its AD bit counts (RFC 6840 section 5.8), because answers cannot be changed on their way. */
  readonly trusted: boolean;
}

const mark = '#trusted';

/** Reads `host:port` or `host:port#trusted`. A resolver on loopback is trusted without the mark. */
export function parseResolver(text: string): Resolver {
  const marked = text.endsWith(mark);
  const address = marked ? text.slice(0, -mark.length) : text;
  return { address, trusted: marked || isLoopback(address) };
}

function isLoopback(address: string): boolean {
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
