/** A database that accepts connections but never responds: a login fails within ten seconds, at whatever step. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { startService } from '@nameloan/subgraph/service';
import { startTestDatabase } from '@nameloan/testkit/database';
import { openFaultyConnection } from '@nameloan/testkit/database/faulty-database';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { identityService } from './service.ts';
import { loginCall, registerCall } from './testing/register-person.ts';

const promisedMs = 10_000;
/** Allowance for a busy test machine. */
const busyMs = 4_000;

test('a login is UNAVAILABLE in time, whichever step hangs, and works again after recovery', async (t) => {
  const database = await startTestDatabase();
  const connection = await openFaultyConnection(database.url);
  const bus = new LocalBus();
  const running = await startService(
    identityService,
    {
      MONGODB_URL: connection.url,
      DATABASE_PREFIX: database.prefix,
      INTERNAL_SECRET: testSecret,
      LOG_LEVEL: 'silent',
    },
    { bus },
  );
  t.after(async () => {
    connection.heal();
    await running.stop();
    await bus.close();
    connection.close();
    await database.close();
  });
  const actor = testActor(null);
  const variables = { name: 'Ada', email: 'ada@example.com', password: 'a fine password' };
  const codeOf = async (query: string) => {
    const answer = await findLocalService('identity')?.prepare({ query })({ variables, actor });
    return JSON.parse(JSON.stringify(answer)).errors?.[0]?.extensions.code;
  };
  assert.equal(await codeOf(registerCall), undefined);
  // Attempts use findAndModify, the account find, the session insert.
  for (const step of ['findAndModify', 'find', 'insert']) {
    connection.injectFault = (name) => {
      if (name === step) connection.hang();
      return undefined;
    };
    const started = performance.now();
    assert.equal(await codeOf(loginCall), 'UNAVAILABLE', step);
    const passedMs = performance.now() - started;
    assert.ok(passedMs < promisedMs + busyMs, `${step}: ${Math.round(passedMs)} ms`);
    connection.injectFault = () => undefined;
    connection.heal();
    assert.equal(await codeOf(loginCall), undefined, `after ${step}`);
  }
});
