/** When a background loop counts as stalled. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoopHealth, stalledLoops } from './loop-health.ts';

function loop() {
  const time = { ms: 0 };
  return { time, relay: new LoopHealth('The outbox relay', () => time.ms) };
}

test('a loop that fails for half a minute is stalled, and one success ends that', () => {
  const { time, relay } = loop();
  relay.failed(new Error('no time'));
  time.ms = 29_999;
  relay.failed(new Error('no time'));
  assert.equal(relay.stalled(), undefined);
  time.ms = 30_000;
  relay.failed(new Error('no time'));
  assert.deepEqual(stalledLoops([relay]), ['The outbox relay has failed for 30 s: no time']);
  relay.succeeded();
  assert.equal(relay.stalled(), undefined);
  relay.failed('again');
  assert.equal(relay.stalled(), undefined);
});

test('a loop that failed once and has not tried since is not stalled', () => {
  const { time, relay } = loop();
  relay.failed(new Error('no time'));
  time.ms = 60_000;
  assert.equal(relay.stalled(), undefined);
  assert.equal(relay.stalled(0), undefined);
});

test('failures far apart, between which the loop had no work, are not one long failure', () => {
  const { time, relay } = loop();
  relay.failed(new Error('once'));
  time.ms = 86_400_000;
  relay.failed(new Error('a day later'));
  assert.equal(relay.stalled(), undefined);
});
