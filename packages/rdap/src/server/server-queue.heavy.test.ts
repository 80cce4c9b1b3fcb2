/** A day of look-ups at one server, on a fake clock. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ServerQueue } from './server-queue.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 }));
afterEach(() => mock.timers.reset());

test('the daily look-up of 80,000 names at one server fits into its pace', async () => {
  const names = 80_000;
  const workers = 50;
  const dayMs = 86_400_000;
  const queue = new ServerQueue(1000);
  const starts: number[] = [];
  const { signal } = new AbortController();
  const answer = { status: 200, headers: {}, body: '', url: new URL('https://rdap.example.org/') };
  const send = async () => {
    starts.push(Date.now());
    return answer;
  };
  let left = names;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await queue.run({ urgent: false, signal, send });
    }
  };
  const all = Promise.all(Array.from({ length: workers }, work));
  while (Date.now() < dayMs && starts.length < names) {
    mock.timers.tick(1000);
    await turn();
  }
  assert.equal(starts.length, names);
  assert.ok(Date.now() < dayMs);
  await all;
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  assert.ok(gaps.every((gap) => gap >= 1000));
});
