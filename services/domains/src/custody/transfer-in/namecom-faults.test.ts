/** Faults of name.com: nothing is transferred or paid twice, and what waits is reported to staff. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { until } from '@nameloan/testkit/until';
import { domains } from '../../domain/domain.model.ts';
import { closeRegistrars, openRegistrars } from '../../registrars.ts';
import { resumeRenewal } from '../../renewal/process-renewal.ts';
import { watchRegistration } from '../../renewal/watch-registration.ts';
import { commit } from '../../service-context.ts';
import { namecomTransfers } from '../../testing/namecom-transfers.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  addVerifiedDomain,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  minute,
  startDomains,
  transferIn,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ profile: 'namecom' });
});
after(() => s.stop());

const { credit, stateAtNamecom, lastHold, eventually, alerts } = namecomTransfers(() => s);
/** The next order is carried out without a response. */
const loseAnswer = (as: 'drop' | '504') => s.control('PUT', '/namecom', { losesAnswer: as });

test('a transfer whose response is lost is found again, and neither requested nor paid twice', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  const before = await credit();
  await loseAnswer('drop');
  expectData(await transferIn(s, 'ann', { id, code }));
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTING');
  assert.equal(lastHold(), 'HELD');
  await eventually(async () => (await s.record(id)).transferIn?.state === 'REQUESTED');
  assert.equal(before - (await credit()), 1000);
  await until(() => lastHold() === 'CAPTURED');
});

test('a transfer that is completed before its lost response is noticed counts as ours', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  const before = await credit();
  await loseAnswer('504');
  expectData(await transferIn(s, 'ann', { id, code }));
  await s.control('POST', `/registry/domains/${name}/approve`);
  await eventually(async () => (await s.record(id)).status === 'CUSTODY_PAID');
  assert.equal(before - (await credit()), 1000);
});

for (const as of ['drop', '504'] as const)
  test(`a renewal whose response is lost renews once: ${as}`, async () => {
    const name = freshName();
    const id = await addDomainInCustody(s, 'ann', name);
    const { expiresAt } = await s.record(id);
    const before = await credit();
    await loseAnswer(as);
    await s.as('ann')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id });
    await eventually(async () => (await s.record(id)).renewal === null);
    assert.equal(before - (await credit()), 1000);
    const renewed = await s.record(id);
    assert.equal(renewed.expiresAt?.getUTCFullYear(), (expiresAt?.getUTCFullYear() ?? 0) + 1);
    assert.equal(lastHold(), 'CAPTURED');
  });

test('a process that crashes after an order finds it again, and orders nothing twice', async () => {
  const [moving, held] = [freshName(), freshName()];
  const heldId = await addDomainInCustody(s, 'ann', held);
  const id = await addVerifiedDomain(s, 'ann', moving);
  const code = await fetchAuthCode(s, moving);
  const before = await credit();
  await loseAnswer('drop');
  expectData(await transferIn(s, 'ann', { id, code }));
  await loseAnswer('drop');
  await s.as('ann')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id: heldId });
  // A new process remembers nothing of the orders that it sent.
  await closeRegistrars();
  await openRegistrars();
  await eventually(async () => (await s.record(id)).transferIn?.state === 'REQUESTED');
  await eventually(async () => (await s.record(heldId)).renewal === null);
  assert.equal(before - (await credit()), 2000);
});

test('after a restart a renewal that may still be carried out is not paid again', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const { expiry } = await s.control('GET', `/registry/domains/${name}`);
  const before = await credit();
  await loseAnswer('drop');
  await s.as('ann')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id });
  const paid = before - (await credit());
  const late = await s.control('GET', `/registry/domains/${name}`);
  // The registrar has taken the order and does not show its result yet.
  await s.control('PATCH', `/registry/domains/${name}`, { expiry });
  const { unknownUntil } = (await s.record(id)).renewal ?? {};
  assert.ok(unknownUntil && unknownUntil > now(), 'the wait is stored');
  await closeRegistrars();
  await openRegistrars();
  const job = { kind: 'renew', key: id, attempt: 1, dueAt: now() };
  const { holdId } = (await s.record(id)).renewal ?? {};
  const result = await resumeRenewal({ ...job, data: { holdId } });
  assert.deepEqual(result, { runAgainAt: unknownUntil });
  assert.deepEqual([paid, before - (await credit())], [1000, 1000]);
  await s.control('PATCH', `/registry/domains/${name}`, { expiry: late.expiry });
  await eventually(async () => (await s.record(id)).renewal === null);
  assert.equal(before - (await credit()), 1000);
  assert.equal((await s.record(id)).expiresAt?.toISOString(), late.expiry);
});

