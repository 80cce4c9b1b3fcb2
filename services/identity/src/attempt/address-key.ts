/** What counts as one address: an IPv4 address, or the /64 that one IPv6 subscriber has to himself; pure. */

import { isIPv6 } from 'node:net';

export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [plain = ''] = ip.split('%');
  if (!isIPv6(plain)) return ip;
  // URL writes an IPv6 address in its one canonical form (RFC 5952), without dotted quads.
  const host = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = host.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
