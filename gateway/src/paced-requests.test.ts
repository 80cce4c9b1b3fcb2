/** The charges for new documents and large reads, and the order in which those of one network run. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '@nameloan/contracts/actor';
import { newId } from '@nameloan/runtime/id';
import { RateLimits } from './limits.ts';
import type { EndTurn } from './request/network-turns.ts';
import { NetworkTurns } from './request/network-turns.ts';
import { threadMs } from './request/paced-work.ts';

function burn(ms: number): void {
  const end = threadMs() + ms;
  while (threadMs() < end);
}

const actorAt = (ip: string, accountId?: string): Actor =>
  ({
    ip,
    requestId: newId(),
    ...(accountId ? { kind: 'account', accountId } : { kind: 'anonymous' }),
  }) as Actor;

test('the work of others is not charged to a network while its allowance is checked', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow = '203.0.113.1';
  const limits = new RateLimits({
    ...{ on: true, addressPerMinute: 1000, accountPerMinute: 1000 },
    draw: async (_allowance, key, wanted) => {
      if (key === slow) {
        asked.resolve();
        await answer.promise;
      }
      return { points: wanted + 1000, endsMs: Date.now() + 60_000 };
    },
  });
  const order: string[] = [];
  const run = (name: string, ip: string, ms = 0) =>
    limits.chargeNewDocument(actorAt(ip), () => {
      burn(ms);
      order.push(name);
    });
  // The first ones need no answer.
  let waiting = run('waited', slow);
  while ((await Promise.race([waiting, asked.promise.then(() => 'asked')])) !== 'asked')
    waiting = run('waited', slow);
  order.length = 0;
  // The next document of this network waits for most of a second.
  await run('other', '203.0.113.2', 100);
  const otherNext = run('other again', '203.0.113.2');
  answer.resolve();
  await waiting;
  await run('next', slow);
  await otherNext;
  assert.deepEqual(order, ['other', 'waited', 'next', 'other again']);
});

test('with a full queue of one account, another account of its network has its turn', async () => {
  const limits = new RateLimits({ on: true, addressPerMinute: 1000, accountPerMinute: 1000 });
  const ip = '203.0.113.3';
  const order: string[] = [];
  const run = (accountId: string) =>
    limits.chargeNewDocument(actorAt(ip, accountId), () => void order.push(accountId));
  const busy = Array.from({ length: 60 }, () => run('busy'));
  const results = Promise.allSettled(busy);
  await run('colleague');
  assert.ok(order.length < 10, `${order.length} documents came before`);
  const rejected = (await results).filter(({ status }) => status === 'rejected');
  assert.equal(rejected.length, 9, 'one runs and 50 wait');
});

test('the large reads of a network wait for each other, small ones and other networks do not', async () => {
  const limits = new RateLimits({ on: true, addressPerMinute: 1000, accountPerMinute: 1000 });
  const order: string[] = [];
  const read = (name: string, actor: Actor, objects = 800) =>
    limits.countObjects(actor, objects).then(() => order.push(name));
  const [first, second] = [actorAt('203.0.113.4', newId()), actorAt('203.0.113.4', newId())];
  const own = [read('first', first), read('second', second)];
  await own[0];
  await read('small', second, 100);
  await read('other', actorAt('203.0.113.5', newId()));
  await read('visitor', actorAt('203.0.113.6'));
  await Promise.all(own);
  assert.deepEqual(order, ['first', 'small', 'other', 'visitor', 'second']);
});

test('a paced request ends its turn, so that the others of its network run while it waits', async () => {
  const limits = new RateLimits({ on: true, addressPerMinute: 1000, accountPerMinute: 1000 });
  const actor = actorAt('203.0.113.7', newId());
  const paced: Record<string, (endTurn?: EndTurn) => Promise<unknown>> = {
    'large read': (endTurn) => limits.countObjects(actor, 800, endTurn),
    'new document': (endTurn) => limits.chargeNewDocument(actor, () => burn(20), endTurn),
  };
  for (const [name, work] of Object.entries(paced)) {
    // A turn without an end lasts longer than the test.
    const turns = new NetworkTurns({ atOnce: 1, turnMs: 600_000 });
    const order: string[] = [];
    const request = async (label: string, act: (endTurn: EndTurn) => Promise<unknown>) => {
      const endTurn = await turns.take('203.0.113.7');
      await act(endTurn);
      order.push(label);
      endTurn();
    };
    // The next one waits for the pace of the network.
    await work();
    const waiting = request(name, work);
    await request('small', async () => undefined);
    await waiting;
    assert.deepEqual(order, ['small', name]);
  }
});
