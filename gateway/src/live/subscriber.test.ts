/** What one subscriber receives, for any order of reads. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keyring } from '@nameloan/security/keyring';
import { ActorSigner, Caller } from '../auth/caller.ts';
import { internalSecret } from '../testing/fake-services.ts';
import { Subscriber } from './subscriber.ts';

const origin = { ip: '127.0.0.1', userAgent: '', requestId: 'request-1' };

function newWatch(): Subscriber {
  const signer = new ActorSigner(new Keyring(internalSecret));
  return new Subscriber(new Caller({ kind: 'anonymous', ...origin }, signer), () => {});
}

const stateOf = (status: string) => ({
  id: undefined,
  state: status,
  result: { data: { status } },
});

test('the queue of a subscriber is limited during the replay as well', () => {
  const subscriber = newWatch();
  for (let at = 0; at < 1000; at++) subscriber.push({ id: String(at), result: { data: { at } } });
  assert.equal(subscriber.ended, false);
  subscriber.push({ id: 'one more', result: { data: {} } });
  assert.equal(subscriber.ended, true);
});

test('a state that returns after another one is sent again, even if the newer one was read first', async () => {
  const subscriber = newWatch();
  // The change was read before the first read returned.
  subscriber.push(stateOf('changed'));
  subscriber.send(stateOf('first'));
  subscriber.goLive();
  subscriber.push(stateOf('changed'));
  subscriber.push(stateOf('first'));
  subscriber.push(stateOf('first'));
  const sent: unknown[] = [];
  for (let at = 0; at < 3; at++) {
    const { value } = await subscriber.next();
    sent.push(value?.data?.status);
  }
  assert.deepEqual(sent, ['first', 'changed', 'first']);
  await subscriber.return();
  assert.deepEqual(await subscriber.next(), { value: undefined, done: true });
});

test('an item that changed back is sent again, independently of other items', async () => {
  const subscriber = newWatch();
  const changing = (id: string, state: string) => ({ id, state, result: { data: { id, state } } });
  subscriber.goLive();
  for (const item of [
    changing('a', 'free'),
    changing('b', 'free'),
    changing('a', 'listed'),
    changing('b', 'free'),
    changing('a', 'listed'),
    changing('a', 'free'),
    changing('last', 'one'),
  ])
    subscriber.push(item);
  const sent: string[] = [];
  while (sent.at(-1) !== 'last one') {
    const { value } = await subscriber.next();
    sent.push(Object.values(value?.data ?? {}).join(' '));
  }
  assert.deepEqual(sent, ['a free', 'b free', 'a listed', 'a free', 'last one']);
  await subscriber.return();
});
