/** The owner's own figure: lowering one that makes a domain valuable needs a proof of identity and is published. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { staleAccounts } from '@nameloan/testkit/service/test-service';
import { serviceContext } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addTestDomain, expectData, freshName, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
/** Each test has its own quota. */
let ann: string;
beforeEach(() => {
  ann = newId();
});
afterEach(() => staleAccounts.clear());
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const lowered = 'domains.domain.owner-value-lowered';
const set = (id: string, cents: number | null) =>
  s.as(ann)('mutation ($id: ID!, $to: Cents) { setOwnerValue(id: $id, ownerValue: $to) { id } }', {
    id,
    to: cents,
  });

/** A domain with this figure, in a session that is not fresh any more. */
async function valuedAt(cents: number): Promise<string> {
  const id = await addTestDomain(s, ann, freshName());
  expectData(await set(id, cents));
  staleAccounts.add(ann);
  return id;
}

const figure = async (id: string) => (await s.record(id)).ownerValueCents;
async function readLowered(id: string) {
  await s.settle();
  return s.eventsOf(lowered, id).map(({ data }) => data as unknown as Record<string, unknown>);
}

test('a figure of $5,000 or more is lowered or cleared only in a fresh session, and the owner is notified', async () => {
  for (const [from, to] of [
    [500_000, 499_999],
    [500_000, null],
    [900_000, 600_000],
  ] as const) {
    const id = await valuedAt(from);
    assert.equal((await set(id, to)).code, 'STEP_UP_REQUIRED');
    assert.equal(await figure(id), from);
    assert.deepEqual(await readLowered(id), []);
    staleAccounts.delete(ann);
    expectData(await set(id, to));
    assert.equal(await figure(id), to);
    const { name } = await s.record(id);
    const expected = { domainId: id, accountId: ann, name, formerCents: from, presentCents: to };
    assert.deepEqual(await readLowered(id), [expected]);
  }
});

test('raising or repeating any figure, and lowering a small one, needs neither', async () => {
  for (const [from, to] of [
    [500_000, 500_000],
    [500_000, 500_001],
    [499_999, 100],
    [499_999, null],
    [100, 900_000],
  ] as const) {
    const id = await valuedAt(from);
    expectData(await set(id, to));
    assert.equal(await figure(id), to);
    assert.deepEqual(await readLowered(id), []);
    staleAccounts.delete(ann);
  }
});

test('a figure that is raised at the same moment is not lowered without a proof', async () => {
  const id = await valuedAt(100);
  for (let round = 0; round < 10; round++) {
    staleAccounts.delete(ann);
    expectData(await set(id, 400_000));
    staleAccounts.add(ann);
    await Promise.all([set(id, 600_000), set(id, 300_000)]);
    assert.equal(await figure(id), 600_000);
  }
});

test('a stranger learns nothing, and a wrong figure is named before the step-up', async () => {
  const id = await valuedAt(500_000);
  assert.equal((await set(id, 1)).code, 'INVALID_INPUT');
  ann = newId();
  assert.equal((await set(id, null)).code, 'NOT_FOUND');
});

test('beyond the quota a figure is not lowered, and no mail is sent', async () => {
  const id = await valuedAt(500_000);
  staleAccounts.delete(ann);
  await spendQuota(serviceContext, 'loweredValues', { key: ann, left: 1 });
  expectData(await set(id, null));
  expectData(await set(id, 500_000));
  const late = await set(id, null);
  assert.equal(late.code, 'TOO_MANY_REQUESTS');
  assert.equal(await figure(id), 500_000);
  assert.equal((await readLowered(id)).length, 1);
});
