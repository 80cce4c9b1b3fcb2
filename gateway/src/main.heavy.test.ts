/** The grace period after SIGTERM; a heavy test, because it asserts elapsed time. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { internalSecret } from './testing/fake-services.ts';
import { startGatewayProcess } from './testing/gateway-process.ts';

test('the gateway runs for the whole grace period after SIGTERM', {
  skip: natsMissing,
}, async (t) => {
  const nats = await startTestNats();
  t.after(() => nats.stop());
  const { child, output } = startGatewayProcess({
    PORT: '0',
    INTERNAL_SECRET: internalSecret,
    NATS_URL: nats.url,
    LOG_LEVEL: 'silent',
    DRAIN_GRACE_SECONDS: '5',
  });
  t.after(() => child.kill('SIGKILL'));
  while (!output().includes('\n')) await once(child.stdout, 'data');
  const startedMs = performance.now();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [0, null]);
  assert.ok(performance.now() - startedMs >= 5000);
});
