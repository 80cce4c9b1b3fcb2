/** The wait before the transfer out of a valuable domain: when it applies, its cancellation and its stop link. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { strictAccounts } from '@nameloan/testkit/service/test-service';
import { acceptanceData, loanOn } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import { day, expectData, hour, startDomains } from '../../testing/start-domains.ts';
import { cancelled, started, stopped, transferWaits } from '../../testing/transfer-waits.ts';

let s: TestDomains;
/** Each test has its own quota. */
let ann: string;
beforeEach(() => {
  ann = newId();
  strictAccounts.add(ann);
});
before(async () => {
  s = await startDomains({ environment: { APPRAISER: 'none' } });
});
after(async () => {
  strictAccounts.clear();
  await s.stop();
});

const { out, cancel, stop, count, codeAtRegistry, inCustody, valuable, startWaiting } =
  transferWaits(
    () => s,
    () => ann,
  );
const value = (id: string, cents: number | null) =>
  s.as(ann)('mutation ($id: ID!, $to: Cents) { setOwnerValue(id: $id, ownerValue: $to) { id } }', {
    id,
    to: cents,
  });

test('a valuable domain starts its transfer 23 hours later; nothing reaches the registry before', async () => {
  const id = await valuable();
  const before = await codeAtRegistry(id);
  const { transferOut } = expectData(await out(id));
  assert.equal(transferOut.pendingTransfer, true);
  const { transferOut: stored } = await s.record(id);
  assert.equal(transferOut.transferOutStartsAt, stored?.startsAt?.toISOString());
  assert.equal(Number(stored?.startsAt) - Number(stored?.startedAt), 23 * hour);
  assert.equal(stored?.encryptedCode, null);
  await s.advance(23 * hour - 60_000);
  assert.deepEqual(await codeAtRegistry(id), before);
  assert.equal(count(started, id), 0);
  await s.advance(60_000);
  assert.equal(count(started, id), 1);
  const { authCode, locked } = await codeAtRegistry(id);
  assert.notEqual(authCode, before.authCode);
  assert.equal(locked, false);
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
});

test('estimate, owner’s figure and last loan count from $5,000; below, and in a trial, nothing waits', async () => {
  const appraisal = {
    ...{ lowCents: 1, midCents: 900_000, highCents: 1_000_000 },
    factors: [],
    appraisedAt: new Date(),
  };
  const waits = async (id: string, who = ann) =>
    expectData(await out(id, who)).transferOut.transferOutStartsAt !== null;
  assert.equal(await waits(await inCustody({ ownerValueCents: 499_999, lastLoanCents: 1 })), false);
  assert.equal(await waits(await inCustody({ lastLoanCents: 500_000 })), true);
  assert.equal(await waits(await inCustody({ appraisal })), false, 'the estimate is not shown');
  assert.equal(await waits(await inCustody()), false, 'unknown figures of an old record');
  assert.equal(await waits(await valuable('trial'), 'trial'), false);
});

test('an acceptance records the amount of the loan', async () => {
  const id = await inCustody();
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  assert.equal((await s.record(id)).lastLoanCents, 100_000);
});

test('a figure that was lowered or cleared counts for another 23 hours', async () => {
  for (const lower of [null, 100]) {
    const id = await valuable();
    expectData(await value(id, lower));
    expectData(await value(id, 200));
    expectData(await out(id));
    assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
    expectData(await cancel(id));
    await s.advance(23 * hour);
    expectData(await out(id));
    assert.notEqual((await s.record(id)).transferOut?.state, 'WAITING');
  }
});

