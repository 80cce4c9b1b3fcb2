/** A service and the sandbox's clock: it registers at its start and unregisters at its end without waiting long. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { createServiceContext } from './service-context.ts';

/** A fake sandbox that records requests and, if `deaf`, does not answer an unregistration. */
async function openClock(t: TestContext, { deaf = false } = {}) {
  const received: string[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { name, url } = JSON.parse(body);
    received.push(`${request.method} ${name} ${url} ${request.headers['x-sandbox-secret']}`);
    if (deaf && request.method === 'DELETE') return;
    response.end(JSON.stringify({ offsetMs: 0 }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function startFollower(t: TestContext, name: string, sandboxUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-follower-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.graphql'), 'type Query { one: Int! }');
  const resolvers = { Query: { one: () => 1 } };
  const definition = {
    context: createServiceContext(name),
    folder,
    resolvers,
    events: {},
    jobs: { handlers: {} },
  };
  return startTestService(definition, {
    NAMELOAN_SANDBOX: 'on',
    SANDBOX_URL: sandboxUrl,
    SANDBOX_SECRET: 'parts-secret',
  });
}

test('a service that stops unregisters', async (t) => {
  const clock = await openClock(t);
  const service = await startFollower(t, 'follower', clock.url);
  const about = `follower ${service.url}/clock parts-secret`;
  assert.deepEqual(clock.received, [`POST ${about}`]);
  await service.stop();
  assert.deepEqual(clock.received, [`POST ${about}`, `DELETE ${about}`]);
});

// A stop waits briefly for the response; the timeout fails a stop that waits for ever.
test('a sandbox that does not answer does not delay a stop', { timeout: 20_000 }, async (t) => {
  const clock = await openClock(t, { deaf: true });
  const service = await startFollower(t, 'deaf_follower', clock.url);
  await service.stop();
  assert.equal(clock.received.length, 2);
});