test('a price that changes between the quote and the order is not paid', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  const before = await credit();
  s.payments.before = async () => {
    await s.control('PATCH', `/registry/domains/${name}`, { premium: true });
  };
  const answer = await transferIn(s, 'ann', { id, code });
  s.payments.before = undefined;
  assert.deepEqual([answer.code, answer.reason], ['CONFLICT', 'PRICE_CHANGED']);
  assert.match(answer.message ?? '', /now costs \$220\.00/);
  assert.deepEqual([await credit(), (await s.record(id)).pendingTransfer], [before, 'NONE']);
  await until(() => lastHold() === 'RELEASED');
});

test('another account’s running transfer of a name is not taken for ours', async () => {
  const name = freshName();
  await addTransferringDomain(s, 'ann', name);
  const before = await credit();
  const id = await addTestDomain(s, 'bob', name);
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, status: 'EXTERNAL_VERIFIED' }, tx);
  });
  const code = await fetchAuthCode(s, name);
  // Even if bob's request is never sent, ann's must not be found in its place.
  s.payments.before = async () => s.registryConnection.cut();
  const answer = await transferIn(s, 'bob', { id, code });
  s.payments.before = undefined;
  s.registryConnection.restore();
  assert.equal(answer.code, 'CONFLICT');
  assert.match(answer.message ?? '', /already in progress/);
  assert.deepEqual([await credit(), (await s.record(id)).pendingTransfer], [before, 'NONE']);
});

test('notices that are lost, repeated or late change nothing but the time', async () => {
  for (const notices of ['lost', 'twice', 'sent']) {
    await s.control('PUT', '/namecom', { notices });
    const id = await addDomainInCustody(s, 'ann', freshName());
    await s.settle();
    assert.deepEqual([(await s.record(id)).status, lastHold()], ['CUSTODY_PAID', 'CAPTURED']);
  }
});

test('while the registrar refuses every request, nothing is lost', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  const held = await addDomainInCustody(s, 'ann', freshName());
  for (const kind of ['refuse', 'nonsense', 'drop']) {
    await s.control('PUT', '/settings', { faults: { namecom: { kind } } });
    await s.advance(2 * day);
    assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED', kind);
    assert.equal((await s.record(held)).active, true, kind);
  }
  await s.control('PUT', '/settings', { faults: {} });
  assert.equal(await stateAtNamecom(name), 'completed');
  await eventually(async () => (await s.record(id)).status === 'CUSTODY_PAID');
});

test('a name that is not renewed is reported before and after it leaves the API, and is not lost', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const { expiresAt } = await s.record(id);
  s.payments.balanceCents = 0;
  const advanceTo = async (daysAfter: number) => {
    const { now: at } = await s.control('GET', '/clock');
    const target = (expiresAt?.getTime() ?? 0) + daysAfter * day;
    await s.advance(target - Date.parse(String(at)));
  };
  await advanceTo(-6);
  assert.deepEqual(await alerts(name), []);
  await advanceTo(-4);
  assert.deepEqual(await alerts(name), ['registrar.expiry']);
  await advanceTo(27);
  await s.advance(2 * day);
  assert.equal((await s.record(id)).active, true);
  assert.deepEqual((await alerts(name)).sort(), ['registrar.expiry', 'registrar.hidden']);
  s.payments.balanceCents = null;
  // Staff have restored it.
  const expiry = new Date((expiresAt?.getTime() ?? 0) + 400 * day).toISOString();
  await s.control('PATCH', `/registry/domains/${name}`, { expiry });
  await s.advance(2 * day);
  await s.advance(2 * day);
  await until(async () => (await alerts(name)).length === 0);
});

test('a name whose renewal does not end is reported shortly before it expires', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.settle();
  const soon = new Date(now().getTime() + 4 * day);
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const order = { holdId: 'hold-1', accountId: 'ann', feeCents: 1200, registryCents: null };
    const times = { fromExpiresAt: soon, startedAt: now() };
    const renewal = { ...order, ...times, automatic: true, state: 'RENEWING' as const };
    await domains.update(domain, { ...domain, expiresAt: soon, renewal }, tx);
  });
  const job = { kind: 'watch-registration', key: id, data: {}, attempt: 1, dueAt: now() };
  assert.ok((await watchRegistration(job))?.runAgainAt);
  assert.deepEqual(await alerts(name), ['registrar.expiry']);
});

test('a name that the registrar says is lost is confirmed by a second check', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.control('PATCH', `/registry/domains/${name}`, { registrar: 'Other Registrar' });
  await s.advance(2 * day);
  assert.equal((await s.record(id)).active, true);
  await s.advance(2 * 60 * minute);
  const { active, endReason } = await s.record(id);
  assert.deepEqual([active, endReason], [false, 'CUSTODY_LOST']);
});

test('after the API token is replaced everything waits', async () => {
  const id = await addDomainInCustody(s, 'ann', freshName());
  await s.control('PUT', '/namecom', { newToken: true });
  const renewal = 'mutation ($id: ID!) { renewDomain(id: $id) { id } }';
  assert.equal((await s.as('ann')(renewal, { id })).code, 'UNAVAILABLE');
  await s.advance(3 * day);
  assert.equal((await s.record(id)).active, true);
});
