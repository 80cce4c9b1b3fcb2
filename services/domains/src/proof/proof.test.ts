import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import { describeFindings } from '@nameloan/contracts/proof-findings';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  freshName,
  hour,
  minute,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const verify = async (who: string, id: string) =>
  expectData(await call(s, who, { field: 'verifyDomain', id }));

async function show(who: string, name: string, place = `_nameloan-challenge.${name}`) {
  const id = await addTestDomain(s, who, name);
  const { verificationRecord } = await s.record(id);
  await s.txt(place, ['v=spf1 -all', verificationRecord]);
  return id;
}

test('a record at the recommended host name or at the apex proves the name, among other records', async () => {
  for (const place of ['_nameloan-challenge.', '']) {
    const name = freshName();
    const id = await show('ann', name, `${place}${name}`);
    await verify('ann', id);
    await s.settle();
    const domain = await s.record(id);
    assert.equal(domain.status, 'EXTERNAL_VERIFIED');
    assert.equal(domain.verificationAttempts[0]?.outcome, 'FOUND');
    assert.equal(domain.nextCheckAt, null);
    assert.equal(s.eventsOf('domains.domain.verified', id).length, 1);
    await verify('ann', id);
    await s.settle();
    assert.equal(
      s.eventsOf('domains.domain.verified', id).length,
      1,
      'proving again changes nothing',
    );
  }
});

test('checks follow the schedule, the owner sees each attempt, and after 72 hours there is one alert', async () => {
  const id = await addTestDomain(s, 'sam');
  await verify('sam', id);
  await s.settle();
  const attempts = async () => (await s.record(id)).verificationAttempts.length;
  assert.equal(await attempts(), 1);
  const gaps = [1, 5, 15, 60, 180, ...Array.from({ length: 11 }, () => 360)];
  for (const [index, minutes] of gaps.entries()) {
    await s.advance(minutes * minute + 500);
    assert.equal(await attempts(), index + 2, `after ${minutes} minutes more`);
  }
  assert.equal((await s.record(id)).nextCheckAt, null);
  const [alert, ...more] = s.eventsOf('domains.domain.proof-failed', id);
  assert.ok(alert);
  assert.equal(more.length, 0);
  assert.partialDeepStrictEqual(alert.data, { recordSeen: false, obstacle: null });
  const { findings } = alert.data as EventData<'domains.domain.proof-failed'>;
  assert.match(describeFindings(findings), /sees no TXT record at _nameloan/);
  await s.advance(2 * day);
  assert.equal(await attempts(), 17, 'the round is over');
  const shown = expectData(
    await s.as('sam')(
      'query ($id: ID!) { domain(id: $id) { nextCheckAt verificationAttempts { at outcome detail } } }',
      { id },
    ),
  ).domain;
  assert.equal(shown.verificationAttempts.length, 17);
  assert.equal(shown.verificationAttempts[0].outcome, 'MISSING');
  await verify('sam', id);
  await s.settle();
  assert.equal(await attempts(), 18, 'a new round can be requested');
  assert.notEqual((await s.record(id)).nextCheckAt, null);
});

test('a record that appears later is found by the next attempt, however often a check is requested', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'lee', name);
  await Promise.all(Array.from({ length: 8 }, () => verify('lee', id)));
  await s.settle();
  assert.equal((await s.record(id)).status, 'EXTERNAL_UNVERIFIED');
  await s.txt(name, [(await s.record(id)).verificationRecord]);
  await s.advance(minute + 500);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
  assert.equal(s.eventsOf('domains.domain.verified', id).length, 1);
});

test('another account’s record proves nothing', async () => {
  const name = freshName();
  const mine = await addTestDomain(s, 'ann', name);
  await show('bob', name);
  await verify('ann', mine);
  await s.settle();
  const domain = await s.record(mine);
  assert.equal(domain.status, 'EXTERNAL_UNVERIFIED');
  assert.match(domain.verificationAttempts[0]?.detail ?? '', /but not this one/);
});

test('a second account whose record is the only one wins; the first loses its proof and is notified', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await show('bob', name);
  await verify('bob', fresh);
  await s.settle();
  assert.equal((await s.record(fresh)).status, 'EXTERNAL_VERIFIED');
  const lost = await s.record(old);
  assert.deepEqual([lost.status, lost.titleName], ['EXTERNAL_UNVERIFIED', null]);
  assert.equal(lost.verificationAttempts[0]?.outcome, 'MISSING');
  assert.equal(s.eventsOf('domains.domain.proof-lost', old).length, 1);
});

test('when both records exist the title stays, and both are notified once per round', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await addTestDomain(s, 'bob', name);
  const records = [old, fresh].map(async (id) => (await s.record(id)).verificationRecord);
  await s.txt(`_nameloan-challenge.${name}`, await Promise.all(records));
  await verify('bob', fresh);
  await s.settle();
  await s.advance(2 * minute);
  assert.equal((await s.record(old)).status, 'EXTERNAL_VERIFIED');
  const contested = await s.record(fresh);
  assert.equal(contested.status, 'EXTERNAL_UNVERIFIED');
  assert.equal(contested.verificationAttempts.length, 2);
  assert.match(contested.verificationAttempts[0]?.detail ?? '', /that account keeps the name/);
  for (const id of [old, fresh])
    assert.equal(s.eventsOf('domains.domain.proof-contested', id).length, 1);
});

