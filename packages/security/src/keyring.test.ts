/** Accepted secrets of a keyring during rotations, even several within a minute. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Keyring } from './keyring.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
];

test('services that share a keyring and rotate twice in a minute keep each former secret once', () => {
  const keys = new Keyring(one);
  for (const [next, former] of [
    [two, one],
    [three, two],
  ] as const) {
    for (let part = 0; part < 5; part++) keys.replace(next, former);
    for (let part = 0; part < 5; part++) keys.replace(next);
  }
  assert.deepEqual(keys.all, [three, one, two]);
});

test('a dropped secret is accepted for exactly one minute, whatever changes in it', (t) => {
  mock.timers.enable({ apis: ['Date'] });
  t.after(() => mock.timers.reset());
  const keys = new Keyring(one);
  keys.replace(two);
  mock.timers.tick(59_000);
  keys.replace(three);
  assert.ok(keys.accepts(one));
  mock.timers.tick(1_000);
  assert.ok(!keys.accepts(one));
  assert.ok(keys.accepts(two));
});

test('a secret that returns is current and does not expire', () => {
  const keys = new Keyring(one);
  keys.replace(two);
  keys.replace(one);
  assert.deepEqual(keys.all, [one, two]);
});
