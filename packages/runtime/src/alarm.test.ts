/** An interruptible sleep loses no wake-up, whenever it comes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Alarm } from './alarm.ts';

const long = 60_000;

test('ring ends the sleep early', async () => {
  const alarm = new Alarm();
  const slept = alarm.sleep(long);
  alarm.ring();
  assert.equal(await slept, true);
});

test('a ring before the sleep is not lost, and counts once', async () => {
  const alarm = new Alarm();
  alarm.ring();
  alarm.ring();
  assert.equal(await alarm.sleep(long), true);
  assert.equal(await alarm.sleep(1), false);
});

test('ringIn before or during the sleep shortens it, and a later time does not extend it', async () => {
  const alarm = new Alarm();
  alarm.ringIn(1);
  alarm.ringIn(long);
  assert.equal(await alarm.sleep(long), false);
  const slept = alarm.sleep(long);
  alarm.ringIn(1);
  alarm.ringIn(long);
  assert.equal(await slept, false);
});

test('a time that has passed does not affect the next sleep', async () => {
  const alarm = new Alarm();
  alarm.ringIn(0);
  await alarm.sleep(long);
  const slept = alarm.sleep(long);
  alarm.ring();
  assert.equal(await slept, true);
});
