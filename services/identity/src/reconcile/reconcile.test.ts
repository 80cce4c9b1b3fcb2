/** Republishing an account with a version above the one that readers saw before a restore. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callReconcile } from '@nameloan/testkit/service/call-reconcile';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';
import { requestAccount } from '../testing/request-account.ts';

let s: TestService;
before(async () => {
  s = await startTestService(identityService);
});
after(() => s.stop());

test('an account is republished with a higher version and its current data, and exposes no secret', async () => {
  const { accountId } = await registerPerson(s);
  const read = async () => (await callReconcile(s.url, 'read', { name: 'accounts' })).body.rows;
  const [row] = await read();
  assert.deepEqual(Object.keys(row).sort(), [
    ...[
      'defaultContract',
      'email',
      'id',
      'legalAddress',
      'name',
      'operator',
      'sharesAddress',
      'version',
    ],
  ]);
  const input = { accountId, above: 40 };
  await callReconcile(s.url, 'repair', { name: 'republish-account', input });
  const event = await s.event('identity.account.changed');
  assert.equal(event.aggregateVersion, 41);
  const { version, name } = await requestAccount(s, accountId);
  assert.deepEqual([version, name], [41, row.name]);
  assert.equal((await read())[0].version, 41);
});

test('an unknown account is rejected', async () => {
  const input = { accountId: 'unknown', above: 1 };
  const answer = await callReconcile(s.url, 'repair', { name: 'republish-account', input });
  assert.equal(answer.status, 404);
});
