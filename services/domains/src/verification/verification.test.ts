/** Checks of many names: results by the rules of a single check, once per name, for the account that asks. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { until } from '@nameloan/testkit/until';
import { serviceContext } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  day,
  expectData,
  freshName,
  hour,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const start = (who: string, input: { ids?: string[]; all?: boolean }) =>
  s.as(who)(
    'mutation ($ids: [ID!], $all: Boolean) { verifyDomains(ids: $ids, all: $all) { id total } }',
    input,
  );

const fields =
  'total proven absent other unclear notFound pending rows { domainId name result message }';
const read = (who: string, id: string) =>
  s.as(who)(`query ($id: ID!) { verification(id: $id) { ${fields} } }`, { id });

async function verifyAll(who: string, input: { ids?: string[]; all?: boolean }) {
  const { id } = expectData(await start(who, input)).verifyDomains;
  await s.settle();
  return expectData(await read(who, id)).verification;
}

const challenge = (name: string) => `_nameloan-challenge.${name}`;
const resultsOf = (verification: { rows: { result: string }[] }) =>
  verification.rows.map(({ result }) => result);

async function publishRecord(id: string) {
  const { name, verificationRecord } = await s.record(id);
  await s.txt(challenge(name), [verificationRecord]);
}

test('each name has its result, in the order of the request, and is verified or rechecked', async () => {
  const [proven, absent, other, unrelated] = await Promise.all(
    Array.from({ length: 4 }, () => addTestDomain(s, 'ann')),
  );
  assert.ok(proven && absent && other && unrelated);
  await publishRecord(proven);
  await s.txt(challenge((await s.record(other)).name), ['nameloan-account=someoneelse']);
  await s.txt((await s.record(unrelated)).name, ['v=spf1 -all']);
  const verified = await addVerifiedDomain(s, 'ann');
  const foreign = await addTestDomain(s, 'bob');
  const ids = [absent, proven, other, unrelated, verified, foreign, 'no-such-domain', absent];
  const done = await verifyAll('ann', { ids });
  assert.deepEqual(
    done.rows.map(({ domainId }: { domainId: string }) => domainId),
    ids.slice(0, -1),
    'a repeated id counts once',
  );
  assert.deepEqual(resultsOf(done), [
    'ABSENT',
    'PROVEN',
    'OTHER',
    'ABSENT',
    'PROVEN',
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
  const { total, proven: found, absent: missing, other: others, notFound, pending } = done;
  assert.deepEqual([total, found, missing, others, notFound, pending], [7, 2, 2, 1, 2, 0]);
  const [foreignRow, unknownRow] = done.rows.slice(-2);
  assert.deepEqual(
    { ...foreignRow, domainId: '' },
    { ...unknownRow, domainId: '' },
    'another account’s id is reported like an unknown one',
  );
  assert.equal((await s.record(proven)).status, 'EXTERNAL_VERIFIED');
  assert.equal((await s.record(foreign)).verificationAttempts.length, 0);
  assert.equal((await s.record(absent)).verificationAttempts[0]?.outcome, 'MISSING');
});

test('all means every domain outside custody', async () => {
  const external = await addTestDomain(s, 'cyd');
  const held = await addDomainInCustody(s, 'cyd');
  const all = await verifyAll('cyd', { all: true });
  assert.deepEqual(
    all.rows.map(({ domainId }: { domainId: string }) => domainId),
    [external],
  );
  const named = await verifyAll('cyd', { ids: [held] });
  assert.deepEqual(resultsOf(named), ['PROVEN']);
  assert.equal(expectData(await start('new', { all: true })).verifyDomains.total, 0);
});

test('a name is checked once: without a record there is no round of three days', async () => {
  const id = await addTestDomain(s, 'dan');
  await verifyAll('dan', { ids: [id] });
  await s.advance(day);
  const { verificationAttempts, nextCheckAt } = await s.record(id);
  assert.deepEqual([verificationAttempts.length, nextCheckAt], [1, null]);
  assert.equal(s.eventsOf('domains.domain.proof-failed', id).length, 0);
});

test('a check of many names neither ends nor repeats a round that a single check has started', async () => {
  const id = await addTestDomain(s, 'dan');
  expectData(await s.as('dan')('mutation ($id: ID!) { verifyDomain(id: $id) { id } }', { id }));
  await s.settle();
  const { nextCheckAt } = await s.record(id);
  await verifyAll('dan', { ids: [id] });
  assert.deepEqual((await s.record(id)).nextCheckAt, nextCheckAt);
  await publishRecord(id);
  await s.advance(hour);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
});

test('a lost proof counts after two checks, an hour apart, as after a single check', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'eva', name);
  await s.control('DELETE', `/dns/${challenge(name)}`);
  assert.deepEqual(resultsOf(await verifyAll('eva', { ids: [id] })), ['ABSENT']);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
  await s.advance(hour + 1000);
  assert.equal((await s.record(id)).status, 'EXTERNAL_UNVERIFIED');
  assert.equal(s.eventsOf('domains.domain.proof-lost', id).length, 1);
});

test('a record of the holder next to the new one is unclear, and both owners are notified', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await addTestDomain(s, 'fay', name);
  const records = await Promise.all(
    [old, fresh].map(async (id) => (await s.record(id)).verificationRecord),
  );
  await s.txt(challenge(name), records);
  const done = await verifyAll('fay', { ids: [fresh] });
  assert.deepEqual(resultsOf(done), ['UNCLEAR']);
  assert.match(done.rows[0].message, /that account keeps the name/);
  for (const id of [old, fresh])
    assert.equal(s.eventsOf('domains.domain.proof-contested', id).length, 1);
  await s.txt(challenge(name), records.slice(1));
  await s.advance(hour);
  assert.equal((await s.record(fresh)).status, 'EXTERNAL_VERIFIED', 'the round continues');
});

async function readDone(who: string, id: string) {
  await until(async () => expectData(await read(who, id)).verification.pending === 0);
  return expectData(await read(who, id)).verification;
}

test('several batches are all checked, and one account’s check of many names runs at a time', async () => {
  const ids: string[] = [];
  while (ids.length < 55) ids.push(await addTestDomain(s, 'gus'));
  await Promise.all(ids.slice(0, 50).map((id) => publishRecord(id)));
  const others = ['ida', 'jon', 'kim'];
  for (const who of others) await addTestDomain(s, who);
  const [answers, started] = await Promise.all([
    Promise.all([1, 2, 3].map(() => start('gus', { all: true }))),
    Promise.all(others.map((who) => start(who, { all: true }))),
  ]);
  for (const [index, who] of others.entries()) {
    const { absent } = await readDone(who, expectData(started[index] as never).verifyDomains.id);
    assert.equal(absent, 1, 'another account’s check runs at the same time');
  }
  const rejected = answers.filter(({ code }) => code !== undefined);
  assert.deepEqual(
    rejected.map(({ code, reason }) => [code, reason]),
    [
      ['CONFLICT', 'BUSY'],
      ['CONFLICT', 'BUSY'],
    ],
  );
  const first = answers.find(({ code }) => code === undefined);
  const { id } = expectData(first as never).verifyDomains;
  const { total, proven, absent, pending } = await readDone('gus', id);
  assert.deepEqual([total, proven, absent, pending], [55, 50, 5, 0]);
  assert.equal((await verifyAll('gus', { all: true })).total, 55, 'the next one may start');
});

test('a verification is visible only to its account', async () => {
  const { id } = expectData(await start('ann', { all: true })).verifyDomains;
  assert.equal((await read('bob', id)).code, 'NOT_FOUND');
  assert.equal((await read('ann', 'no-such-verification')).code, 'NOT_FOUND');
});

test('neither, both, too many and too long ids are rejected with a sentence', async () => {
  const wrong = [
    {},
    { ids: [] },
    { all: false },
    { ids: ['a'], all: true },
    { ids: ['x'.repeat(65)] },
    { ids: Array.from({ length: 5001 }, (_, n) => `id-${n}`) },
  ];
  for (const input of wrong) {
    const { code, message } = await start('ann', input);
    assert.equal(code, 'INVALID_INPUT', JSON.stringify(input).slice(0, 60));
    assert.ok(message);
  }
});

test('the quota counts every row that is stored, also for unknown ids and for an account without names', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => addTestDomain(s, 'hal')));
  await spendQuota(serviceContext, 'domainChecks', { key: 'hal', left: 2 });
  const over = await start('hal', { ids });
  assert.equal(over.code, 'TOO_MANY_REQUESTS');
  assert.match(over.message ?? '', /^These were too many DNS checks for one day\./);
  const unknown = await start('hal', { ids: ['unknown-1', 'unknown-2', 'unknown-3'] });
  assert.equal(unknown.code, 'TOO_MANY_REQUESTS');
  const fits = await verifyAll('hal', { ids: [...ids.slice(0, 1), 'unknown-1'] });
  assert.deepEqual([fits.absent, fits.notFound], [1, 1]);
  assert.equal((await start('hal', { ids: ids.slice(0, 1) })).code, 'TOO_MANY_REQUESTS');
  await spendQuota(serviceContext, 'domainChecks', { key: 'lou', left: 1 });
  assert.equal((await verifyAll('lou', { all: true })).total, 0);
  assert.equal((await start('lou', { all: true })).code, 'TOO_MANY_REQUESTS');
});