test('during the wait every act on the domain but its cancellation is rejected until its end', async () => {
  const id = await valuable();
  await startWaiting(id);
  const startsAt = (await s.record(id)).transferOut?.startsAt?.toISOString();
  const acts = [
    await out(id),
    await s.as(ann)(
      'mutation ($id: ID!) { setNameservers(id: $id, nameservers: ["a.example.net", "b.example.net"]) { id } }',
      { id },
    ),
    await s.as(ann)('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id }),
  ];
  for (const act of acts) assert.equal(act.reason, 'TRANSFER_OUT_WAITING');
  for (const { message } of acts) assert.doesNotMatch(message ?? '', /\d{4}/);
  const { data } = await s.as(ann)(
    '{ domains { domains { id actions blockedActions { action reason availableAt } } } }',
  );
  const row = data.domains.domains.find((one: { id: string }) => one.id === id);
  assert.deepEqual(row.actions, ['CANCEL_TRANSFER_OUT']);
  const blocked = row.blockedActions.filter(
    (one: { reason: string }) => one.reason === 'TRANSFER_OUT_WAITING',
  );
  assert.deepEqual(
    blocked.map((one: { action: string }) => one.action),
    ['LIST', 'TRANSFER_IN', 'TRANSFER_OUT', 'PUSH', 'SET_NAMESERVERS', 'RENEW'],
  );
  for (const { availableAt } of blocked) assert.equal(availableAt, startsAt);
});

test('the owner cancels the wait: the lock was never lifted, and nothing starts later', async () => {
  const id = await valuable();
  const token = await startWaiting(id);
  expectData(await cancel(id));
  assert.equal((await stop(token)).code, 'INVALID_INPUT', 'nothing is left to stop');
  assert.equal((await cancel(id)).code, 'CONFLICT', 'twice');
  await s.settle();
  const [event] = s.eventsOf(cancelled, id);
  assert.deepEqual(event?.data, {
    ...{ domainId: id, accountId: ann, name: (await s.record(id)).name },
    ...{ reason: null, waited: true, codeExpired: false },
  });
  await s.advance(2 * day);
  assert.equal(count(started, id), 0);
  const domain = await s.record(id);
  assert.deepEqual([domain.pendingTransfer, domain.transferOut], ['NONE', null]);
  assert.equal((await codeAtRegistry(id)).locked, true);
});

test('a rotation that the wait replaced runs once it is cancelled', async () => {
  const id = await valuable();
  const { authCode } = await codeAtRegistry(id);
  await startWaiting(id);
  expectData(await cancel(id));
  await s.settle();
  assert.notEqual((await codeAtRegistry(id)).authCode, authCode);
});

test('the mailed link stops the wait without a login, and a second click is the same', async () => {
  const id = await valuable();
  const token = await startWaiting(id);
  assert.ok(!JSON.stringify(await s.record(id)).includes(token), 'only its hash is stored');
  assert.equal((await stop(token)).data.stopTransferOut, true);
  assert.equal((await stop(token)).data.stopTransferOut, true);
  await s.settle();
  assert.equal(count(stopped, id), 1);
  await s.advance(2 * day);
  assert.equal(count(started, id), 0);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('the links of earlier requests stop a wait too, unless the owner has used one since', async () => {
  const id = await valuable();
  const first = await startWaiting(id);
  expectData(await cancel(id));
  const second = await startWaiting(id);
  expectData(await stop(first));
  assert.equal((await s.record(id)).transferOut, null);
  await startWaiting(id);
  for (const old of [first, second]) assert.equal((await stop(old)).code, 'INVALID_INPUT');
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
});

test('an unknown, a malformed and an expired link change nothing', async () => {
  const id = await valuable();
  const token = await startWaiting(id);
  for (const wrong of ['', 'x', token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))])
    assert.equal((await stop(wrong)).code, 'INVALID_INPUT');
  await s.advance(23 * hour);
  const expired = await stop(token);
  assert.deepEqual([expired.code, expired.fields], ['INVALID_INPUT', { token: expired.message }]);
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
});

test('tokens are tried only so often from one network', async () => {
  const guess = (ip: string) =>
    s
      .as(null, { ip })('mutation { stopTransferOut(token: "x") }')
      .then(({ code }) => code);
  for (let tries = 0; tries < 200; tries += 1) await guess('198.51.100.7');
  assert.equal(await guess('198.51.100.7'), 'TOO_MANY_REQUESTS');
  assert.equal(await guess('198.51.100.8'), 'INVALID_INPUT');
});
