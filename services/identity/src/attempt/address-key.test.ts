/** Which addresses count as one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from './address-key.ts';

const cases: [ip: string, key: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['no address', 'no address'],
];

for (const [ip, key] of cases) {
  test(`the address ${JSON.stringify(ip)} counts as ${JSON.stringify(key)}`, () => {
    assert.equal(addressKey(ip), key);
  });
}
