/** Pushes that wait for an account's answer, on its dashboard. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestDomains } from '../testing/start-domains.ts';
import { addDomainInCustody, expectData, hour, startDomains } from '../testing/start-domains.ts';
import { pushes } from './push.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
  await s.bus.handleRequests('identity.account-by-email', async () => {
    return { ok: true, data: { accountId: 'rex' } };
  });
});
after(() => s.stop());

async function offer(): Promise<string> {
  const id = await addDomainInCustody(s, 'sam');
  const mutation = 'mutation ($id: ID!) { pushDomain(id: $id, email: "rex@example.com") { id } }';
  return expectData(await s.as('sam')(mutation, { id })).pushDomain.id;
}

test('the receiver sees what waits for an answer, what expires first first, until it is answered or over', async () => {
  const first = await offer();
  await s.advance(hour);
  const second = await offer();
  const waiting = async (who: string, limit = 5) => {
    const query = `{ dashboard { waitingPushes(limit: ${limit}) { total pushes { id direction } } } }`;
    const { total, pushes: found } = expectData(await s.as(who)(query)).dashboard.waitingPushes;
    return [
      total,
      ...found.map(({ id, direction }: Record<string, string>) => `${direction} ${id}`),
    ];
  };
  assert.deepEqual(await waiting('rex'), [2, `RECEIVED ${first}`, `RECEIVED ${second}`]);
  assert.deepEqual(await waiting('rex', 1), [2, `RECEIVED ${first}`]);
  assert.deepEqual(await waiting('sam'), [0]);
  expectData(
    await s.as('rex')('mutation ($id: ID!) { declinePush(id: $id) { id } }', { id: first }),
  );
  assert.deepEqual(await waiting('rex'), [1, `RECEIVED ${second}`]);
  // Over, although its job has not run.
  await pushes.raw.updateOne({ _id: second }, { $set: { expiresAt: new Date(0) } });
  assert.deepEqual(await waiting('rex'), [0]);
  const bad = await s.as('rex')('{ dashboard { waitingPushes(limit: 101) { total } } }');
  assert.equal(bad.code, 'INVALID_INPUT');
});
