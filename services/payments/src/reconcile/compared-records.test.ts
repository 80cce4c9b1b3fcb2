/** Reconciliation of holds: listing and releasing. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { callReconcile } from '@nameloan/testkit/service/call-reconcile';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';

let s: TestPayments;
before(async () => {
  s = await startPayments();
});
after(() => s.stop());

test('open holds are listed and released once; releasing a charged hold is rejected', async () => {
  await s.fund('ann', 10_000);
  const [idle, charged] = [newId(), newId()];
  for (const holdId of [idle, charged])
    await s.request('payments.hold', {
      ...{ holdId, accountId: 'ann', amountCents: 1200 },
      ...{ kind: 'RENEWAL_FEE', reference: 'a.com' },
    });
  await s.request('payments.capture', { holdId: charged });
  const listHolds = async () => {
    const { body } = await callReconcile(s.url, 'read', { name: 'holds' });
    return body.rows.map(({ id, status }: { id: string; status: string }) => [id, status]);
  };
  assert.deepEqual(await listHolds(), [[idle, 'HELD']]);
  const { body } = await callReconcile(s.url, 'read', { name: 'holds', ids: [charged] });
  assert.equal(body.rows[0].status, 'CAPTURED');
  const release = (holdId: string) =>
    callReconcile(s.url, 'repair', { name: 'release-hold', input: { holdId } });
  for (const time of ['once', 'twice']) assert.equal((await release(idle)).status, 200, time);
  assert.deepEqual(await listHolds(), []);
  assert.equal(await s.balance('ann'), 8800);
  assert.equal((await release(charged)).status, 409);
});
