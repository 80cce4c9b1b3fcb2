/** Guards which servers are queried for a zone's keys, and that silence never counts as a signed zone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkZoneKeys, isPublicAddress } from './check-zone-keys.ts';

const ds = [{ keyTag: 7, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }];

test('only public addresses are queried', () => {
  for (const address of ['9.9.9.9', '198.41.0.4', '2620:fe::fe', '2a00:1450::1'])
    assert.equal(isPublicAddress(address), true, address);
  for (const address of [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::1', 'fe80::1', 'fc00::1'],
    ...['::ffff:127.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001::1', '2001:db8::1'],
  ])
    assert.equal(isPublicAddress(address), false, address);
});

test('a nameserver that cannot be found or that does not answer is unclear', async () => {
  const query = { zone: 'harbor.example', ds, nameservers: ['ns1.harbor.example'], timeoutMs: 200 };
  const unclear = { kind: 'UNCLEAR', nameserver: 'ns1.harbor.example' };
  assert.deepEqual(await checkZoneKeys({ ...query, resolvers: [] }), unclear);
  // Port 9 is closed.
  const silent = { ...query, resolvers: [], zoneServers: ['127.0.0.1:9'] };
  assert.deepEqual(await checkZoneKeys(silent), unclear);
});