test('the holder of a contested name is notified once when the other account gives up in any way', async () => {
  const ways = {
    'its record is gone': async (name: string, _: string, mine: string) => {
      await s.txt(`_nameloan-challenge.${name}`, [mine]);
      await s.advance(2 * minute);
    },
    'it is removed': (_: string, fresh: string) =>
      call(s, 'bob', { field: 'removeDomain', id: fresh }),
    'its checks are over': async (_: string, fresh: string) => {
      for (let hours = 0; hours < 80; hours += 5) await s.advance(5 * hour);
      const [failed] = s.eventsOf('domains.domain.proof-failed', fresh);
      assert.partialDeepStrictEqual(failed?.data, { recordSeen: true });
    },
  };
  for (const [how, giveUp] of Object.entries(ways)) {
    const name = freshName();
    const old = await addVerifiedDomain(s, 'ann', name);
    const fresh = await addTestDomain(s, 'bob', name);
    const [mine, other] = await Promise.all(
      [old, fresh].map(async (id) => (await s.record(id)).verificationRecord),
    );
    assert.ok(mine && other);
    await s.txt(`_nameloan-challenge.${name}`, [mine, other]);
    await verify('bob', fresh);
    await s.settle();
    assert.equal(s.eventsOf('domains.domain.contest-ended', old).length, 0, how);
    const [started] = s.eventsOf('domains.domain.proof-contested', old);
    await giveUp(name, fresh, mine);
    await s.settle();
    const [ended, ...more] = s.eventsOf('domains.domain.contest-ended', old);
    assert.ok(started && ended, how);
    assert.equal(more.length, 0, how);
    assert.ok(ended.aggregateVersion > started.aggregateVersion, 'later than what it ends');
    assert.equal((await s.record(old)).status, 'EXTERNAL_VERIFIED');
    await s.advance(2 * hour);
    assert.equal(s.eventsOf('domains.domain.contest-ended', old).length, 1, how);
    assert.equal(s.eventsOf('domains.domain.proof-contested', old).length, 1, how);
  }
});

/** A name of ann's for which bob and cid show a proof too. */
async function startDoubleContest() {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const people = ['bob', 'cid'];
  const rivalIds = await Promise.all(people.map((who) => addTestDomain(s, who, name)));
  const records = [old, ...rivalIds].map(async (id) => (await s.record(id)).verificationRecord);
  await s.txt(`_nameloan-challenge.${name}`, await Promise.all(records));
  for (const [index, id] of rivalIds.entries()) await verify(people[index] ?? '', id);
  await s.settle();
  const giveUp = async (index: number) =>
    expectData(
      await call(s, people[index] ?? '', { field: 'removeDomain', id: rivalIds[index] ?? '' }),
    );
  const ends = () => s.eventsOf('domains.domain.contest-ended', old).length;
  return { giveUp, ends };
}

test('the contest continues while a second rival still shows a proof', async () => {
  const { giveUp, ends } = await startDoubleContest();
  await giveUp(0);
  await s.settle();
  assert.equal(ends(), 0);
  await giveUp(1);
  await s.settle();
  assert.equal(ends(), 1);
});

test('two rivals that give up concurrently end the contest once', async () => {
  for (let round = 0; round < 10; round++) {
    const { giveUp, ends } = await startDoubleContest();
    await Promise.all([giveUp(0), giveUp(1)]);
    await s.settle();
    assert.equal(ends(), 1);
  }
});

test('a name in custody of another account cannot be proven by a record', async () => {
  const name = freshName();
  const rival = await show('bob', name);
  const id = await addDomainInCustody(s, 'ann', name);
  await s.txt(`_nameloan-challenge.${name}`, [(await s.record(rival)).verificationRecord]);
  assert.equal((await call(s, 'bob', { field: 'verifyDomain', id: rival })).code, 'CONFLICT');
  await s.advance(7 * hour);
  assert.equal((await s.record(rival)).status, 'EXTERNAL_UNVERIFIED');
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});

test('two accounts that claim a free name concurrently do not both get it', async () => {
  const name = freshName();
  const ids = await Promise.all(['ann', 'bob'].map((who) => addTestDomain(s, who, name)));
  const records = await Promise.all(ids.map(async (id) => (await s.record(id)).verificationRecord));
  await s.txt(name, records);
  await Promise.all([verify('ann', ids[0] ?? ''), verify('bob', ids[1] ?? '')]);
  await s.settle();
  await s.advance(2 * minute);
  const statuses = await Promise.all(ids.map(async (id) => (await s.record(id)).status));
  assert.deepEqual(statuses.sort(), ['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED']);
});
