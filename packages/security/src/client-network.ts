/** Maps a client's address to the key that rate limits, quotas and known networks share. Pure. */

import ipaddr from 'ipaddr.js';

/** Longer than any address with zone and port. */
const maxAddressLength = 100;
const householdBits = 64;
const unreadable = 'unknown';

/**
 * The canonical key of an address: IPv4 in dotted decimals (also if mapped into IPv6), IPv6 as the /64 of one
 * household or server, like `2001:db8:1:2::/64`. Zone and port are ignored. Every invalid address is the same client,
 * `unknown`, so that an invalid address does not yield a separate key.
 */
export function clientNetwork(ip: string): string {
  const bare = ip.length > maxAddressLength ? '' : withoutPort(ip.trim());
  if (!bare.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return unreadable;
  if (!ipaddr.isValid(bare)) return unreadable;
  const address = ipaddr.process(bare);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, householdBits / 16);
  return `${network.map((part) => part.toString(16)).join(':')}::/${householdBits}`;
}

/** Some proxies write `192.0.2.7:443` and `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
