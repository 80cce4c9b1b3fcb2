/** Which addresses count as one client. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './client-network.ts';

const cases: [ip: string, key: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:52100', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.7%1', '192.0.2.7'],
  ['', 'unknown'],
  ['7', 'unknown'],
  ['1.2', 'unknown'],
  ['010.0.0.1', 'unknown'],
  ['0xc0.0.2.7', 'unknown'],
  ['no address', 'unknown'],
  ['192.0.2.256', 'unknown'],
  ['1:2:3', 'unknown'],
  [`fe80::1%${'0'.repeat(1000)}`, 'unknown'],
];

for (const [ip, key] of cases) {
  test(`the address ${JSON.stringify(ip.slice(0, 40))} counts as ${key}`, () => {
    assert.equal(clientNetwork(ip), key);
  });
}
