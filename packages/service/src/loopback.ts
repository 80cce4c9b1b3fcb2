/** Whether a host name or address means this machine: what stays on loopback needs no secrecy on the way. */

import ipaddr from 'ipaddr.js';

/** Takes `localhost` and addresses, IPv6 ones also in brackets as URLs have them. Other names could lead anywhere. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}
