/** Whether a host name or address is the loopback interface, where traffic needs no encryption. */

import ipaddr from 'ipaddr.js';

/** Accepts `localhost` and addresses, IPv6 also in brackets as in URLs. Other names could resolve to anything. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}
