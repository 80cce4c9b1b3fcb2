/** What one subscriber is sent, whatever the order in which reads come back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keyring } from '@nameloan/service/keyring.ts';
import { ActorSigner, Caller } from '../auth/caller.ts';
import { internalSecret } from '../testing/fake-services.ts';
import { Watch } from './subscriber.ts';

const origin = { ip: '127.0.0.1', userAgent: '', requestId: 'request-1' };

function newWatch(): Watch {
  const signer = new ActorSigner(new Keyring(internalSecret));
  return new Watch(new Caller({ kind: 'anonymous', ...origin }, signer), () => {});
}

const stateOf = (status: string) => ({
  id: undefined,
  state: status,
  result: { data: { status } },
});

test('what waits for a subscriber is bounded while it catches up, too', () => {
  const watch = newWatch();
  for (let at = 0; at < 1000; at++) watch.push({ id: String(at), result: { data: { at } } });
  assert.equal(watch.ended, false);
  watch.push({ id: 'one more', result: { data: {} } });
  assert.equal(watch.ended, true);
});

test('a state that comes back after another one is sent again, also where the newer one was read first', async () => {
  const watch = newWatch();
  // The change was read before the first look came back.
  watch.push(stateOf('changed'));
  watch.show(stateOf('first'));
  watch.goLive();
  watch.push(stateOf('changed'));
  watch.push(stateOf('first'));
  watch.push(stateOf('first'));
  const sent: unknown[] = [];
  for (let at = 0; at < 3; at++) {
    const { value } = await watch.next();
    sent.push(value?.data?.status);
  }
  assert.deepEqual(sent, ['first', 'changed', 'first']);
  await watch.return();
  assert.deepEqual(await watch.next(), { value: undefined, done: true });
});

test('what changed and came back is sent again, each thing by itself', async () => {
  const watch = newWatch();
  const changing = (id: string, state: string) => ({ id, state, result: { data: { id, state } } });
  watch.goLive();
  for (const item of [
    changing('a', 'free'),
    changing('b', 'free'),
    changing('a', 'listed'),
    changing('b', 'free'),
    changing('a', 'listed'),
    changing('a', 'free'),
    changing('last', 'one'),
  ])
    watch.push(item);
  const sent: string[] = [];
  while (sent.at(-1) !== 'last one') {
    const { value } = await watch.next();
    sent.push(Object.values(value?.data ?? {}).join(' '));
  }
  assert.deepEqual(sent, ['a free', 'b free', 'a listed', 'a free', 'last one']);
  await watch.return();
});
