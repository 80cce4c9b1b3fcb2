/** What counts as one client's address: the one key by which rates, quotas and known networks compare; pure. */

import ipaddr from 'ipaddr.js';

/** Longer than any address with its zone and port; what is longer is none. */
const maxAddressLength = 100;
const householdBits = 64;
const unreadable = 'unknown';

/**
 * The canonical key of an address, however it is written: IPv4 as dotted decimals (also where it is mapped into
 * IPv6), IPv6 by the /64 that one household or server has whole, like `2001:db8:1:2::/64`. Zone and port are of no
 * account. All that is no address is one client, `unknown`, so that nobody gets a key of his own by writing nonsense.
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
