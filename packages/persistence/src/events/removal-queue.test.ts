/** Removal of published events: every event once, few commands, and a failed command fails only its events. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RemovalQueue } from './removal-queue.ts';

test('events that are published during a removal share the next one, and an error reaches only those of its command', async () => {
  const commands: { ids: readonly string[]; settle(error?: Error): void }[] = [];
  const queue = new RemovalQueue(
    (ids) =>
      new Promise<void>((resolve, reject) => {
        commands.push({ ids, settle: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  const outcomes = (given: string[]) => Promise.allSettled(given.map((id) => queue.add(id)));
  const first = outcomes(['a']);
  await new Promise(setImmediate);
  const second = outcomes(['b', 'c']);
  await new Promise(setImmediate);
  assert.deepEqual(
    commands.map(({ ids }) => ids),
    [['a']],
  );
  commands[0]?.settle(new Error('no answer'));
  assert.equal((await first)[0]?.status, 'rejected');
  await new Promise(setImmediate);
  assert.deepEqual(commands[1]?.ids, ['b', 'c']);
  const third = outcomes(['d']);
  commands[1]?.settle();
  assert.deepEqual(
    (await second).map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  );
  await new Promise(setImmediate);
  assert.deepEqual(commands[2]?.ids, ['d']);
  commands[2]?.settle();
  assert.equal((await third)[0]?.status, 'fulfilled');
  assert.equal(commands.length, 3);
});
