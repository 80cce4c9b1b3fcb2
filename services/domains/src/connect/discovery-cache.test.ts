/** Look-ups of DNS providers: shared by name, kept for a while, and bounded per account. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Discovery } from './discover-provider.ts';
import { DiscoveryCache } from './discovery-cache.ts';

const found: Discovery = { obstacle: 'NO_PROVIDER', provider: null };

/** `slow` begins a look-up that runs until `end` is called. */
function openCache() {
  const cache = new DiscoveryCache();
  const slow = (accountId: string, name: string) => {
    const { promise, resolve } = Promise.withResolvers<Discovery>();
    return {
      reply: cache.read(name, { accountId, brief: false }, () => promise),
      end: () => resolve(found),
    };
  };
  const quick = (accountId: string, name: string) =>
    cache.read(name, { accountId, brief: false }, async () => found);
  return { cache, slow, quick };
}

test('the slow look-ups of one account leave room for other accounts, and make room when they end', async () => {
  const { slow, quick } = openCache();
  const pending = Array.from({ length: 4 }, (_, at) => slow('mallory', `slow-${at}.com`));
  assert.equal((await quick('mallory', 'fifth.com')).obstacle, 'PROVIDER_UNAVAILABLE');
  assert.deepEqual(await quick('ann', 'ann.com'), found);
  pending[0]?.end();
  await pending[0]?.reply;
  assert.deepEqual(await quick('mallory', 'fifth.com'), found);
  for (const { end } of pending) end();
  await Promise.all(pending.map(({ reply }) => reply));
});

test('a look-up that fails frees its place and is not kept', async () => {
  const { cache, quick } = openCache();
  const failing = { accountId: 'ann', brief: false };
  for (let time = 0; time < 5; time++)
    await assert.rejects(
      cache.read('broken.com', failing, () => Promise.reject(new Error('no answer'))),
      /no answer/,
    );
  assert.deepEqual(await quick('ann', 'broken.com'), found);
});

test('callers for the same name share one look-up, also of another account', async () => {
  const { slow, quick } = openCache();
  const first = slow('ann', 'shared.com');
  const second = quick('bob', 'shared.com');
  first.end();
  assert.equal(await second, await first.reply);
});
