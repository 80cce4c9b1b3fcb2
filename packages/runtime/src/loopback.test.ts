/** Only addresses that certainly stay on this machine are loopback. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback } from './loopback.ts';

test('localhost and loopback addresses in every notation are loopback, nothing else is', () => {
  const here = ['localhost', 'LOCALHOST', '127.0.0.1', '127.9.8.7', '::1', '[::1]'];
  for (const host of [...here, '::ffff:127.0.0.1']) assert.ok(isLoopback(host), host);
  const away = ['0.0.0.0', '::', '[::]', '10.0.0.1', '192.168.1.4', 'mail.example', ''];
  const alike = ['localhost.example', '127.0.0.1.example', '1270.0.0.1', '::ffff:10.0.0.1'];
  for (const host of [...away, ...alike]) assert.ok(!isLoopback(host), host);
});
