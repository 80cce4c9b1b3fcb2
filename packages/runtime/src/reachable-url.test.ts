/** The URL that a process publishes for others. */

import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import { reachableHost } from './reachable-url.ts';

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;
const container = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  eth0: [at('fe80::1'), at('fd00::7'), at('10.89.0.7')],
};

test('a process that listens on all addresses is found at its external one', () => {
  for (const host of ['0.0.0.0', '::']) assert.equal(reachableHost(host, container), '10.89.0.7');
  assert.equal(reachableHost('::', { eth0: [at('fe80::1'), at('fd00::7')] }), '[fd00::7]');
});

test('a process that listens on one address is found there, and one without a network on loopback', () => {
  assert.equal(reachableHost('127.0.0.1', container), '127.0.0.1');
  assert.equal(reachableHost('::1', container), '[::1]');
  assert.equal(reachableHost('0.0.0.0', { lo: [at('127.0.0.1', true)] }), '127.0.0.1');
});
