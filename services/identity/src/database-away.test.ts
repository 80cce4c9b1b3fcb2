/** An unreachable database is a 503, not an internal error, and counts no attempt. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { startService } from '@nameloan/subgraph/service';
import { startTestDatabase } from '@nameloan/testkit/database';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { identityService } from './service.ts';
import { loginCall, refreshCall, registerCall } from './testing/register-person.ts';

const external = process.env.MONGODB_URL ? 'an external server cannot be stopped' : false;

test('while the database is unreachable every call is UNAVAILABLE', {
  skip: external,
}, async () => {
  const database = await startTestDatabase();
  const bus = new LocalBus();
  const running = await startService(
    identityService,
    {
      MONGODB_URL: database.url,
      DATABASE_PREFIX: database.prefix,
      INTERNAL_SECRET: testSecret,
      LOG_LEVEL: 'silent',
    },
    { bus },
  );
  await database.close();
  const actor = testActor(null);
  const variables = {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a fine password',
    refreshToken: 'A'.repeat(43),
  };
  const [feed, ...answers] = await Promise.all([
    fetch(`${running.url}/sessions/revoked`, { headers: { 'x-nameloan-secret': testSecret } }),
    ...[loginCall, registerCall, refreshCall].map((query) =>
      findLocalService('identity')?.prepare({ query })({ variables, actor }),
    ),
  ]);
  for (const answer of answers) {
    const [error] = JSON.parse(JSON.stringify(answer)).errors;
    assert.equal(error.extensions.code, 'UNAVAILABLE');
    assert.ok(error.extensions.retryAfterSeconds > 0);
  }
  assert.equal(feed?.status, 503);
  assert.equal((await fetch(`${running.url}/keys`)).status, 200);
  await running.stop();
  await bus.close();
});
