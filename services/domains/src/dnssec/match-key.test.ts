/** Guards the comparison of keys with DS records, by the examples of the RFCs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesDs, toDs } from './match-key.ts';

/** RFC 4034 section 5.4 and RFC 4509 section 2.3. */
const sha1Zone = {
  zone: 'dskey.example.com',
  key: {
    flags: 256,
    algorithm: 5,
    key: Buffer.from(
      'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvx' +
        'egXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==',
      'base64',
    ),
  },
};
/** RFC 6605 section 6.2. */
const ecdsaZone = {
  zone: 'example.net',
  key: {
    flags: 257,
    algorithm: 14,
    key: Buffer.from(
      'xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBw' +
        'Y8rp65F6Glur8I/mlVNgF6W/qTI37m40',
      'base64',
    ),
  },
};
const examples = [
  { ...sha1Zone, keyTag: 60485, digestType: 1, digest: '2BB183AF5F22588179A53B0A98631FAD1A292118' },
  {
    ...sha1Zone,
    ...{ keyTag: 60485, digestType: 2 },
    digest: 'D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A',
  },
  {
    ...ecdsaZone,
    ...{ keyTag: 10771, digestType: 4 },
    digest:
      '72D7B62976CE06438E9C0BF319013CF801F09ECC84B8D7E9495F27E305C6A9B0563A9B5F4D288405C3008A946DF983D6',
  },
];

test('the DS records of the RFCs match their keys, in either case of the digest', () => {
  for (const { zone, key, keyTag, digestType, digest } of examples) {
    const ds = { keyTag, algorithm: key.algorithm, digestType, digest };
    assert.deepEqual(toDs(zone, key, digestType), ds);
    assert.equal(matchesDs(zone, key, [ds]), true);
    assert.equal(matchesDs(zone, key, [{ ...ds, digest: digest.toLowerCase() }]), true);
  }
});

test('another name, key tag, algorithm, digest or type does not match, nor does a revoked or other key', () => {
  const [, example] = examples;
  assert.ok(example);
  const { zone, key, keyTag, digestType, digest } = example;
  const ds = { keyTag, algorithm: 5, digestType, digest };
  assert.equal(matchesDs('other.example.com', key, [ds]), false);
  for (const change of [
    { keyTag: keyTag + 1 },
    { algorithm: 8 },
    { digestType: 4 },
    { digest: digest.replace('D', 'E') },
  ])
    assert.equal(matchesDs(zone, key, [{ ...ds, ...change }]), false);
  assert.equal(matchesDs(zone, key, []), false);
  for (const flags of [0, 256 | 128]) {
    const other = { ...key, flags };
    const record = toDs(zone, other, 2);
    assert.ok(record);
    assert.equal(matchesDs(zone, other, [record]), false, String(flags));
  }
});
