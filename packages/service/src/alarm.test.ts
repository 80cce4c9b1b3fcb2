/** Whoever sleeps until there is something to do misses no call, whenever it comes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Alarm } from './alarm.ts';

const long = 60_000;

test('a call wakes the sleeper before its time', async () => {
  const alarm = new Alarm();
  const slept = alarm.sleep(long);
  alarm.ring();
  assert.equal(await slept, true);
});

test('a call that comes before the sleep is not lost, and counts once', async () => {
  const alarm = new Alarm();
  alarm.ring();
  alarm.ring();
  assert.equal(await alarm.sleep(long), true);
  assert.equal(await alarm.sleep(1), false);
});

test('a time that is set before or during the sleep shortens it, and a later one does not lengthen it', async () => {
  const alarm = new Alarm();
  alarm.ringIn(1);
  alarm.ringIn(long);
  assert.equal(await alarm.sleep(long), false);
  const slept = alarm.sleep(long);
  alarm.ringIn(1);
  alarm.ringIn(long);
  assert.equal(await slept, false);
});

test('a time that has passed is forgotten with the sleep that it ended', async () => {
  const alarm = new Alarm();
  alarm.ringIn(0);
  await alarm.sleep(long);
  const slept = alarm.sleep(long);
  alarm.ring();
  assert.equal(await slept, true);
});
