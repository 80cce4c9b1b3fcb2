/** Whether an address belongs to the public internet, to which addresses chosen by strangers must lead. */

import ipaddr from 'ipaddr.js';

/** False for private, loopback, link-local, documentation, multicast and translated addresses, and for other text. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'unicast') return false;
  // Only 2000::/3 is assigned as global unicast (RFC 4291).
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}
