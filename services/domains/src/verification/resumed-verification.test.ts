/** A verification at its limits: bounded look-ups, results that survive a crash, and domains that change before their check. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newDomain } from '../domain/add-domain.ts';
import { domains } from '../domain/domain.model.ts';
import { parseName } from '../name/parse-name.ts';
import { readAccountProof } from '../proof/account-proof.ts';
import { commit } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { expectData, freshName, minute, startDomains } from '../testing/start-domains.ts';
import { LookupLimit } from './lookup-limit.ts';
import { verificationBatches } from './verification.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

async function addNames(who: string, count: number): Promise<string[]> {
  const records = Array.from({ length: count }, () => newDomain(who, parseName(freshName())));
  for (const record of records) await commit((tx) => domains.add(record, tx));
  return records.map(({ id }) => id);
}

async function checkAll(who: string): Promise<string> {
  const answer = await s.as(who)('mutation { verifyDomains(all: true) { id } }');
  return expectData(answer).verifyDomains.id;
}

const count = async (who: string, id: string) => {
  const query =
    'query ($id: ID!) { verification(id: $id) { total proven absent notFound pending } }';
  return expectData(await s.as(who)(query, { id })).verification;
};

test('at most as many look-ups run at once as allowed, and a failed one frees its place', async () => {
  const limit = new LookupLimit(3);
  let running = 0;
  let highest = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      limit.run(async () => {
        highest = Math.max(highest, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (n % 2) throw new Error('failed');
        return n;
      }),
    ),
  );
  assert.equal(highest, 3);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10);
});

test('names of several batches are checked, and what is checked before a crash is not checked again', async () => {
  const ids = await addNames('ann', 120);
  const { txt } = await readAccountProof('ann');
  for (const id of ids.slice(0, 20)) await s.txt((await s.record(id)).name, [txt.value]);
  const id = await checkAll('ann');
  await s.settle();
  assert.deepEqual(await count('ann', id), {
    total: 120,
    proven: 20,
    absent: 100,
    notFound: 0,
    pending: 0,
  });
  // As after a crash between the checks of a batch and its commit: this batch alone is pending again.
  const [batch] = await verificationBatches.findMany({ verificationId: id, position: 1 });
  assert.ok(batch);
  const rows = batch.rows.map((row) => ({ ...row, result: 'PENDING' as const, message: null }));
  await commit(async (tx) => {
    await verificationBatches.update(batch, { ...batch, rows, pending: true }, tx);
    await tx.schedule({ kind: 'verify-names', key: id });
  });
  await s.settle();
  assert.equal((await count('ann', id)).pending, 0);
  const repeated = new Set(batch.rows.map(({ domainId }) => domainId));
  for (const [domainId, attempts] of [
    [batch.rows[0]?.domainId, 2],
    [ids.find((one) => !repeated.has(one)), 1],
  ] as const)
    assert.equal((await s.record(domainId ?? '')).verificationAttempts.length, attempts);
});

test('a check whose worker died blocks the next for 15 minutes after its last progress', async () => {
  await addNames('cyd', 60);
  const id = await checkAll('cyd');
  await s.settle();
  const restart = () => s.as('cyd')('mutation { verifyDomains(all: true) { id } }');
  // The second batch is pending and no job continues it.
  const [batch] = await verificationBatches.findMany({ verificationId: id, position: 1 });
  assert.ok(batch);
  const rows = batch.rows.map((row) => ({ ...row, result: 'PENDING' as const, message: null }));
  await commit((tx) => verificationBatches.update(batch, { ...batch, rows, pending: true }, tx));
  await s.advance(14 * minute);
  assert.equal((await restart()).code, 'CONFLICT');
  await s.advance(minute);
  expectData(await restart());
});

test('a name that is removed before its check is not found, and the others are checked', async () => {
  const [gone, kept] = await addNames('bob', 2);
  assert.ok(gone && kept);
  const answer = await s.as('bob')(
    `mutation ($ids: [ID!], $gone: ID!) {
      removeDomain(id: $gone) { id }
      verifyDomains(ids: $ids) { id }
    }`,
    { ids: [gone, kept], gone },
  );
  await s.settle();
  const { notFound, absent } = await count('bob', expectData(answer).verifyDomains.id);
  assert.deepEqual([notFound, absent], [1, 1]);
});
