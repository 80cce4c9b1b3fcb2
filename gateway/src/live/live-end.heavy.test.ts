/** How soon live subscriptions end with their session: wall time, so on a machine that runs little else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busKinds, onChange, startLiveLoan } from '../testing/live-loan.ts';

/** Two seconds are promised; the rest is for a busy machine. */
const maxAfterlifeMs = 2000 + 4000;

for (const { kind, skip } of busKinds)
  test(`live ${kind}: a subscription ends within two seconds of its session`, {
    skip,
  }, async (t) => {
    const loan = await startLiveLoan(kind);
    t.after(() => loan.stop());
    const leaving = await loan.connect('borrower', { sessionId: 'leaving' });
    const watching = leaving.watch(onChange, { id: 'e1' });
    await watching.until(1);
    const sinceMs = performance.now();
    loan.gateway.ended.push({ sessionId: 'leaving', revokedAt: new Date().toISOString() });
    const { errors } = await watching.ended;
    assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
    assert.ok(performance.now() - sinceMs < maxAfterlifeMs);
    assert.equal(await leaving.closed, 4403);
  });
