/** A portfolio of 500 names is checked in five minutes while no more than 20 names are looked up at once. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDomain } from '../domain/add-domain.ts';
import { readAccountProof } from '../proof/account-proof.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { expectData, freshName, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ environment: { RATE_LIMITS: 'off' } });
});
after(() => s.stop());

const names = 500;
const maxMs = 5 * 60_000;

test('500 names are checked within five minutes', async (t) => {
  const { txt } = await readAccountProof('ann');
  for (let count = 0; count < names; count++) {
    const { name } = await addDomain({ kind: 'account', accountId: 'ann' } as never, freshName());
    if (count % 2) await s.txt(name, [txt.value]);
  }
  await s.settle();
  const startedMs = Date.now();
  const { id } = expectData(
    await s.as('ann')('mutation { verifyDomains(all: true) { id } }'),
  ).verifyDomains;
  await s.settle();
  const tookMs = Date.now() - startedMs;
  const query = 'query ($id: ID!) { verification(id: $id) { proven absent pending } }';
  const { proven, absent, pending } = expectData(await s.as('ann')(query, { id })).verification;
  assert.deepEqual([proven, absent, pending], [names / 2, names / 2, 0]);
  t.diagnostic(`${names} names in ${tookMs} ms`);
  assert.ok(tookMs < maxMs, `${tookMs} ms`);
});
