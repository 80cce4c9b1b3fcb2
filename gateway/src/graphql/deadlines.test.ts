/** Work beyond its deadline is rejected, other work is unaffected, and no timer runs while nothing is pending. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadlines } from './deadlines.ts';

const never = () => new Promise<never>(() => undefined);

test('each work item is rejected at its own deadline, and the others continue', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const deadlines = new Deadlines();
  const ends: string[] = [];
  const wait = (name: string, deadlineMs: number, work: Promise<string>) =>
    deadlines.before(deadlineMs, work).then(
      (found) => ends.push(found),
      (error) => ends.push(`${name}: ${error.message}`),
    );
  const done = Promise.withResolvers<string>();
  const waits = [wait('late', 1000, never()), wait('in time', 100, Promise.resolve('in time'))];
  waits.push(wait('later', 2000, never()), wait('soon', 1_000_000, done.promise));
  await waits[1];
  t.mock.timers.tick(999);
  assert.deepEqual(ends, ['in time']);
  t.mock.timers.tick(30);
  await waits[0];
  t.mock.timers.tick(1000);
  await waits[2];
  done.resolve('soon');
  await waits[3];
  const passed = 'the deadline has passed';
  assert.deepEqual(ends, ['in time', `late: ${passed}`, `later: ${passed}`, 'soon']);
});

test('no timer runs while nothing is pending', async (t) => {
  const timers = t.mock.method(globalThis, 'setTimeout', () => ({}) as never);
  const deadlines = new Deadlines();
  await deadlines.before(Date.now() + 1000, Promise.resolve());
  await deadlines.before(Date.now() + 1000, Promise.resolve());
  assert.equal(timers.mock.callCount(), 1);
  timers.mock.calls[0]?.arguments[0]?.();
  assert.equal(timers.mock.callCount(), 1);
});

test('a rejected work item keeps its error', async () => {
  const work = Promise.reject(new Error('its own fault'));
  await assert.rejects(new Deadlines().before(Date.now() + 1000, work), /its own fault/);
});
