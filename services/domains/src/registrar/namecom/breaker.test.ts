/** A registrar that does not respond costs one timeout for each break, not one for each request. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import {
  domain,
  name,
  unavailable,
  unknown,
  withoutLimit,
} from '../../testing/scripted-namecom.ts';
import { connectNamecom } from './connect-namecom.ts';

test('after a timeout requests are rejected at once and not sent, until one that passes is answered', async (t) => {
  let requests = 0;
  let silent = true;
  const server = createServer((_, response) => {
    requests += 1;
    if (!silent) response.end(JSON.stringify(domain));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const registrar = connectNamecom({
    budget: withoutLimit,
    ...{ id: 'namecom', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    ...{ username: 'nameloan', token: 'x', timeoutMs: 400 },
    alerts: {
      creditExhausted: () => undefined,
      unknownState: () => undefined,
      accessDenied: () => undefined,
    },
  });
  t.after(async () => {
    await registrar.close();
    server.closeAllConnections();
    server.close();
  });
  await assert.rejects(registrar.transferRequest(name, 'Secret-1'), unknown);
  const later = Array.from({ length: 20 }, (_, at) => registrar.info(`name-${at}.com`));
  for (const result of await Promise.allSettled(later)) {
    assert.equal(result.status, 'rejected');
    assert.ok(unavailable('UNREACHABLE')(result.reason));
  }
  assert.equal(requests, 1);
  // After the break one request tries, and the others go on waiting.
  await until(async () => {
    const tries = await Promise.allSettled([registrar.info(name), registrar.info(name)]);
    assert.ok(tries.every(({ status }) => status === 'rejected'));
    return requests === 2;
  });
  silent = false;
  await until(
    async () => (await Promise.allSettled([registrar.info(name)]))[0].status === 'fulfilled',
  );
  assert.equal(registrar.isAvailable(), true);
});
