/** How soon an ended session stops working: wall time, so on a machine that runs little else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestGateway } from './testing/gateway.ts';

const promisedMs = 2000;

/** Far more than is promised: one of the three may meet a busy moment. */
const maxAfterlifeMs = 10_000;

test('access tokens of an ended session stop working within two seconds', async (t) => {
  const gateway = await startTestGateway({}, t);
  const self = (token: string) => gateway.call('GET', '/api/users/self', { token });
  const tookMs: number[] = [];
  for (const sessionId of ['one', 'another', 'a third']) {
    const token = await gateway.token({ sessionId });
    assert.equal((await self(token)).status, 200);
    const endedMs = performance.now();
    gateway.ended.push({ sessionId, revokedAt: new Date().toISOString() });
    let { status } = await self(token);
    while (status === 200 && performance.now() - endedMs < maxAfterlifeMs)
      status = (await self(token)).status;
    assert.equal(status, 401);
    tookMs.push(performance.now() - endedMs);
  }
  // The first may have met a poll by chance.
  assert.ok(Math.min(...tookMs.slice(1)) < promisedMs, `${tookMs}`);
});
