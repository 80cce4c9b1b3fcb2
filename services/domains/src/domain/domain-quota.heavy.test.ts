/** Quotas of one account: domains, checks and registry orders. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { serviceContext } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  call,
  expectData,
  fetchAuthCode,
  freshName,
  startDomains,
  transferIn,
} from '../testing/start-domains.ts';
import { domains } from './domain.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const left = 5;

/** One document with many aliased mutations. */
const addMany = (count: number) => {
  const fields = Array.from({ length: count }, (_, i) => {
    return `d${i}: addDomain(domain: "${freshName()}") { id }`;
  });
  return `mutation { ${fields.join(' ')} }`;
};

test('aliases do not exceed the quota of domains, and invalid names do not count', async () => {
  await spendQuota(serviceContext, 'domainsAdded', { key: 'ada', left });
  for (let attempts = 0; attempts < 2 * left; attempts++) {
    const wrong = await s.as('ada')('mutation { addDomain(domain: "com") { id } }');
    assert.equal(wrong.code, 'INVALID_INPUT');
  }
  for (let round = 0; round < 2; round++) await s.as('ada')(addMany(left - 1));
  const { data } = await s.as('ada')('{ domains(limit: 1) { total } }');
  assert.equal(data.domains.total, left);
  const over = await s.as('ada')(addMany(1));
  assert.equal(over.code, 'TOO_MANY_REQUESTS');
  assert.match(over.message ?? '', /^These were too many added domains for one day\. Try again in/);
  assert.equal((await s.as('bob')(addMany(1))).code, undefined);
});

test('checks of a domain are limited', async () => {
  const id = await addTestDomain(s, 'cyd', freshName());
  await spendQuota(serviceContext, 'domainChecks', { key: 'cyd', left });
  const codes: (string | undefined)[] = [];
  for (let attempts = 0; attempts <= left; attempts++) {
    codes.push((await call(s, 'cyd', { field: 'verifyDomain', id })).code);
  }
  assert.deepEqual(codes, [...Array(left).fill(undefined), 'TOO_MANY_REQUESTS']);
});

test('transfers in are limited before the registry request, and impossible transfers do not count', async () => {
  const id = await addTestDomain(s, 'dan', freshName());
  await spendQuota(serviceContext, 'registryOrders', { key: 'dan', left: 0 });
  const transfer = 'mutation ($id: ID!) { transferIn(id: $id, transferCode: "code") { id } }';
  const unverified = await s.as('dan')(transfer, { id });
  assert.equal(unverified.code, 'CONFLICT');
  const proven = await addVerifiedDomain(s, 'dan', freshName());
  // The registry is unavailable from now on.
  s.registryConnection.cut();
  const answer = await s.as('dan')(transfer, { id: proven });
  s.registryConnection.restore();
  assert.equal(answer.code, 'TOO_MANY_REQUESTS');
  assert.equal((await s.record(proven)).pendingTransfer, 'NONE');
});

test('starting and cancelling one transfer repeatedly is limited, because each mails the lender; another name is not affected', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'fay', name);
  const code = await fetchAuthCode(s, name);
  let started = 0;
  for (; started < 15; started++) {
    const { code: errorCode } = await transferIn(s, 'fay', { id, code });
    if (errorCode === 'TOO_MANY_REQUESTS') break;
    expectData(await call(s, 'fay', { field: 'cancelTransferIn', id }));
  }
  assert.equal(started, 10);
  const other = freshName();
  const otherId = await addVerifiedDomain(s, 'fay', other);
  expectData(await transferIn(s, 'fay', { id: otherId, code: await fetchAuthCode(s, other) }));
});

test('nameserver changes, renewals and transfers out are limited before the registry request', async () => {
  const id = await addDomainInCustody(s, 'eve');
  await domains.raw.updateOne({ _id: id }, { $set: { transferOutAvailableAt: new Date(0) } });
  for (const quota of ['nameserverChanges', 'registryOrders', 'transfersOut'] as const) {
    await spendQuota(serviceContext, quota, { key: 'eve', left: 0 });
  }
  const before = await s.record(id);
  s.registryConnection.cut();
  for (const [field, more] of [
    ['setNameservers', ', nameservers: ["ns1.example.net", "ns2.example.net"]'],
    ['renewDomain', ''],
    ['transferOut', ''],
  ] as const) {
    assert.equal((await call(s, 'eve', { field, id, more })).code, 'TOO_MANY_REQUESTS', field);
  }
  s.registryConnection.restore();
  assert.deepEqual(await s.record(id), before);
});
