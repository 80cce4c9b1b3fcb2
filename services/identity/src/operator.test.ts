/** The operator command while the identity service is not running. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { startService } from '@nameloan/subgraph/service';
import { startTestDatabase } from '@nameloan/testkit/database';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { identityService } from './service.ts';
import { registerCall } from './testing/register-person.ts';

const run = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [`${import.meta.dirname}/operator.ts`, ...args], {
    env: { ...process.env, ...environment },
  });

async function nextChange(bus: LocalBus) {
  return new Promise<{ data: { operator: boolean } }>((resolve) => {
    void bus.consume({
      name: 'test',
      subjects: ['identity.account.changed'],
      handle: async (raw) => {
        resolve(raw as { data: { operator: boolean } });
        return { done: true };
      },
    });
  });
}

test('the flag is set in the database, and the event is published when the service runs again', async () => {
  const database = await startTestDatabase();
  const bus = new LocalBus();
  const changed = nextChange(bus);
  const environment = {
    MONGODB_URL: database.url,
    DATABASE_PREFIX: database.prefix,
    INTERNAL_SECRET: testSecret,
  };
  const settings = { ...environment, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' };
  const first = await startService(identityService, settings, { bus });
  const variables = { name: 'Op', email: 'op@example.com', password: 'operator password' };
  const actor = testActor(null);
  await findLocalService('identity')?.prepare({ query: registerCall })({ variables, actor });
  await first.stop();

  await assert.rejects(run(environment, 'grant', 'op@example.com'), /is not verified/);
  const trial = { ...environment, ACCOUNT_RULES: 'trial' };
  const granted = await run(trial, 'grant', 'OP@example.com');
  assert.equal(granted.stdout, 'op@example.com is now an operator.\n');
  const again = await run(trial, 'grant', 'op@example.com');
  assert.equal(again.stdout, 'op@example.com is already an operator.\n');
  const off = await run(environment, 'end-mfa', 'op@example.com');
  assert.equal(off.stdout, 'MFA of op@example.com is already off.\n');
  await assert.rejects(run(environment, 'grant', 'unknown@example.com'), /There is no account/);
  await assert.rejects(run(environment, 'promote', 'op@example.com'), /Usage/);
  await assert.rejects(
    run({ ...environment, INTERNAL_SECRET: '' }, 'grant', 'a@b.c'),
    /INTERNAL_SECRET/,
  );

  const second = await startService(identityService, settings, { bus });
  await second.begin();
  assert.equal((await changed).data.operator, true);
  await second.stop();
  await bus.close();
  await database.close();
});
