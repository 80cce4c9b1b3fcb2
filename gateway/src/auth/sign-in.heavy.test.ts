/** Limits the time until an ended session stops working; a heavy test, because it asserts elapsed time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestGateway } from '../testing/gateway.ts';

const guaranteedMs = 2000;

/** Deadline of each attempt: longer than the guarantee, because a single attempt may be slow on a busy machine. */
const maxWaitMs = 10_000;

test('access tokens of an ended session stop working within two seconds', async (t) => {
  const gateway = await startTestGateway({}, t);
  const self = (token: string) => gateway.call('GET', '/api/users/self', { token });
  const elapsedMs: number[] = [];
  for (const sessionId of ['one', 'another', 'a third']) {
    const token = await gateway.token({ sessionId });
    assert.equal((await self(token)).status, 200);
    const endedMs = performance.now();
    gateway.ended.push({ sessionId, revokedAt: new Date().toISOString() });
    let { status } = await self(token);
    while (status === 200 && performance.now() - endedMs < maxWaitMs)
      status = (await self(token)).status;
    assert.equal(status, 401);
    elapsedMs.push(performance.now() - endedMs);
  }
  // The first may coincide with a poll.
  assert.ok(Math.min(...elapsedMs.slice(1)) < guaranteedMs, `${elapsedMs}`);
});
