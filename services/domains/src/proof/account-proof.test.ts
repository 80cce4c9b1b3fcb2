/** The account's record proves all its names, is bound to the account, and loses like any other record. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { domains } from '../domain/domain.model.ts';
import { serviceContext } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addTestDomain,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  minute,
  startDomains,
} from '../testing/start-domains.ts';
import { proofKeys } from './proof-key.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

async function accountRecord(who: string): Promise<string> {
  const answer = await s.as(who)('{ accountProof { txt { host value } } }');
  const { host, value } = expectData(answer).accountProof.txt;
  assert.equal(host, '_nameloan-challenge');
  return value;
}

async function verify(who: string, id: string) {
  expectData(await call(s, who, { field: 'verifyDomain', id }));
  await s.settle();
  return s.record(id);
}

const readProof = async (who: string, id: string) =>
  expectData(
    await s.as(who)(
      'query ($id: ID!) { domain(id: $id) { proof { kind strength provenAt checkedAt } } }',
      { id },
    ),
  ).domain.proof;

test('the record of an account is stable, has at least 128 bits and differs between accounts', async () => {
  const [first, again, other] = await Promise.all(
    ['ann', 'ann', 'bob'].map((who) => accountRecord(who)),
  );
  assert.match(first ?? '', /^nameloan-account=[a-z2-7]{32}$/);
  assert.equal(again, first);
  assert.notEqual(other, first);
  assert.equal(await proofKeys.count({}), 1, 'concurrent first calls share one key');
});

test('the record does not depend on the secret of the installation, which may be rotated', async () => {
  const before = await accountRecord('ann');
  const { keyring } = serviceContext;
  const former = keyring.current;
  keyring.replace('another-secret-of-at-least-32-characters', former);
  assert.equal(await accountRecord('ann'), before);
  keyring.replace(former);
});

test('one record proves several names, at the challenge host or at the apex', async () => {
  const value = await accountRecord('ann');
  for (const place of ['_nameloan-challenge.', '']) {
    const name = freshName();
    const id = await addTestDomain(s, 'ann', name);
    await s.txt(`${place}${name}`, ['v=spf1 -all', value]);
    assert.equal((await verify('ann', id)).status, 'EXTERNAL_VERIFIED');
    const proof = await readProof('ann', id);
    assert.deepEqual([proof.kind, proof.strength], ['ACCOUNT_TXT', 'DNS']);
    assert.equal(proof.checkedAt, proof.provenAt);
  }
});

test('the record of another account proves nothing', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'bob', name);
  await s.txt(name, [await accountRecord('ann')]);
  assert.equal((await verify('bob', id)).status, 'EXTERNAL_UNVERIFIED');
  assert.equal(await readProof('bob', id), null);
});

test('a record left behind by the former owner keeps the name only until the new owner removes it', async () => {
  const name = freshName();
  const old = await addTestDomain(s, 'ann', name);
  await s.txt(name, [await accountRecord('ann')]);
  await verify('ann', old);
  const fresh = await addTestDomain(s, 'bob', name);
  const mine = await accountRecord('bob');
  await s.txt(name, [await accountRecord('ann'), mine]);
  assert.equal((await verify('bob', fresh)).status, 'EXTERNAL_UNVERIFIED');
  for (const id of [old, fresh])
    assert.equal(s.eventsOf('domains.domain.proof-contested', id).length, 1);
  await s.txt(name, [mine]);
  await s.advance(2 * minute);
  assert.equal((await s.record(fresh)).status, 'EXTERNAL_VERIFIED');
  const lost = await s.record(old);
  assert.deepEqual([lost.status, lost.proof], ['EXTERNAL_UNVERIFIED', null]);
  assert.equal(s.eventsOf('domains.domain.proof-lost', old).length, 1);
});

test('a check records when the proof was seen last, and a change of its kind', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const first = await readProof('ann', id);
  assert.deepEqual([first.kind, first.strength], ['TXT', 'DNS']);
  await s.advance(10 * minute);
  await verify('ann', id);
  const second = await readProof('ann', id);
  assert.equal(second.provenAt, first.provenAt);
  assert.ok(Date.parse(second.checkedAt) >= Date.parse(first.checkedAt) + 10 * minute);
  await s.txt(`_nameloan-challenge.${name}`, [await accountRecord('ann')]);
  await verify('ann', id);
  const third = await readProof('ann', id);
  assert.equal(third.kind, 'ACCOUNT_TXT');
  assert.equal(third.provenAt, third.checkedAt);
});

test('a domain that an earlier version verified has the proof that its checks found', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  await domains.raw.collection.updateOne({ _id: id as never }, { $unset: { proof: '' } });
  const { verificationAttempts } = await s.record(id);
  const proof = await readProof('ann', id);
  assert.equal(proof.kind, 'TXT');
  assert.equal(Date.parse(proof.provenAt), verificationAttempts[0]?.at.getTime());
});
