/** What a ring of secrets understands while they change, however often in a minute. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Keyring } from './keyring.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
];

test('parts that share a ring and change it twice in a minute leave each former secret there once', () => {
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

test('a secret that left is understood for a minute, whatever changes in it, and no longer', (t) => {
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

test('a secret that comes back is the current one, not one that is about to go', () => {
  const keys = new Keyring(one);
  keys.replace(two);
  keys.replace(one);
  assert.deepEqual(keys.all, [one, two]);
});
