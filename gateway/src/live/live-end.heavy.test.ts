/** Limits the time until a subscription ends with its session; a heavy test, because it asserts elapsed time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busKinds, onChange, startLiveLoan } from '../testing/live-loan.ts';

/** The guarantee is two seconds; the rest allows for a busy machine. */
const maxElapsedMs = 2000 + 4000;

for (const { kind, skip } of busKinds)
  test(`live ${kind}: a subscription ends within two seconds of its session`, {
    skip,
  }, async (t) => {
    const loan = await startLiveLoan(kind);
    t.after(() => loan.stop());
    const leaving = await loan.connect('borrower', { sessionId: 'leaving' });
    const watching = leaving.watch(onChange, { id: 'e1' });
    await watching.until(1);
    const endedMs = performance.now();
    loan.gateway.ended.push({ sessionId: 'leaving', revokedAt: new Date().toISOString() });
    const { errors } = await watching.ended;
    assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
    assert.ok(performance.now() - endedMs < maxElapsedMs);
    assert.equal(await leaving.closed, 4403);
  });
